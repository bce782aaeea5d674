import { LIMITS } from '@fairmark/contract';
import { ArrowRight, Table2, X } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { Button } from '../../ui/button.js';
import { myEntry, whose } from './parts/cards.js';
import { Footer } from './parts/thumb.js';
import type { OpenHole } from './use-hole.js';
import type { RoundNavigation } from './use-round-navigation.js';

interface HoleFooterProps {
  hole: OpenHole;
  round: RoundNavigation;
  /** The Next button, focused once the hole is entered. */
  next: RefObject<HTMLButtonElement | null>;
  /** The hole that the golfer left to settle a difference here. */
  from: number | undefined;
  /** Activates the card that the duty names. */
  onEnter: (userId: string) => void;
  onCard: () => void;
}

/** Scorecard, Next hole and the next duty. The duty is prominent; Next takes its place once the hole is entered. */
export function HoleFooter({ hole, round, next, from, onEnter, onCard }: HoleFooterProps) {
  const { holeNumber, card, editing, choose } = hole;
  const duty = dutyOf(hole, round, { from, onEnter });
  return (
    <Footer>
      {editing ? (
        <Button kind="quiet" data-small="cancel" icon={<X />} onClick={() => choose(card.userId)}>
          Cancel
        </Button>
      ) : (
        <Button kind="quiet" data-small="card" icon={<Table2 />} aria-haspopup="dialog" onClick={onCard}>
          Scorecard
        </Button>
      )}
      <Button
        ref={next}
        kind={duty === null ? 'primary' : 'quiet'}
        data-small={duty === null ? undefined : 'next'}
        data-loud={duty === null}
        size="large"
        icon={duty === null ? undefined : <ArrowRight />}
        onKeyDown={ignoreHeld}
        onClick={round.goToNext}
      >
        {holeNumber === LIMITS.holes && round.owed.length === 0 ? 'Complete round' : 'Next hole'}
      </Button>
      {duty !== null && (
        <Button size="large" onClick={duty.act}>
          {duty.words}
        </Button>
      )}
    </Footer>
  );
}

/** The next duty: to enter a missing score, the active card's first; then to complete the round or go back; null: Next. */
function dutyOf(
  { cards, card: active, holeNumber, inPlay }: OpenHole,
  { owed, toHole, complete }: RoundNavigation,
  { from = holeNumber, onEnter }: Pick<HoleFooterProps, 'from' | 'onEnter'>,
): { words: string; act: () => void } | null {
  const card = [active, ...cards].find((one) => myEntry(one, holeNumber) === null);
  if (card !== undefined) return { words: `Enter ${whose(card)} score`, act: () => onEnter(card.userId) };
  // On the last hole Next itself completes the round.
  if (inPlay && owed.length === 0 && holeNumber < LIMITS.holes) return { words: 'Complete round', act: complete };
  return from === holeNumber ? null : { words: `Back to hole ${from}`, act: () => toHole(from) };
}

/** Ignores key repeat: the key that picked a score may still be down when Next gets the focus. */
function ignoreHeld(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
