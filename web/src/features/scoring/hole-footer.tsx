import styled from '@emotion/styled';
import { LIMITS } from '@fairmark/contract';
import type { KeyboardEvent, RefObject } from 'react';
import { Button } from '../../ui/button.js';
import { type ScoringCard, whose } from './parts/cards.js';
import { Footer } from './parts/layout.js';
import { DESKTOP } from '../../ui/breakpoints.js';

const Left = styled.div`
  display: grid;
  &[data-for='card'] {
    ${DESKTOP} {
      display: none;
    }
    & + div {
      ${DESKTOP} {
        grid-column: 1 / -1;
      }
    }
  }
`;

const Count = styled.span`
  display: grid;
  place-items: center;
  min-width: 24px;
  height: 24px;
  padding-inline: 6px;
  border-radius: 12px;
  background: var(--danger);
  color: var(--on-danger);
  font-size: var(--text-14);
`;

interface HoleFooterProps {
  /** The Next button: what has the focus after a score. */
  next: RefObject<HTMLButtonElement | null>;
  /** 1 to 18. */
  holeNumber: number;
  /** The chosen card while nothing is entered on it; null: entered. */
  missing: ScoringCard | null;
  /** Every hole of every card is entered. */
  allEntered: boolean;
  /** How many holes differ between player and marker. */
  differing: number;
  onNext: () => void;
  onCard: () => void;
  /** Leaves the change of an entry; absent while none is changed. */
  onCancel?: () => void;
}

/** Card and Next hole, at the same place on every hole and in every state. */
export function HoleFooter(props: HoleFooterProps) {
  const { next, holeNumber, missing, allEntered, differing, onNext, onCard, onCancel } = props;
  return (
    <Footer>
      {onCancel === undefined ? (
        <Left data-for="card">
          <Button kind="secondary" size="large" wide aria-haspopup="dialog" onClick={onCard}>
            Card
            {differing > 0 && (
              <Count>
                {differing}
                <span className="visually-hidden"> {differing === 1 ? 'hole differs' : 'holes differ'}</span>
              </Count>
            )}
          </Button>
        </Left>
      ) : (
        <Left>
          <Button kind="secondary" size="large" wide onClick={onCancel}>
            Cancel
          </Button>
        </Left>
      )}
      <div data-part="next">
        <Button
          ref={next}
          size="large"
          wide
          reason={missing === null ? '' : `Enter ${whose(missing)} score first`}
          onKeyDown={ignoreHeld}
          onClick={onNext}
        >
          {holeNumber === LIMITS.holes && allEntered ? 'Complete round' : 'Next hole'}
        </Button>
      </div>
    </Footer>
  );
}

/** The key that picked a score may still be down when the focus arrives here. */
function ignoreHeld(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
