import { useCallback, useEffect, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { LIMITS } from '@fairmark/contract';
import { forgetRound } from '../../api/stored-round.js';
import { paths } from '../../shared/routing/paths.js';
import { useChange } from '../../ui/hooks/use-change.js';
import { nextHole, type OwedHole } from './next-step.js';
import type { OpenHole } from './use-hole.js';

/** Navigation within a round: to any hole, to the next one, and to the scorecard at the end. */
export function useRoundNavigation({ matchId, inPlay, holeNumber }: OpenHole, owed: readonly OwedHole[]) {
  const navigate = useNavigate();
  /** Whether the incomplete holes are listed, because Next led back to one of them. */
  const [listing, setListing] = useState(false);
  const toHole = useCallback(
    (hole: number) => void navigate(paths.score(hole, inPlay ? undefined : matchId)),
    [navigate, inPlay, matchId],
  );
  const complete = (): void => {
    if (inPlay) forgetRound();
    void navigate(paths.scorecard(matchId));
  };
  const goToNext = (): void => {
    const next = nextHole(holeNumber, owed);
    if (next === null) {
      complete();
      return;
    }
    setListing(holeNumber === LIMITS.holes);
    toHole(next);
  };
  return { toHole, goToNext, complete, listing, setListing };
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

/** Once a change of `state` has removed the focused element: focuses the chosen key of an edited entry, or the pad. */
export function useKeptFocus(place: RefObject<HTMLElement | null>, state: string): void {
  useChange(state, () => {
    if (document.activeElement !== document.body) return;
    const chosen = place.current?.querySelector<HTMLElement>('[aria-pressed="true"]:enabled');
    (chosen ?? padOrPlace(place))?.focus({ preventScroll: true });
  });
}

/** Focuses the key that Tab would reach, once the pad shows the row just chosen. */
export function focusKey(place: RefObject<HTMLElement | null>): void {
  queueMicrotask(() => {
    place.current?.querySelector<HTMLElement>('[aria-pressed][tabindex="0"]')?.focus({ preventScroll: true });
  });
}

/** Tracks whether the last input was a key press: focus set after a touch shows no ring. */
export function useRing(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const note = ({ type }: Event): void => void place.current?.toggleAttribute('data-keys', type === 'keydown');
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
