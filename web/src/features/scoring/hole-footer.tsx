import { LIMITS } from '@fairmark/contract';
import { ArrowRight, Table2, X } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button } from '../../ui/button.js';
import { whose } from './parts/cards.js';
import { Footer } from './parts/thumb.js';
import type { OpenHole } from './use-hole.js';

interface HoleFooterProps {
  page: OpenHole;
  /** Focuses a key of the row just chosen. */
  focusKey: () => void;
  onCard: () => void;
}

/** Scorecard, Next hole and the next duty. The duty is prominent; Next takes its place once the hole is entered. */
export function HoleFooter({ page, focusKey, onCard }: HoleFooterProps) {
  const { holeNumber, card, editing, choose, owed, next, goToNext } = page;
  const duty = dutyOf(page, focusKey);
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
        onClick={goToNext}
      >
        {holeNumber === LIMITS.holes && owed.length === 0 ? 'Complete round' : 'Next hole'}
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
function dutyOf(page: OpenHole, focusKey: () => void): { words: string; act: () => void } | null {
  const { cards, card: active, holeNumber, inPlay, owed, toHole, complete, choose, from = holeNumber } = page;
  const card = [active, ...cards].find(({ hole }) => hole.mine === null);
  if (card !== undefined) {
    const enter = (): void => {
      choose(card.userId);
      focusKey();
    };
    return { words: `Enter ${whose(card)} score`, act: enter };
  }
  // On the last hole Next itself completes the round.
  if (inPlay && owed.length === 0 && holeNumber < LIMITS.holes) return { words: 'Complete round', act: complete };
  return from === holeNumber ? null : { words: `Back to hole ${from}`, act: () => toHole(from) };
}

/** Ignores key repeat: the key that picked a score may still be down when Next gets the focus. */
function ignoreHeld(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
