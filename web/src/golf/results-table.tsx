import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';

/** `data-sorted`: the sorted column; `data-own`: the golfer's row. */
const Panel = styled.div`
  container-type: inline-size;
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  background: var(--surface);
  position: relative;
  overflow: hidden;
  &[aria-busy='true']::before {
    content: '';
    position: absolute;
    inset: 0 0 auto;
    height: 3px;
    background: var(--primary);
  }
  & table {
    width: 100%;
  }
  & th,
  & td {
    padding: var(--space-1) var(--space-1);
    border-top: 1px solid var(--line);
    text-align: left;
    font-weight: 400;
    overflow-wrap: anywhere;
  }
  & thead th {
    height: var(--target);
    padding-block: 0;
    border-top: 0;
    color: var(--ink-2);
    font-weight: 600;
    font-size: var(--text-14);
  }
  & tbody > tr > * {
    height: var(--key);
  }
  & tr > :not(* + *) {
    padding-left: var(--space-3);
  }
  & tr > :last-child {
    padding-right: var(--space-3);
  }
  & [data-kind='place'] {
    width: 3rem;
  }
  & tbody [data-kind='place'] {
    font: 500 var(--text-18) / 1.1 var(--serif);
  }
  & [data-kind='number'] {
    width: 3rem;
    text-align: right;
    white-space: nowrap;
  }
  & td[data-kind='number'] {
    color: var(--ink-2);
  }
  & td[data-sorted='true'] {
    color: var(--ink);
    font-weight: 600;
    font-size: var(--text-18);
  }
  & tr[data-own='true'] > * {
    background: var(--primary-tint);
  }
  & tbody :is(a, th > button) {
    display: inline-flex;
    align-items: center;
    min-height: var(--target);
    /* A press reaches beyond the line; a wrapped name takes its lines in full. */
    margin-block: calc(-1 * var(--space-2));
    padding-block: var(--space-2);
    text-underline-offset: 4px;
  }
  & tbody th > :is(a, button) {
    font-weight: 600;
  }
  & small {
    display: block;
  }
  @container (min-width: 30rem) {
    & th,
    & td {
      padding-inline: var(--space-2);
    }
    & tr > :not(* + *) {
      padding-left: var(--space-5);
    }
    & tr > :last-child {
      padding-right: var(--space-4);
    }
    & [data-kind='place'] {
      width: 4rem;
    }
    & [data-kind='number'] {
      width: 4.5rem;
    }
    & tbody [data-kind='place'],
    & td[data-sorted='true'] {
      font-size: var(--text-22);
    }
  }
`;

interface Head {
  label: string;
  kind?: 'number';
}

/** The heading of a numeric column. */
export const number = (label: string): Head => ({ label, kind: 'number' });

function headCell(head: string | Head) {
  const { label, kind }: Head = typeof head === 'string' ? { label: head } : head;
  return (
    <th key={label} scope="col" data-kind={kind}>
      {label}
    </th>
  );
}

interface ResultsTableProps {
  caption: string;
  /** Headings as text, as {@link number}, or as elements. */
  head: readonly (string | Head)[] | ReactElement;
  children: ReactNode;
  busy?: boolean;
}

/** A table of results, from 288 px wide. */
export function ResultsTable({ caption, head, children, busy = false }: ResultsTableProps) {
  return (
    <Panel aria-busy={busy}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>{'map' in head ? head.map(headCell) : head}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Panel>
  );
}
