import { LIMITS } from '@fairmark/contract';
import { ArrowRight, Table2, X } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { Button } from '../../ui/button.js';
import { whose } from '../../shared/scoring/cards.js';
import { Footer } from './parts/thumb.js';
import { nextDuty } from './next-step.js';
import type { OpenHole } from './use-hole.js';
import type { RoundNavigation } from './use-round-navigation.js';

interface HoleFooterProps {
  hole: OpenHole;
  round: RoundNavigation;
  /** The Next button, focused once the hole is entered. */
  next: RefObject<HTMLButtonElement | null>;
  /** Whether every hole of every card is entered. */
  allEntered: boolean;
  /** The hole that the golfer left to settle a difference here. */
  from: number | undefined;
  /** Activates the card that the duty names. */
  onEnter: (userId: string) => void;
  onCard: () => void;
}

/** Scorecard, Next hole and the next duty. The duty is prominent; Next takes its place once the hole is entered. */
export function HoleFooter({ hole, round, next, allEntered, from, onEnter, onCard }: HoleFooterProps) {
  const { holeNumber, card, editing, inPlay, choose } = hole;
  const duty = nextDuty(hole, inPlay && allEntered, from);
  const loud = duty.kind === 'next';
  return (
    <Footer>
      {editing ? (
        <Button kind="quiet" data-small="cancel" icon={<X aria-hidden="true" />} onClick={() => choose(card.userId)}>
          Cancel
        </Button>
      ) : (
        <Button
          kind="quiet"
          data-small="card"
          icon={<Table2 aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={onCard}
        >
          Scorecard
        </Button>
      )}
      <Button
        ref={next}
        kind={loud ? 'primary' : 'quiet'}
        data-small={loud ? undefined : 'next'}
        data-loud={loud}
        size="large"
        icon={loud ? undefined : <ArrowRight aria-hidden="true" />}
        onKeyDown={ignoreHeld}
        onClick={round.goToNext}
      >
        {holeNumber === LIMITS.holes && allEntered ? 'Complete round' : 'Next hole'}
      </Button>
      {duty.kind === 'enter' && (
        <Button size="large" onClick={() => onEnter(duty.card.userId)}>
          Enter {whose(duty.card)} score
        </Button>
      )}
      {duty.kind === 'back' && (
        <Button size="large" onClick={() => round.toHole(duty.hole)}>
          Back to hole {duty.hole}
        </Button>
      )}
      {duty.kind === 'complete' && (
        <Button size="large" onClick={round.complete}>
          Complete round
        </Button>
      )}
    </Footer>
  );
}

/** Ignores key repeat: the key that picked a score may still be down when Next gets the focus. */
function ignoreHeld(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
