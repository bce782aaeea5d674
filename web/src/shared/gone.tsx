import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { forgetRound, storedRound } from '../api/stored-round.js';
import { paths } from './routing/paths.js';

/** For a match that no longer exists or is not this golfer's: forgets it and redirects home, which says so if `said`. */
export function Gone({ matchId, said = false }: { matchId: string; said?: boolean }) {
  useForgotten(matchId);
  return <Navigate to={paths.home()} replace state={said ? { notFound: true } : null} />;
}

/** Forgets this match, so that the next load does not resume it. */
export function useForgotten(matchId: string): void {
  useEffect(() => {
    if (storedRound().matchId === matchId) forgetRound();
  }, [matchId]);
}
