import styled from '@emotion/styled';
import { ResultsTable } from '../../../golf/results-table.js';
import { SortHeader } from '../../../ui/lists/sort-header.js';
import { columnOf, COLUMNS, rankingOf, rankSort, rowWords, type OrderedRows } from './rows.js';

const Wide = styled.div`
  & tbody > tr {
    cursor: pointer;
  }
  & [data-kind='number'] {
    width: 4.25rem;
  }
  & tbody th > button {
    min-height: var(--target);
    /* A press reaches beyond the line; a wrapped name takes its lines in full. */
    margin-block: calc(-1 * var(--space-3));
    padding-block: var(--space-3);
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
