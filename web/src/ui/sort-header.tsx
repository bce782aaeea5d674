import styled from '@emotion/styled';
import { ArrowDown, ArrowUp } from 'lucide-react';

const Press = styled.button`
  position: relative;
  display: inline-flex;
  align-items: center;
  gap: 2px;
  min-width: var(--target);
  min-height: var(--target);
  padding: 0;
  border: 0;
  border-bottom: 2px solid transparent;
  background: transparent;
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
  & > svg {
    flex: none;
  }
  [data-kind='number'] > & > svg {
    position: absolute;
    right: 0;
    bottom: 1px;
  }
  @container (min-width: 30rem) {
    [data-kind='number'] > & > svg {
      position: static;
      order: -1;
    }
  }
  @media (hover: hover) {
    &:hover {
      color: var(--ink);
      text-decoration: underline;
      text-underline-offset: 4px;
    }
  }
`;

interface SortHeaderProps {
  label: string;
  /** The label's words where it is short: "Stableford" for "STFD". */
  name?: string;
  /** How the rows are in order of this column; null: they are not. */
  sorted: 'ascending' | 'descending' | null;
  onSort: () => void;
  /** `number`: at the right, as its column. */
  kind?: 'number';
}

/** The head of a column that rows can be put in order of. */
export function SortHeader({ label, name, sorted, onSort, kind }: SortHeaderProps) {
  const Arrow = sorted === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <th scope="col" data-kind={kind} aria-sort={sorted ?? undefined}>
      <Press type="button" title={name} onClick={onSort}>
        {label}
        {sorted !== null && <Arrow size={14} strokeWidth={2.5} aria-hidden="true" />}
      </Press>
    </th>
  );
}
