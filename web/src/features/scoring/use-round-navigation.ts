import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { LIMITS } from '@fairmark/contract';
import { forgetRound } from '../../api/stored-round.js';
import { paths } from '../../shared/routing/paths.js';
import type { HoleOfRound } from './use-hole.js';

/** The state of a link to a difference on another hole. */
export interface Fixing {
  /** The hole to go back to. */
  from?: number;
}

/** Navigation within a round: to any hole, to the next one, and to the scorecard at the end. */
export function useRoundNavigation({ match, cards, first, inPlay, holeNumber }: HoleOfRound) {
  const navigate = useNavigate();
  const { from } = (useLocation().state ?? {}) as Fixing;
  const { id: matchId } = match.match;
  /** The holes that I have not entered, ascending, each with the cards that lack it. */
  const owed = first.holes
    .map(({ number }, index) => ({ hole: number, cards: cards.filter(({ holes }) => holes[index]?.mine === null) }))
    .filter(({ cards: lacking }) => lacking.length > 0);
  /** Whether the incomplete holes are listed, because Next led back to one of them. */
  const [listing, setListing] = useState(false);
  // Once another phone has entered the last of them, a hole that is cleared later must not open the list.
  if (listing && owed.length === 0) setListing(false);
  const pathTo = (hole: number): string => paths.score(hole, inPlay ? undefined : matchId);
  const toHole = (hole: number): void => {
    setListing(false);
    if (hole !== holeNumber) void navigate(pathTo(hole));
  };
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
    toHole(next);
    setListing(isLast);
  };
  return { from, owed, pathTo, toHole, goToNext, complete, listing, setListing };
}
