import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { currentQuery } from '../../api/match.js';
import { rememberMatch, storedRound } from '../../api/stored-round.js';

/** Which match a hole page is about. */
export interface RoundOfPage {
  /** Null: none, or not known yet. */
  matchId: string | null;
  pending: boolean;
  /**
   * The round that this phone is playing. False: a card that is only looked at or mended, opened from its scorecard; this
   * phone's memory is left alone (decisions B15).
   */
  inPlay: boolean;
}

/** The match that the address names, else the one that this phone remembers, else the one in progress (decisions A10). */
export function useRoundOfPage(): RoundOfPage {
  const [query] = useSearchParams();
  const named = query.get('id');
  const stored = storedRound().matchId;
  // A phone that remembers nothing asks which match is in progress: it may be the one that the address names.
  const current = useQuery({ ...currentQuery(), enabled: stored === null });
  const running = current.data?.started === true ? current.data.matchId : null;
  const adopted = stored === null && running !== null && (named ?? running) === running ? running : null;
  useEffect(() => {
    if (adopted !== null) rememberMatch(adopted);
  }, [adopted]);
  const matchId = named ?? stored ?? current.data?.matchId ?? null;
  return {
    matchId,
    pending: matchId === null && current.isPending,
    inPlay: matchId !== null && (matchId === stored || matchId === adopted),
  };
}
