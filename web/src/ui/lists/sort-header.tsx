import styled from '@emotion/styled';

const Press = styled.button`
  position: relative;
  display: inline-flex;
  align-items: center;
  gap: var(--space-1);
  min-width: var(--target);
  min-height: var(--target);
  border-bottom: 2px solid transparent;
  font-weight: 600;
  font-size: inherit;
  outline-offset: -3px;
  [data-kind='number'] > & {
    justify-content: flex-end;
    min-width: 100%;
  }
  [aria-sort] > & {
    border-bottom-color: var(--primary);
    color: var(--primary);
  }
  /* A small arrow beside the words; below them in a narrow numeric column. */
  [aria-sort] > &::after {
    content: '';
    flex: none;
    border: solid transparent;
    border-width: 0 5px 6px;
    border-bottom-color: currentcolor;
  }
  [aria-sort='descending'] > &::after {
    rotate: 180deg;
  }
  [data-kind='number'] > &::after {
    position: absolute;
    bottom: 4px;
    left: calc(50% - 5px);
  }
  @container (min-width: 30rem) {
    [data-kind='number'] > &::after {
      position: static;
      order: -1;
    }
  }
`;

interface SortHeaderProps {
  label: string;
  name?: string;
  /** The direction in which the rows are sorted by this column; null: they are not. */
  sorted: 'ascending' | 'descending' | null;
  onSort: () => void;
  kind?: 'number';
}

/** A sortable column heading. */
export function SortHeader({ label, name, sorted, onSort, kind }: SortHeaderProps) {
  return (
    <th scope="col" data-kind={kind} aria-sort={sorted ?? undefined}>
      <Press type="button" title={name} onClick={onSort}>
        {label}
      </Press>
    </th>
  );
}
