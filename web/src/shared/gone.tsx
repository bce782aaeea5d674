import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { forgetRound, storedRound } from '../api/stored-round.js';
import { paths } from './routing/paths.js';

/** For a match that no longer exists or is not this golfer's: forgets it and redirects home. */
export function Gone({ matchId }: { matchId: string }) {
  useForgotten(matchId);
  return <Navigate to={paths.home()} replace />;
}

/** Forgets this match, so that the next load does not resume it. */
export function useForgotten(matchId: string): void {
  useEffect(() => {
    if (storedRound().matchId === matchId) forgetRound();
  }, [matchId]);
}
