import { Check, TriangleAlert } from 'lucide-react';
import { Fragment, useSyncExternalStore, type KeyboardEvent } from 'react';
import { DotsMark, GlyphMark } from '../../golf/score/score-marks.js';
import { scoreWords, spokenReceived, spokenScore } from '../../golf/score/score-texts.js';
import { sentence } from '../../text/words.js';
import { Button } from '../../ui/button.js';
import { isSigned } from '../../golf/cards.js';
import { runningTotal, type ScoringCard, whose } from './parts/cards.js';
import { differenceText, entryText } from './parts/result-words.js';
import { Rows } from './parts/row-styles.js';
import { valueOf } from '../../outbox/box.js';
import { onOutbox, waitingScores } from '../../outbox/outbox.js';
import type { OpenHole } from './use-hole.js';

/** The panel that the active row controls. */
export const PANEL_ID = 'score-of-row';

/**
 * A row for my card and each that I mark: name, handicap, running total, the other side's entry, and my score. The
 * rows are tabs. Edit and "Use 4" are positioned over their cells, because a tab must not contain buttons.
 */
export function PlayerRows({ page }: { page: OpenHole }) {
  const { cards, card: active, editing, choose, record } = page;
  const alone = cards.length === 1;
  const Row = alone ? 'div' : 'button';
  const move = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = (cards.indexOf(active) + step + cards.length) % cards.length;
    event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
    choose(cards[to]?.userId ?? active.userId);
  };
  const tab = (card: ScoringCard) => ({
    type: 'button' as const,
    role: 'tab',
    'aria-controls': PANEL_ID,
    'aria-selected': card === active,
    tabIndex: card === active ? 0 : -1,
    onClick: () => choose(card.userId),
  });
  const isEditable = (card: ScoringCard): boolean =>
    card.hole.mine !== null && !isSigned(card.round) && !(editing && card === active);
  return (
    <Rows>
      <div {...(!alone && { ...LIST, onKeyDown: move })}>
        {cards.map((card, index) => (
          <Row
            key={card.userId}
            {...(!alone && tab(card))}
            style={{ gridRow: index + 1 }}
            data-row=""
            data-active={card === active}
            data-editable={isEditable(card)}
            data-differs={card.hole.differs}
          >
            <RowFace page={page} card={card} />
          </Row>
        ))}
      </div>
      {cards.map((card, index) => {
        const { differs, theirs } = card.hole;
        const style = { gridRow: index + 1 };
        return (
          <Fragment key={card.userId}>
            {differs && theirs !== null && !isSigned(card.round) && (
              <Button kind="secondary" data-over="use" style={style} onClick={() => record(theirs, card)}>
                Use {scoreWords(theirs)}
                <span className="visually-hidden"> on {whose(card)} card</span>
              </Button>
            )}
            {isEditable(card) && (
              <button type="button" data-over="edit" style={style} onClick={() => choose(card.userId, true)}>
                Edit<span className="visually-hidden"> {whose(card)} score</span>
              </button>
            )}
          </Fragment>
        );
      })}
    </Rows>
  );
}

const LIST = { role: 'tablist', 'aria-label': 'Whose score', 'aria-orientation': 'vertical' } as const;
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

interface RowFaceProps {
  page: OpenHole;
  card: ScoringCard;
}

function RowFace({ page, card }: RowFaceProps) {
  const received = card.hole.strokesReceived ?? 0;
  return (
    <>
      <span data-part="who">
        <span data-part="name">
          <b>{card.isMine ? 'You' : card.round.player.fullName}</b>
          <small>Daily {card.round.dailyHandicapForShow}</small>
          <DotsMark strokes={received} />
          {received !== 0 && <span className="visually-hidden">, {spokenReceived(received)}</span>}
        </span>
        <Standing page={page} card={card} />
      </span>
      <Well page={page} card={card} />
    </>
  );
}

/** My entry. It renders with the tap, the rest of the page after the frame. */
function Well({ page: { matchId, holeNumber, landed }, card: { userId, hole } }: RowFaceProps) {
  const waiting = useSyncExternalStore(onOutbox, () =>
    waitingScores(matchId).find((score) => score.userId === userId && score.holeNumber === holeNumber),
  );
  const score = { ...valueOf(waiting?.state === 'waiting' ? waiting : hole.mine), par: hole.par };
  return (
    <span data-part="well" data-filled={score.strokes !== null || score.noScore} data-landed={landed === userId}>
      <GlyphMark {...score} />
      <span className="visually-hidden">you {spokenScore(score)}</span>
    </span>
  );
}

/** The running total and the other side's entry; if that differs, both values. */
function Standing({ page: { me, format }, card }: RowFaceProps) {
  const { mine, theirs, differs, differentStrokes } = card.hole;
  if (differs) {
    return (
      <span data-part="standing">
        <TriangleAlert size={16} strokeWidth={2.5} />
        <strong>{sentence(differenceText(card.hole, me))}</strong>
      </span>
    );
  }
  const total = runningTotal(card, format);
  const agrees = mine !== null && !differentStrokes;
  return (
    <span data-part="standing">
      {total === null ? (
        <small>No holes yet</small>
      ) : (
        <span>
          <strong>{total.figure}</strong> thru {total.thru}
        </span>
      )}
      {theirs !== null && (
        <small data-agrees={agrees}>
          {agrees && <Check size={14} strokeWidth={3} />}
          {sentence(entryText(theirs, me))}
        </small>
      )}
    </span>
  );
}
