import styled from '@emotion/styled';
import { ChevronRight, CircleAlert, CircleDashed, Info } from 'lucide-react';
import { useRef } from 'react';
import type { Issue } from './parts/issues.js';
import { useChange } from '../../ui/use-change.js';

const List = styled.ul`
  display: grid;
  gap: var(--space-2);
  & button,
  & div {
    display: grid;
    grid-template-columns: auto 1fr auto;
    align-items: center;
    gap: var(--space-3);
    width: 100%;
    min-height: var(--target);
    padding: var(--space-2) var(--space-4);
    border: 1px solid var(--line);
    border-radius: var(--radius-field);
    background: var(--surface);
    color: var(--ink);
    font-variant-numeric: tabular-nums;
    text-align: start;
  }
  & button {
    min-height: 56px;
  }
  & [data-kind='mismatch'] {
    border-color: var(--danger);
    background: var(--danger-tint);
  }
  & [data-kind='mismatch'] > svg:first-of-type {
    color: var(--danger);
  }
  & [data-kind='note'],
  & svg {
    color: var(--ink-2);
  }
  & span > strong {
    margin-right: var(--space-2);
  }
  @media (hover: hover) {
    & button:hover {
      border-color: var(--ink);
    }
  }
  @media print {
    display: none;
  }
`;

const ICONS = { mismatch: CircleAlert, missing: CircleDashed, note: Info } as const;
const NAMES = { mismatch: 'Scores differ.', missing: 'Missing.', note: '' } as const;

interface IssueRowsProps {
  cardUserId: string;
  issues: readonly Issue[];
  onEdit: (holeNumber: number) => void;
  /** Called when the last thing to settle went away while it had the focus. */
  onSettled: () => void;
}

/** The row of a hole, for moving the focus to it. */
export function issueId(cardUserId: string, holeNumber: number): string {
  return `issue-${cardUserId}-${holeNumber}`;
}

/** What is to be settled on a card, one full-width row for each hole. */
export function IssueRows({ cardUserId, issues, onEdit, onSettled }: IssueRowsProps) {
  const edited = useRef(false);
  useChange(issues.length, () => {
    if (edited.current) onSettled();
    edited.current = false;
  });
  if (issues.length === 0) return null;
  return (
    <List aria-label="To settle">
      {issues.map((issue) => (
        <li key={issue.holeNumber}>
          <IssueRow
            issue={issue}
            id={issueId(cardUserId, issue.holeNumber)}
            onEdit={() => {
              edited.current = true;
              onEdit(issue.holeNumber);
            }}
          />
        </li>
      ))}
    </List>
  );
}

function IssueRow({ issue, id, onEdit }: { issue: Issue; id: string; onEdit: () => void }) {
  const { kind, holeNumber, text, editable } = issue;
  const Icon = ICONS[kind];
  const face = (
    <>
      <Icon size={20} aria-hidden="true" />
      <span>
        <strong>Hole {holeNumber}:</strong>
        {NAMES[kind] !== '' && <span className="visually-hidden">{NAMES[kind]} </span>}
        {text}
      </span>
    </>
  );
  if (!editable) {
    return (
      <div id={id} data-kind={kind} tabIndex={-1}>
        {face}
      </div>
    );
  }
  return (
    <button type="button" id={id} data-kind={kind} aria-haspopup="dialog" onClick={onEdit}>
      {face}
      <ChevronRight size={20} aria-hidden="true" />
    </button>
  );
}
