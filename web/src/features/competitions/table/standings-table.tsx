import styled from '@emotion/styled';
import type { CompetitionSort } from '@fairmark/contract';
import { ResultsTable } from '../../../golf/results-table.js';
import { columnOf, COLUMNS, rankSort, rowWords, type OrderedRows } from './rows.js';

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
  & thead button {
    position: relative;
    display: inline-flex;
    align-items: center;
    gap: var(--space-1);
    min-width: var(--target);
    min-height: var(--target);
    border-bottom: 2px solid transparent;
    outline-offset: -3px;
  }
  & [data-kind='number'] > button {
    justify-content: flex-end;
    min-width: 100%;
  }
  & [aria-sort] > button {
    border-bottom-color: var(--primary);
    color: var(--primary);
  }
  /* A small arrow below the word. */
  & [aria-sort] > button::after {
    content: '';
    position: absolute;
    bottom: 4px;
    left: calc(50% - 5px);
    border: solid transparent;
    border-width: 0 5px 6px;
    border-bottom-color: currentcolor;
  }
  & [aria-sort='descending'] > button::after {
    rotate: 180deg;
  }
`;

/** The standings on a desktop: all numbers, with sortable headings. */
export function StandingsTable({ rows, sort, onSort, busy, onOpen }: OrderedRows) {
  const { label: sorted, ranking } = columnOf(sort);
  const rank = { id: rankSort(sort), label: 'Rank', name: `${columnOf(rankSort(sort)).label} rank` };
  const renderHeading = ({ id, label, name }: typeof rank, kind?: 'number') => (
    <th key={id} scope="col" data-kind={kind} aria-sort={id === sort ? directionOf(id) : undefined}>
      <button type="button" title={name} onClick={() => onSort(id)}>
        {label}
      </button>
    </th>
  );
  return (
    <Wide>
      <ResultsTable
        caption={`Players in order of ${sorted.toLowerCase()}`}
        busy={busy}
        head={[renderHeading(rank), 'Player', ...COLUMNS.map((column) => renderHeading(column, 'number'))]}
      >
        {rows.map((row) => (
          // The name is the accessible button; its press bubbles to the row, as one elsewhere on it does.
          <tr key={row.player.id} data-own={row.own} onClick={() => onOpen(row)}>
            <td data-kind="place">{row.rankLabels[ranking] ?? '–'}</td>
            <th scope="row">
              <button type="button" aria-haspopup="dialog">
                {row.player.fullName}
              </button>
              {rowWords(row, sort).map((line) => (
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

const directionOf = (sort: CompetitionSort) => (sort === 'rounds' ? 'descending' : 'ascending');
