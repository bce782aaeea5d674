import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { currentQuery } from '../../api/match.js';
import { rememberMatch, storedRound } from '../../api/stored-round.js';
import { asksForRunning, matchOfPage, type PageMatch } from './round-of-page.js';

/** The match of the page; `pending` while it is asked for. */
export interface RoundOfPage extends PageMatch {
  pending: boolean;
  /** Not the round in progress: this phone knows of another one, or the server has said so. */
  apart: boolean;
}

/**
 * Finds the page's match, and remembers the one in progress on a phone that did not know it. What the phone remembers is read
 * when the page opens: when it is forgotten because the round ends, the page is about to be left.
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
