import styled from '@emotion/styled';
import type { CompetitionRound } from '@fairmark/contract';
import { ResultsTable } from '../../../golf/results-table.js';
import { SortHeader } from '../../../ui/lists/sort-header.js';
import { SORT_WORDS } from '../parts/words.js';
import { COLUMNS, rankingOf, rankSort, rowWords, type OrderedRows } from './rows.js';

const Wide = styled.div`
  & tbody > tr {
    cursor: pointer;
  }
  & [data-kind='number'] {
    width: 4.25rem;
  }
  & th > button[data-name] {
    min-height: var(--target);
    margin-block: calc(-1 * var(--space-3));
    color: inherit;
    font: 600 var(--text-16) / 1.3 var(--font);
    text-align: left;
    overflow-wrap: anywhere;
  }
  @media (hover: hover) {
    & tbody > tr:hover > * {
      background: var(--sunk);
    }
  }
`;

/** The standings on a desktop: all numbers, with sortable headings. */
export function StandingsTable({ rows, sort, onSort, busy, me, onOpen }: OrderedRows) {
  const ranking = rankingOf(sort);
  return (
    <Wide>
      <ResultsTable
        caption={`Players in order of ${SORT_WORDS[sort].toLowerCase()}`}
        busy={busy}
        head={
          <>
            <SortHeader
              label="Rank"
              name={SORT_WORDS[rankSort(sort)]}
              sorted={sort === 'gross-rank' || sort === 'nett-rank' ? 'ascending' : null}
              onSort={() => onSort(rankSort(sort))}
            />
            <th scope="col">Player</th>
            {COLUMNS.map((column) => (
              <SortHeader
                key={column.sort}
                kind="number"
                label={column.label}
                name={column.name}
                sorted={column.sort !== sort ? null : sort === 'rounds' ? 'descending' : 'ascending'}
                onSort={() => onSort(column.sort)}
              />
            ))}
          </>
        }
      >
        {rows.map((row) => (
          // The name is the accessible button; a press elsewhere on the row does the same.
          <tr key={row.player.id} data-own={row.player.id === me} onClick={() => onOpen(row)}>
            <td data-kind="place">{row.rankLabels[ranking] ?? '–'}</td>
            <th scope="row">
              <Name row={row} onOpen={onOpen} />
              {rowWords(row, sort, row.player.id === me).map((line) => (
                <small key={line}>{line}</small>
              ))}
            </th>
            {COLUMNS.map((column) => (
              <td key={column.sort} data-kind="number" data-sorted={column.sort === sort}>
                {column.value(row) ?? '–'}
              </td>
            ))}
          </tr>
        ))}
      </ResultsTable>
    </Wide>
  );
}

function Name({ row, onOpen }: { row: CompetitionRound; onOpen: OrderedRows['onOpen'] }) {
  return (
    <button
      type="button"
      data-name=""
      aria-haspopup="dialog"
      onClick={(event) => {
        event.stopPropagation();
        onOpen(row);
      }}
    >
      {row.player.fullName}
    </button>
  );
}
