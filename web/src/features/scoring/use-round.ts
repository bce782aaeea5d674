import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { currentQuery } from '../../api/match.js';
import { rememberMatch, storedRound } from '../../api/stored-round.js';

/** The match of a hole page; `pending` while it is being looked up. */
export interface RoundOfPage {
  matchId: string | null;
  /** Whether it is the round in play; if not, a card is viewed or changed from its scorecard, and nothing is stored. */
  inPlay: boolean;
  pending: boolean;
  /** Whether it is known not to be the round in progress. */
  apart: boolean;
}

/**
 * Finds the page's match: the one in the URL, else the one stored on this phone, else the one in progress. Stores the
 * match in progress on a phone that did not know it. The stored match is read when the page opens: if it is forgotten
 * later because the round ends, the page is about to be left.
 */
export function useRoundOfPage(): RoundOfPage {
  const [query] = useSearchParams();
  const named = query.get('id');
  const [opened, setOpened] = useState(() => ({ named, mine: storedRound().matchId }));
  if (opened.named !== named) setOpened({ named, mine: storedRound().matchId });
  const { mine } = opened;
  const known = named ?? mine;
  // The match in progress may have been started on another phone.
  const { data, isPending } = useQuery({ ...currentQuery(), enabled: known === null || known !== mine });
  const running = data?.matchId ?? null;
  const matchId = known ?? running;
  const inPlay = matchId !== null && (matchId === mine || matchId === running);
  const adopted = matchId !== mine && matchId === running ? running : null;
  useEffect(() => {
    if (adopted === null) return;
    rememberMatch(adopted);
    setOpened({ named, mine: adopted });
  }, [adopted, named]);
  return { matchId, inPlay, pending: matchId === null && isPending, apart: !inPlay && !(mine === null && isPending) };
}
