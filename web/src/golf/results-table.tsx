import styled from '@emotion/styled';
import type { ReactElement, ReactNode } from 'react';
import { Card } from '../ui/page-parts.js';

/** `data-sorted`: the sorted column; `data-own`: the golfer's row. */
const Panel = styled(Card)`
  container-type: inline-size;
  overflow: hidden;
  padding: 0;
  &[aria-busy='true'] {
    opacity: 0.6;
  }
  & table {
    --inset: var(--space-1);
    --first: var(--space-3);
    --last: var(--space-3);
    --place: 3rem;
    --number: 3rem;
    --large: var(--text-18);
    width: 100%;
    @container (min-width: 30rem) {
      --inset: var(--space-2);
      --first: var(--space-5);
      --last: var(--space-4);
      --place: 4rem;
      --number: 4.5rem;
      --large: var(--text-22);
    }
  }
  & th,
  & td {
    padding: var(--space-1) var(--inset);
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
    padding-left: var(--first);
  }
  & tr > :last-child {
    padding-right: var(--last);
  }
  & [data-kind='place'] {
    width: var(--place);
  }
  & tbody [data-kind='place'] {
    font: 500 var(--large) / 1.1 var(--serif);
  }
  & [data-kind='number'] {
    width: var(--number);
    text-align: right;
    white-space: nowrap;
  }
  & td[data-kind='number'] {
    color: var(--ink-2);
  }
  & td[data-sorted='true'] {
    color: var(--ink);
    font-weight: 600;
    font-size: var(--large);
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
`;

const heading = (label: string, kind?: 'number') => (
  <th key={label} scope="col" data-kind={kind}>
    {label}
  </th>
);

/** The heading of a numeric column. */
export const number = (label: string): ReactElement => heading(label, 'number');

interface ResultsTableProps {
  caption: string;
  /** Headings as text, or as elements like {@link number}. */
  head: readonly (string | ReactElement)[];
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
          <tr>{head.map((one) => (typeof one === 'string' ? heading(one) : one))}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Panel>
  );
}
