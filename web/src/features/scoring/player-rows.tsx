import type { CardEntry } from '@fairmark/scoring';
import { Check, TriangleAlert } from 'lucide-react';
import { Fragment, useRef, useSyncExternalStore, type KeyboardEvent } from 'react';
import { HandicapDots } from '../../golf/handicap-dots.js';
import { GlyphMark } from '../../golf/score/score-glyph.js';
import { scoreWords, spokenScore } from '../../golf/score/score-texts.js';
import { sentence } from '../../text/words.js';
import { Button } from '../../ui/button.js';
import { isSigned } from '../../golf/cards.js';
import { differenceOf, myEntry, runningTotal, theirEntry, type ScoringCard, whose } from './parts/cards.js';
import { differenceText, entryText } from './parts/result-words.js';
import { Rows } from './parts/row-styles.js';
import { onOutbox, waitingScores } from '../../outbox/outbox.js';
import type { OpenHole } from './use-hole.js';

interface PlayerRowsProps {
  hole: OpenHole;
  /** Id of the panel that the active row controls. */
  panel: string;
  onRecord: (value: CardEntry, on: ScoringCard) => void;
}

/**
 * A row for my card and each that I mark: name, handicap, running total, the other side's entry, and my score. The
 * rows are tabs. Edit and "Use 4" are positioned over their cells, because a tab must not contain buttons.
 */
export function PlayerRows({ hole, panel, onRecord }: PlayerRowsProps) {
  const { cards, card: active, holeNumber, editing, choose } = hole;
  const list = useRef<HTMLDivElement>(null);
  const alone = cards.length === 1;
  const isEditable = (card: ScoringCard): boolean =>
    myEntry(card, holeNumber) !== null && !isSigned(card.round) && !(editing && card === active);
  const move = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const to = (cards.indexOf(active) + step + cards.length) % cards.length;
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
    choose(cards[to]?.userId ?? active.userId);
  };
  const rows = cards.map((card, index) => {
    const face = <RowFace key={card.userId} hole={hole} card={card} />;
    const state = {
      style: { gridRow: index + 1 },
      'data-active': card === active,
      'data-editable': isEditable(card),
      'data-differs': differenceOf(card, holeNumber)?.mismatch === true,
    };
    return alone ? (
      <div key={card.userId} data-row="" {...state}>
        {face}
      </div>
    ) : (
      <button
        key={card.userId}
        type="button"
        role="tab"
        aria-controls={panel}
        aria-selected={card === active}
        tabIndex={card === active ? 0 : -1}
        data-row=""
        {...state}
        onClick={() => choose(card.userId)}
      >
        {face}
      </button>
    );
  });
  return (
    <Rows>
      <div
        ref={list}
        {...(!alone && {
          role: 'tablist',
          'aria-label': 'Whose score',
          'aria-orientation': 'vertical',
          onKeyDown: move,
        })}
      >
        {rows}
      </div>
      {cards.map((card, index) => {
        const difference = differenceOf(card, holeNumber);
        const style = { gridRow: index + 1 };
        return (
          <Fragment key={card.userId}>
            {!isSigned(card.round) && difference?.mismatch === true && (
              <Button kind="secondary" data-over="use" style={style} onClick={() => onRecord(difference.theirs, card)}>
                Use {scoreWords(difference.theirs)}
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

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

interface RowFaceProps {
  hole: OpenHole;
  card: ScoringCard;
}

function RowFace({ hole, card }: RowFaceProps) {
  const { strokesReceived = null } = card.holes[hole.holeNumber - 1] ?? {};
  return (
    <>
      <span data-part="who">
        <span data-part="name">
          <b>{card.isMine ? 'You' : card.round.player.fullName}</b>
          <small>Daily {card.round.dailyHandicapForShow}</small>
          <HandicapDots strokes={strokesReceived ?? 0} />
        </span>
        <Standing hole={hole} card={card} />
      </span>
      <Well hole={hole} card={card} />
    </>
  );
}

/** My entry. It renders with the tap, the rest of the page after the frame. */
function Well({ hole: { matchId, holeNumber, landed }, card }: RowFaceProps) {
  const waiting = useSyncExternalStore(onOutbox, () =>
    waitingScores(matchId).find((score) => score.userId === card.userId && score.holeNumber === holeNumber),
  );
  const { par = 0 } = card.holes[holeNumber - 1] ?? {};
  const shown = waiting?.state === 'waiting' ? waiting : myEntry(card, holeNumber);
  const score = { strokes: shown?.strokes ?? null, noScore: shown?.noScore ?? false, par };
  return (
    <span data-part="well" data-filled={score.strokes !== null || score.noScore} data-landed={landed === card.userId}>
      <GlyphMark {...score} />
      <span className="visually-hidden">you {spokenScore(score)}</span>
    </span>
  );
}

/** The running total and the other side's entry; if that differs, both values. */
function Standing({ hole: { me, holeNumber, format }, card }: RowFaceProps) {
  const difference = differenceOf(card, holeNumber);
  if (difference?.mismatch === true) {
    return (
      <span data-part="standing">
        <TriangleAlert size={16} strokeWidth={2.5} />
        <strong>{sentence(differenceText(difference, me))}</strong>
      </span>
    );
  }
  const total = runningTotal(card, format);
  const theirs = theirEntry(card, holeNumber);
  const agrees = theirs !== null && difference === null && myEntry(card, holeNumber) !== null;
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
