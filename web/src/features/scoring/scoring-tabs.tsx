import styled from '@emotion/styled';
import { Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tabs } from '../../ui/tabs.js';
import { differenceOf, myEntry, type ScoringCard } from './parts/cards.js';

const Label = styled.span`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  column-gap: var(--space-1);
  min-height: 40px;
  line-height: 1.2;
  & > b {
    overflow: hidden;
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > small {
    grid-column: 1;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > i {
    grid-area: 1 / 2 / span 2;
    display: grid;
    place-items: center;
    width: 22px;
    height: 22px;
    border-radius: 50%;
    background: var(--primary);
    color: var(--on-primary);
  }
  & > i[data-mark='differs'] {
    background: transparent;
    color: var(--danger);
  }
`;

const Alone = styled.div`
  padding: 6px var(--space-4);
  border: 1px solid var(--line);
  border-radius: var(--radius-field);
  background: var(--surface);
`;

interface ScoringTabsProps {
  cards: readonly ScoringCard[];
  /** 1 to 18. */
  holeNumber: number;
  chosen: ScoringCard;
  onChoose: (userId: string) => void;
  /** What stands below the tabs: the scores of the chosen card. */
  children: ReactNode;
}

/** Your score and one tab for each player I mark, ticked when I have entered the hole. A practice round has one card, and no tabs. */
export function ScoringTabs({ cards, holeNumber, chosen, onChoose, children }: ScoringTabsProps) {
  if (cards.length === 1) {
    return (
      <>
        <Alone>
          <CardLabel card={chosen} holeNumber={holeNumber} />
        </Alone>
        <div data-part="card">{children}</div>
      </>
    );
  }
  const tabs = cards.map((card) => ({ value: card.userId, label: <CardLabel card={card} holeNumber={holeNumber} /> }));
  return (
    <Tabs label="Whose score" tabs={tabs} value={chosen.userId} onChange={onChoose}>
      {children}
    </Tabs>
  );
}

function CardLabel({ card, holeNumber }: { card: ScoringCard; holeNumber: number }) {
  return (
    <Label>
      <b>{card.isMine ? 'Your score' : card.fullName}</b>
      <small>
        Daily {card.dailyHandicapForShow}
        {!card.isMine && <span className="visually-hidden">, you mark</span>}
      </small>
      <Mark card={card} holeNumber={holeNumber} />
    </Label>
  );
}

/** Ticked when I have entered the hole; a warning where the other side has it differently. */
function Mark({ card, holeNumber }: { card: ScoringCard; holeNumber: number }) {
  if (myEntry(card, holeNumber) === null) return null;
  if (differenceOf(card, holeNumber)?.mismatch === true) {
    return (
      <i data-mark="differs">
        <TriangleAlert size={20} strokeWidth={2.5} aria-hidden="true" />
        <span className="visually-hidden">scores differ</span>
      </i>
    );
  }
  return (
    <i>
      <Check size={16} strokeWidth={3} aria-hidden="true" />
      <span className="visually-hidden">entered</span>
    </i>
  );
}
