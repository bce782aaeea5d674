import { useEffect, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { LIMITS } from '@fairmark/contract';
import { forgetRound } from '../../api/stored-round.js';
import { paths } from '../../shared/routing/paths.js';
import { HOLE_NUMBERS, myEntry } from './parts/cards.js';
import { useChange } from '../../ui/hooks/use-change.js';
import type { OpenHole } from './use-hole.js';

/** Navigation within a round: to any hole, to the next one, and to the scorecard at the end. */
export function useRoundNavigation({ cards, matchId, inPlay, holeNumber }: OpenHole) {
  const navigate = useNavigate();
  /** The holes that I have not entered, ascending, each with the cards that lack it. */
  const owed = HOLE_NUMBERS.map((hole) => ({
    hole,
    cards: cards.filter((card) => myEntry(card, hole) === null),
  })).filter(({ cards: lacking }) => lacking.length > 0);
  /** Whether the incomplete holes are listed, because Next led back to one of them. */
  const [listing, setListing] = useState(false);
  // Once another phone has entered the last of them, a hole that is cleared later must not open the list.
  if (listing && owed.length === 0) setListing(false);
  const toHole = (hole: number): void => void navigate(paths.score(hole, inPlay ? undefined : matchId));
  const complete = (): void => {
    if (inPlay) forgetRound();
    void navigate(paths.scorecard(matchId));
  };
  /** After the last hole, to the first one that I owe. */
  const goToNext = (): void => {
    const isLast = holeNumber === LIMITS.holes;
    const next = isLast ? owed[0]?.hole : holeNumber + 1;
    if (next === undefined) {
      complete();
      return;
    }
    setListing(isLast);
    toHole(next);
  };
  return { owed, toHole, goToNext, complete, listing, setListing };
}

export type RoundNavigation = ReturnType<typeof useRoundNavigation>;

/** Focuses the pad after a change of hole, so that digits enter scores and a held Enter presses nothing. */
export function useArrival(place: RefObject<HTMLElement | null>, holeNumber: number): void {
  useChange(holeNumber, () => {
    // After the route announcer, which focuses the page.
    queueMicrotask(() => {
      const inDialog = document.activeElement?.matches('[role*="dialog"], [role*="dialog"] *') === true;
      if (!inDialog) padOrPlace(place)?.focus({ preventScroll: true });
    });
  });
}

/**
 * Once a change has removed the focused element: focuses the chosen key of an edited entry, or the pad. `theirs`: what
 * the other side changes, which must not move a screen reader that has no focus but reads elsewhere.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>, mine: string, theirs: string): void {
  const keep = (): void => {
    if (document.activeElement !== document.body) return;
    const chosen = place.current?.querySelector<HTMLElement>('[aria-pressed="true"]:enabled');
    (chosen ?? padOrPlace(place))?.focus({ preventScroll: true });
  };
  useChange(mine, keep);
  // Read during the render, before the element is removed.
  const hadFocus = document.activeElement !== document.body;
  useChange(theirs, () => {
    if (hadFocus) keep();
  });
}

/** Keeps the active row in sight: on a low window the pad would cover the third player's. */
export function useRowInSight(pad: RefObject<HTMLElement | null>, active: string): void {
  useEffect(() => {
    const row = document.querySelector('[data-row][data-active="true"]');
    row?.scrollIntoView({ block: 'nearest' });
    const [above, below] = [row, pad.current].map((part) => part?.getBoundingClientRect());
    if (above === undefined || below === undefined || above.right <= below.left) return;
    if (above.bottom > below.top) window.scrollBy(0, above.bottom - below.top);
  }, [pad, active]);
}

/** Focuses the key that Tab would reach, once the pad shows the row just chosen. */
export function focusKey(place: RefObject<HTMLElement | null>): void {
  queueMicrotask(() => {
    place.current?.querySelector<HTMLElement>('[aria-pressed][tabindex="0"]')?.focus({ preventScroll: true });
  });
}

/** Tracks whether the last input was a key press: focus set after a touch shows no ring, as it would in Safari. */
export function useRing(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const thumb = place.current?.closest('[data-thumb]');
    const note = ({ type }: Event): void => void thumb?.toggleAttribute('data-keys', type === 'keydown');
    const presses = ['keydown', 'pointerdown'];
    for (const press of presses) window.addEventListener(press, note, true);
    return () => {
      for (const press of presses) window.removeEventListener(press, note, true);
    };
  }, [place]);
}

function padOrPlace(place: RefObject<HTMLElement | null>): HTMLElement | null {
  return place.current?.querySelector<HTMLElement>('[data-pad]') ?? place.current;
}
