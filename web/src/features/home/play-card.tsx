import styled from '@emotion/styled';
import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Card, onGreen } from '../../ui/page-parts.js';

const Face = styled(Card.withComponent(Link))`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-content: end;
  align-items: end;
  column-gap: var(--space-3);
  min-width: 0;
  min-height: 112px;
  padding: var(--space-4);
  color: var(--ink);
  text-decoration: none;
  transition: scale var(--press) var(--ease);
  &:active {
    scale: 0.985;
  }
  & > strong {
    font: 500 var(--text-22) / 1.15 var(--serif);
    text-wrap: balance;
  }
  & > small {
    grid-row: 2;
    margin-top: var(--space-1);
    overflow-wrap: anywhere;
  }
  & > svg {
    grid-area: 1 / 2 / span 2;
    color: var(--ink-2);
  }
  &[data-kind='half'] {
    grid-template-columns: minmax(0, 1fr);
    align-content: space-between;
    padding-inline: var(--space-3);
    & > strong {
      font-size: var(--text-18);
    }
  }
  &[data-kind='first'] {
    ${onGreen}
    min-height: 160px;
    padding: var(--space-5);
    border-color: transparent;
    outline-offset: -5px;
  }
  &[data-kind='first'] > strong {
    font-size: min(var(--text-30), 13vw);
  }
  &[data-kind='duty'] {
    min-height: var(--key);
    padding-block: var(--space-3);
    border-color: var(--danger-line);
    background: var(--danger-tint);
    & > strong {
      color: var(--danger);
      font: 600 var(--text-16) / 1.3 var(--font);
    }
  }
`;

interface PlayCardProps {
  to: string;
  title: string;
  note: string;
  /** `first`: the page's one prominent card. `half`: one of a pair. `duty`: an action that the golfer has to take. */
  kind?: 'first' | 'half' | 'duty';
}

/** A large card that is a link. */
export function PlayCard({ to, title, note, kind }: PlayCardProps) {
  return (
    <Face to={to} data-kind={kind}>
      <strong>{title}</strong> <small>{note}</small>
      {kind !== 'half' && <ArrowRight size={20} />}
    </Face>
  );
}
