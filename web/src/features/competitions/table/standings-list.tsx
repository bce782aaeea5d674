import styled from '@emotion/styled';
import { ListRow, RowList } from '../../../shared/lists/list-row.js';
import { columnOf, COLUMNS, rankingOf, rowWords, type OrderedRows } from './rows.js';

/** From this place on a golfer's own row is shown above the others as well. */
const OUT_OF_SIGHT = 7;

const Orders = styled.div`
  display: flex;
  flex-wrap: wrap;
  padding: 3px;
  border-radius: var(--radius-field);
  background: var(--sunk);
  & > button {
    flex: 1 0 auto;
    min-width: var(--target);
    min-height: var(--target);
    padding: 0 var(--space-1);
    border-radius: 11px;
    color: var(--ink-2);
    font-weight: 600;
    font-size: var(--text-14);
  }
  & > button[aria-pressed='true'] {
    background: var(--surface);
    box-shadow: 0 0 0 1.5px var(--primary);
    color: var(--primary);
  }
`;

/** The standings on a phone: the number that they are in order of, and a toggle for each of the others. */
export function StandingsList({ rows, sort, onSort, busy, me, onOpen }: OrderedRows) {
  const shown = columnOf(sort);
  const row = (one: OrderedRows['rows'][number]) => {
    const own = one.player.id === me;
    const [quiet, ...more] = rowWords(one, sort, own);
    return (
      <ListRow
        key={one.player.id}
        lead={one.rankLabels[rankingOf(sort)] ?? '–'}
        name={one.player.fullName}
        note={
          <>
            {quiet}
            {more.map((line) => (
              <span key={line}>
                <br />
                {line}
              </span>
            ))}
          </>
        }
        value={shown.value(one) ?? '–'}
        own={own}
        onPress={() => onOpen(one)}
      />
    );
  };
  const own = rows.findIndex(({ player }) => player.id === me);
  return (
    <>
      <Orders role="group" aria-label="Show and sort by">
        {COLUMNS.map((column) => (
          <button
            key={column.sort}
            type="button"
            title={column.name}
            aria-pressed={column === shown}
            onClick={() => onSort(column.sort)}
          >
            {column.label}
          </button>
        ))}
      </Orders>
      {own >= OUT_OF_SIGHT && <RowList label="Your place">{rows.slice(own, own + 1).map(row)}</RowList>}
      <RowList label={`Players in order of ${shown.name.toLowerCase()}`} busy={busy}>
        {rows.map(row)}
      </RowList>
    </>
  );
}
