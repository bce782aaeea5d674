import styled from '@emotion/styled';
import { Check, TriangleAlert } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { differenceOf, myEntry, type ScoringCard } from './cards.js';

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

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
    color: var(--ink-2);
    font-weight: 400;
    font-size: var(--text-14);
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

const Tabs = styled.div`
  display: grid;
  grid-auto-columns: minmax(0, 1fr);
  grid-auto-flow: column;
  gap: var(--space-2);
  & > button {
    min-height: 56px;
    padding: 6px var(--space-4);
    border: 2px solid transparent;
    border-radius: var(--radius-field);
    background: var(--sunk);
    color: var(--ink-2);
    text-align: start;
    cursor: pointer;
    touch-action: manipulation;
    -webkit-tap-highlight-color: transparent;
  }
  & > button[aria-selected='true'] {
    border-color: var(--primary);
    background: var(--surface);
    color: var(--ink);
  }
`;

/** Properties of {@link ScoringTabs}. */
export interface ScoringTabsProps {
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
  // Arrow keys choose the neighbour, as in every row of tabs.
  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = (cards.indexOf(chosen) + step + cards.length) % cards.length;
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
    onChoose(cards[to]?.userId ?? chosen.userId);
  };
  return (
    <>
      <Tabs role="tablist" aria-label="Whose score" onKeyDown={move}>
        {cards.map((card) => (
          <button
            key={card.userId}
            type="button"
            role="tab"
            id={`tab-${card.userId}`}
            aria-controls="scores-of-card"
            aria-selected={card === chosen}
            tabIndex={card === chosen ? 0 : -1}
            onClick={() => onChoose(card.userId)}
          >
            <CardLabel card={card} holeNumber={holeNumber} />
          </button>
        ))}
      </Tabs>
      <div data-part="card" role="tabpanel" id="scores-of-card" aria-labelledby={`tab-${chosen.userId}`}>
        {children}
      </div>
    </>
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
