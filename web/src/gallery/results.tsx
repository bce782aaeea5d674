import { useState, type ReactNode } from 'react';
import { ResultsTable } from '../ui/results-table.js';
import { ScoreKey } from '../ui/score-key.js';
import { SortHeader } from '../ui/sort-header.js';
import { Group, Stack } from './frame.js';

type Column = 'points' | 'nett';

const ROWS = [
  { place: '1', name: 'Alex Kerr', points: 41, nett: 69, note: 'Ahead on countback, last 6' },
  { place: '2', name: 'Sam Reid', points: 41, nett: 68, own: true },
  { place: 'T3', name: 'Priyadarshini Venkataraman-Nair', points: 36, nett: 72 },
  { place: 'T3', name: 'Jo Tran', points: 36, nett: 72 },
];

/** Tables of results, and the key of their scores. */
export function ResultsGallery(): ReactNode {
  return (
    <Group title="Results">
      <Stack>
        <Board />
        <Board busy />
      </Stack>
      <ScoreKey />
    </Group>
  );
}

function Board({ busy = false }: { busy?: boolean }): ReactNode {
  const [column, setColumn] = useState<Column>('points');
  return (
    <ResultsTable
      caption="Verified rounds"
      busy={busy}
      head={
        <>
          <th scope="col" data-kind="place">
            Pos
          </th>
          <th scope="col">Player</th>
          <SortHeader
            kind="number"
            label="STFD"
            sorted={column === 'points' ? 'descending' : null}
            onSort={() => setColumn('points')}
          />
          <SortHeader
            kind="number"
            label="NETT"
            sorted={column === 'nett' ? 'ascending' : null}
            onSort={() => setColumn('nett')}
          />
        </>
      }
    >
      {ROWS.map(({ place, name, points, nett, note, own }) => (
        <tr key={name} data-own={own}>
          <td data-kind="place">{place}</td>
          <th scope="row">
            <strong>{name}</strong>
            {note !== undefined && <small>{note}</small>}
          </th>
          <td data-kind="number" data-sorted={column === 'points'}>
            {points}
          </td>
          <td data-kind="number" data-sorted={column === 'nett'}>
            {nett}
          </td>
        </tr>
      ))}
    </ResultsTable>
  );
}
