import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { currentQuery } from '../../api/match.js';
import { rememberMatch, storedRound } from '../../api/stored-round.js';

interface KnownMatches {
  /** The match in the URL. */
  named: string | null;
  /** The match stored on this phone. */
  mine: string | null;
  /** The match in progress by the server; null: none, or not known. */
  running: string | null;
}

/** The match of a hole page; `pending` while it is being looked up. */
export interface RoundOfPage {
  matchId: string | null;
  /** Whether it is the round in play; if not, a card is viewed or changed from its scorecard, and nothing is stored. */
  inPlay: boolean;
  pending: boolean;
  /** Whether it is known not to be the round in progress. */
  apart: boolean;
}

/** The match in the URL, else the one stored on this phone, else the one in progress. */
export function matchOfPage({ named, mine, running }: KnownMatches): Pick<RoundOfPage, 'matchId' | 'inPlay'> {
  const matchId = named ?? mine ?? running;
  return { matchId, inPlay: matchId !== null && (matchId === mine || matchId === running) };
}

/** Whether to ask the server for the match in progress, which may have been started on another phone. */
export function asksForRunning({ named, mine }: Omit<KnownMatches, 'running'>): boolean {
  return mine === null || (named !== null && named !== mine);
}

/**
 * Finds the page's match, and stores the match in progress on a phone that did not know it. The stored match is read
 * when the page opens: if it is forgotten later because the round ends, the page is about to be left.
 */
export function useRoundOfPage(): RoundOfPage {
  const [query] = useSearchParams();
  const named = query.get('id');
  const [opened, setOpened] = useState(() => ({ named, mine: storedRound().matchId }));
  if (opened.named !== named) setOpened({ named, mine: storedRound().matchId });
  const asks = asksForRunning(opened);
  const { data, isPending } = useQuery({ ...currentQuery(), enabled: asks });
  const running = asks ? (data?.matchId ?? null) : null;
  const page = matchOfPage({ ...opened, running });
  const adopted = page.inPlay && page.matchId === running ? running : null;
  useEffect(() => {
    if (adopted === null) return;
    rememberMatch(adopted);
    setOpened({ named, mine: adopted });
  }, [adopted, named]);
  const unknown = asks && opened.mine === null;
  return { ...page, pending: page.matchId === null && isPending, apart: !page.inPlay && !(unknown && isPending) };
}
