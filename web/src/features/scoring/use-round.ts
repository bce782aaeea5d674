import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { currentQuery } from '../../api/match.js';
import { rememberMatch, storedRound } from '../../api/stored-round.js';
import { asksForRunning, matchOfPage, type PageMatch } from './round-of-page.js';

/** The match of the page; `pending` while it is being looked up. */
export interface RoundOfPage extends PageMatch {
  pending: boolean;
  /** Whether it is known not to be the round in progress. */
  apart: boolean;
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
