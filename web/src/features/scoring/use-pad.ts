import { useEffect, useRef } from 'react';
import { isSigned } from '../../golf/cards.js';
import { useChange } from '../../ui/hooks/use-change.js';
import type { OpenHole } from './use-hole.js';

const PAUSE_MS = 300;

/**
 * The place of the pad, which keeps itself and the active row in sight and has the focus whenever a change would leave
 * it nowhere. `focusKey` moves it to the key that Tab would reach, once the pad shows the row just chosen.
 */
export function usePad({ card, holeNumber, editing, landed }: OpenHole, differences: number) {
  const place = useRef<HTMLDivElement>(null);
  const find = (selector: string) => place.current?.querySelector<HTMLElement>(selector);
  const focus = (selector: string): void =>
    (find(selector) ?? find('[data-pad]') ?? place.current)?.focus({ preventScroll: true });
  const focusKey = (): void => queueMicrotask(() => focus('[aria-pressed][tabindex="0"]'));

  // Whether the last input was a key press: focus set after a touch shows no ring, as it would in Safari.
  useEffect(() => {
    const thumb = place.current?.closest('[data-thumb]');
    const note = ({ type }: Event): void => void thumb?.toggleAttribute('data-keys', type === 'keydown');
    const presses = ['keydown', 'pointerdown'];
    for (const press of presses) window.addEventListener(press, note, true);
    return () => {
      for (const press of presses) window.removeEventListener(press, note, true);
    };
  }, []);

  // At first, and whenever an entry has opened the next row, where a double tap would score for that player, it ignores
  // taps and keys for a moment.
  const pause = (): void => void place.current?.animate?.({ pointerEvents: ['none', 'none'] }, PAUSE_MS);
  useEffect(pause, []);
  useChange(card.userId, () => {
    if (landed !== null) pause();
  });

  // On another hole digits enter scores, and a held Enter presses nothing.
  useChange(holeNumber, () => {
    // After the route announcer, which focuses the page.
    queueMicrotask(() => {
      if (!document.activeElement?.closest('[role*="dialog"]')) focus('[data-pad]');
    });
  });

  // On a low window the pad would cover the third player's row.
  useEffect(() => {
    const row = document.querySelector('[data-row][data-active="true"]');
    row?.scrollIntoView({ block: 'nearest' });
    const [above, below] = [row, place.current].map((part) => part?.getBoundingClientRect());
    if (above === undefined || below === undefined || above.right <= below.left) return;
    if (above.bottom > below.top) window.scrollBy(0, above.bottom - below.top);
  }, [holeNumber, card.userId]);

  // A change has removed the focused element: the chosen key of an edited entry has it next, or the pad.
  const keep = (): void => {
    if (document.activeElement === document.body) focus('[aria-pressed="true"]:enabled');
  };
  useChange(`${card.userId} ${editing} ${card.hole.mine === null}`, keep);
  // What the other side changes must not move a screen reader that has no focus but reads elsewhere. Read during the
  // render, before the element is removed.
  const hadFocus = document.activeElement !== document.body;
  useChange(`${isSigned(card.round)} ${differences}`, () => {
    if (hadFocus) keep();
  });
  return { place, focusKey };
}
