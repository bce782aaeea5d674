import { css } from '@emotion/react';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths.js';

const paper = css`
  display: grid;
  grid-template-columns: 1fr auto;
  align-content: end;
  align-items: end;
  column-gap: var(--space-3);
  min-height: 112px;
  padding: var(--space-4) var(--space-5);
  border: 1px solid var(--line);
  border-radius: var(--radius-card);
  background: var(--surface);
  color: var(--ink);
  text-decoration: none;
  touch-action: manipulation;
  transition:
    border-color var(--press) var(--ease),
    scale var(--press) var(--ease);
  &:active {
    scale: 0.985;
  }
  & > strong {
    font: 500 var(--text-22) / 1.15 var(--serif);
  }
  & > small {
    grid-row: 2;
    margin-top: var(--space-1);
  }
  & > svg {
    grid-area: 1 / 2 / span 2;
    width: 20px;
    height: 20px;
    color: var(--ink-2);
  }
  &[data-first='true'] {
    min-height: 176px;
    border-color: transparent;
    background: var(--header);
    color: var(--on-header);
  }
  &[data-first='true'] > strong {
    font-size: var(--text-30);
  }
  &[data-first='true'] > small,
  &[data-first='true'] > svg {
    color: var(--on-header-2);
  }
  @media (hover: hover) {
    &:hover {
      border-color: var(--line-strong);
    }
  }
`;

interface PlayCardProps {
  to: string;
  title: string;
  /** A line about it. */
  note: string;
  /** The page's one loud card. */
  first?: boolean;
}

/** A tall card that leads somewhere. */
export function PlayCard({ to, title, note, first = false }: PlayCardProps) {
  return (
    <Link css={paper} to={to} data-first={first}>
      <strong>{title}</strong>
      <small>{note}</small>
      <ArrowRight aria-hidden="true" />
    </Link>
  );
}

/** Holds the place of the first card until it is known what it says. */
export function WaitingCard() {
  return (
    <div css={paper} data-first="true" aria-busy="true">
      <small>Looking for your round…</small>
    </div>
  );
}

/** What has been played, on a phone and on a desktop alike. */
export function ResultCards() {
  return (
    <>
      <PlayCard to={paths.clubhouse()} title="Daily Results" note="The verified cards of today" />
      <PlayCard to={paths.competitions()} title="Competitions" note="Your club's best of many weeks" />
    </>
  );
}
