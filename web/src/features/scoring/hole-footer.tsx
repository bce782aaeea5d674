import { LIMITS } from '@fairmark/contract';
import { ArrowRight, Table2, X } from 'lucide-react';
import type { KeyboardEvent, RefObject } from 'react';
import { Button } from '../../ui/button.js';
import { whose } from '../../shared/scoring/cards.js';
import { Footer } from './parts/thumb.js';
import type { Duty } from './next-step.js';

interface HoleFooterProps {
  /** The Next button, focused once the hole is entered. */
  next: RefObject<HTMLButtonElement | null>;
  /** 1 to 18. */
  holeNumber: number;
  duty: Duty;
  /** Whether every hole of every card is entered. */
  allEntered: boolean;
  onNext: () => void;
  onComplete: () => void;
  onBack: (hole: number) => void;
  /** Activates the card that the duty names. */
  onEnter: (userId: string) => void;
  onCard: () => void;
  /** Cancels the change of an entry; undefined if none is being changed. */
  onCancel?: () => void;
}

/** Scorecard, Next hole and the next duty. The duty is prominent; Next takes its place once the hole is entered. */
export function HoleFooter(props: HoleFooterProps) {
  const { next, holeNumber, duty, allEntered, onNext, onComplete, onBack, onEnter, onCard, onCancel } = props;
  const loud = duty.kind === 'next';
  return (
    <Footer>
      {onCancel === undefined ? (
        <Button
          kind="quiet"
          data-small="card"
          icon={<Table2 aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={onCard}
        >
          Scorecard
        </Button>
      ) : (
        <Button kind="quiet" data-small="cancel" icon={<X aria-hidden="true" />} onClick={onCancel}>
          Cancel
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
        onClick={onNext}
      >
        {holeNumber === LIMITS.holes && allEntered ? 'Complete round' : 'Next hole'}
      </Button>
      {duty.kind === 'enter' && (
        <Button size="large" onClick={() => onEnter(duty.card.userId)}>
          Enter {whose(duty.card)} score
        </Button>
      )}
      {duty.kind === 'back' && (
        <Button size="large" onClick={() => onBack(duty.hole)}>
          Back to hole {duty.hole}
        </Button>
      )}
      {duty.kind === 'complete' && (
        <Button size="large" onClick={onComplete}>
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
