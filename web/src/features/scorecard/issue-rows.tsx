import styled from '@emotion/styled';
import { ChevronRight, CircleAlert, CircleDashed, Info } from 'lucide-react';
import type { Issue } from './parts/issues.js';

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
  & span > small {
    display: block;
  }
  @media print {
    display: none;
  }
`;

const ICONS = { mismatch: CircleAlert, missing: CircleDashed, note: Info } as const;
const NAMES = { mismatch: 'Scores differ.', missing: 'Missing.', note: '' } as const;

interface IssueRowsProps {
  label: string;
  issues: readonly Issue[];
  onEdit?: (issue: Issue) => void;
}

/** Something about holes of cards, one full-width row for each; a row that can be settled is a button. */
export function IssueRows({ label, issues, onEdit }: IssueRowsProps) {
  if (issues.length === 0) return null;
  return (
    <List aria-label={label}>
      {issues.map((issue) => (
        <li key={`${issue.userId} ${issue.holeNumber}`}>
          <IssueRow issue={issue} onEdit={() => onEdit?.(issue)} />
        </li>
      ))}
    </List>
  );
}

function IssueRow({ issue, onEdit }: { issue: Issue; onEdit: () => void }) {
  const { kind, holeNumber, text, card, editable } = issue;
  const Icon = ICONS[kind];
  const face = (
    <>
      <Icon size={20} />
      <span>
        <strong>Hole {holeNumber}:</strong>
        {NAMES[kind] !== '' && <span className="visually-hidden">{NAMES[kind]} </span>}
        {text}
        {card !== '' && <small> {card}</small>}
      </span>
    </>
  );
  if (!editable) {
    return <div data-kind={kind}>{face}</div>;
  }
  return (
    <button type="button" data-kind={kind} aria-haspopup="dialog" onClick={onEdit}>
      {face}
      <ChevronRight size={20} />
    </button>
  );
}
