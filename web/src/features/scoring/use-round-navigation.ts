import { useCallback, useEffect, useState, type RefObject } from 'react';
import { useNavigate } from 'react-router-dom';
import { forgetRound } from '../../api/stored-round.js';
import { paths } from '../../shared/routing/paths.js';
import { useChange } from '../../ui/hooks/use-change.js';
import { nextStep, type Incomplete } from './next-step.js';

/** Where a hole page stands in its round. */
export interface Place {
  matchId: string;
  /** Whether this phone remembers the way through the round. */
  inPlay: boolean;
  holeNumber: number;
  /** What I still owe, in all. */
  incomplete: readonly Incomplete[];
}

/** The way through a round: to any hole, on from this one, and to the scorecard when all is entered. */
export function useRoundNavigation({ matchId, inPlay, holeNumber, incomplete }: Place) {
  const navigate = useNavigate();
  /** Whether the incomplete holes are listed, because Next led back to one. */
  const [listing, setListing] = useState(false);
  const toHole = useCallback(
    (hole: number) => void navigate(paths.score(hole, inPlay ? undefined : matchId)),
    [navigate, inPlay, matchId],
  );
  const complete = (): void => {
    if (inPlay) forgetRound();
    void navigate(paths.scorecard(matchId));
  };
  const goOn = (): void => {
    const step = nextStep(holeNumber, incomplete);
    if (step.to === 'scorecard') {
      complete();
      return;
    }
    if (step.to === 'incomplete') setListing(true);
    toHole(step.hole);
  };
  return { toHole, goOn, complete, listing, setListing };
}

/** What has the focus after a change of hole: the pad as a whole, so that digits enter and a held Enter presses nothing. */
export function useArrival(place: RefObject<HTMLElement | null>, holeNumber: number): void {
  useChange(holeNumber, () => {
    // After the route announcer, which gives the focus to the page.
    queueMicrotask(() => {
      const inDialog = document.activeElement?.matches('[role*="dialog"], [role*="dialog"] *') === true;
      if (!inDialog) padOrPlace(place)?.focus({ preventScroll: true });
    });
  });
}

/**
 * Gives the focus back when what had it is gone from the page: to the chosen key where an entry is changed, else to the
 * pad. `state` is anything that changes with what is shown.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>, state: string): void {
  useChange(state, () => {
    if (document.activeElement !== document.body) return;
    const chosen = place.current?.querySelector<HTMLElement>('[aria-pressed="true"]:enabled');
    (chosen ?? padOrPlace(place))?.focus({ preventScroll: true });
  });
}

/** Gives the focus to the key of the pad that Tab would come to, once the pad is that of the row just chosen. */
export function focusKey(place: RefObject<HTMLElement | null>): void {
  queueMicrotask(() => {
    place.current?.querySelector<HTMLElement>('[aria-pressed][tabindex="0"]')?.focus({ preventScroll: true });
  });
}

/** Notes on the pad's place whether a key was pressed last: what the page gives the focus to after a finger needs no ring. */
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
