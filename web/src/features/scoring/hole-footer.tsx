import styled from '@emotion/styled';
import { LIMITS } from '@fairmark/contract';
import { ArrowRight, Table2, X } from 'lucide-react';
import { DESKTOP } from '../../ui/breakpoints.js';
import { Button } from '../../ui/button.js';
import { focusPad } from './hole-pad.js';
import { whose } from './parts/cards.js';
import { ON_ITS_SIDE } from './parts/layout.js';
import type { OpenHole } from './use-hole.js';

/** The buttons, in the same place on every hole and in every state. */
const Footer = styled.footer`
  display: flex;
  gap: var(--space-1);
  padding: 6px var(--space-4) calc(6px + env(safe-area-inset-bottom)) var(--space-2);
  border-top: 1px solid var(--line);
  background: var(--surface);
  @media (min-height: 800px) {
    padding-block: 8px calc(8px + env(safe-area-inset-bottom));
  }
  & > button[data-kind] {
    padding-inline: var(--space-2);
    font-size: min(var(--text-18), 6.4cqi);
    line-height: 1.15;
  }
  & > button[data-small] {
    min-width: min(76px, 22cqi);
    color: var(--ink);
    font-size: min(var(--text-12), 4cqi);
    overflow-wrap: normal;
    flex-direction: column;
    gap: 3px;
  }
  /* Allow three lines, for a duty with a long name. */
  ${ON_ITS_SIDE} {
    & > button[data-size='large']:not([data-small]) {
      padding: 2px var(--space-1);
      font-size: min(var(--text-16), 5.6cqi);
    }
  }
  & > button:not([data-small]) {
    flex: 1 0 36%;
  }
  ${DESKTOP} {
    padding-left: var(--space-4);
    & > [data-small='card'] {
      display: none;
    }
  }
`;

/** Scorecard, Next hole and the next duty. The duty is prominent; Next takes its place once the hole is entered. */
export function HoleFooter({ page, onCard }: { page: OpenHole; onCard: () => void }) {
  const { holeNumber, card, editing, choose, owed, next, goToNext } = page;
  const duty = dutyOf(page);
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
        // The key that picked a score may still be down when Next gets the focus.
        onKeyDown={(event) => event.repeat && event.preventDefault()}
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
function dutyOf(page: OpenHole): { words: string; act: () => void } | null {
  const { cards, card: active, holeNumber, inPlay, owed, toHole, complete, choose, from = holeNumber } = page;
  const card = [active, ...cards].find(({ hole }) => hole.mine === null);
  if (card !== undefined) {
    const enter = (): void => {
      choose(card.userId);
      // The key that Tab would reach, once the pad shows the row just chosen.
      queueMicrotask(() => focusPad(page, '[aria-pressed][tabindex="0"]'));
    };
    return { words: `Enter ${whose(card)} score`, act: enter };
  }
  // On the last hole Next itself completes the round.
  if (inPlay && owed.length === 0 && holeNumber < LIMITS.holes) return { words: 'Complete round', act: complete };
  return from === holeNumber ? null : { words: `Back to hole ${from}`, act: () => toHole(from) };
}
