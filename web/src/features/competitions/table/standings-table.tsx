import styled from '@emotion/styled';
import { ResultsTable } from '../../../golf/results-table.js';
import { columnOf, COLUMNS, rankingOf, rankSort, rowWords, type OrderedRows } from './rows.js';

const Wide = styled.div`
  & tbody > tr {
    cursor: pointer;
  }
  & tbody th > button {
    text-align: left;
  }
  @media (hover: hover) {
    & tbody > tr:hover > * {
      background: var(--sunk);
    }
  }
`;

const Press = styled.button`
  position: relative;
  display: inline-flex;
  align-items: center;
  gap: var(--space-1);
  min-width: var(--target);
  min-height: var(--target);
  border-bottom: 2px solid transparent;
  outline-offset: -3px;
  [data-kind='number'] > & {
    justify-content: flex-end;
    min-width: 100%;
  }
  [aria-sort] > & {
    border-bottom-color: var(--primary);
    color: var(--primary);
  }
  /* A small arrow below the word. */
  [aria-sort] > &::after {
    content: '';
    position: absolute;
    bottom: 4px;
    left: calc(50% - 5px);
    border: solid transparent;
    border-width: 0 5px 6px;
    border-bottom-color: currentcolor;
  }
  [aria-sort='descending'] > &::after {
    rotate: 180deg;
  }
`;

/** The standings on a desktop: all numbers, with sortable headings. */
export function StandingsTable({ rows, sort, onSort, busy, me, onOpen }: OrderedRows) {
  const ranking = rankingOf(sort);
  return (
    <Wide>
      <ResultsTable
        caption={`Players in order of ${columnOf(sort).label.toLowerCase()}`}
        busy={busy}
        head={
          <>
            <SortHeader
              label="Rank"
              name={`${columnOf(rankSort(sort)).label} rank`}
              sorted={sort === 'gross-rank' || sort === 'nett-rank' ? 'ascending' : null}
              onSort={() => onSort(rankSort(sort))}
            />
            <th scope="col">Player</th>
            {COLUMNS.map((column) => (
              <SortHeader
                key={column.id}
                kind="number"
                label={column.label}
                name={column.name}
                sorted={column.id !== sort ? null : sort === 'rounds' ? 'descending' : 'ascending'}
                onSort={() => onSort(column.id)}
              />
            ))}
          </>
        }
      >
        {rows.map((row) => (
          // The name is the accessible button; its press bubbles to the row, as one elsewhere on it does.
          <tr key={row.player.id} data-own={row.player.id === me} onClick={() => onOpen(row)}>
            <td data-kind="place">{row.rankLabels[ranking] ?? '–'}</td>
            <th scope="row">
              <button type="button" aria-haspopup="dialog">
                {row.player.fullName}
              </button>
              {rowWords(row, sort, row.player.id === me).map((line) => (
                <small key={line}>{line}</small>
              ))}
            </th>
            {COLUMNS.map((column) => (
              <td key={column.id} data-kind="number" data-sorted={column.id === sort}>
                {column.value(row) ?? '–'}
              </td>
            ))}
          </tr>
        ))}
      </ResultsTable>
    </Wide>
  );
}

interface SortHeaderProps {
  label: string;
  name: string;
  /** The direction in which the rows are sorted by this column; null: they are not. */
  sorted: 'ascending' | 'descending' | null;
  onSort: () => void;
  kind?: 'number';
}

function SortHeader({ label, name, sorted, onSort, kind }: SortHeaderProps) {
  return (
    <th scope="col" data-kind={kind} aria-sort={sorted ?? undefined}>
      <Press type="button" title={name} onClick={onSort}>
        {label}
      </Press>
    </th>
  );
}
