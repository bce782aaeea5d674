import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { forgetRound, storedRound } from '../api/stored-round.js';
import { paths } from './routing/paths.js';

/** A match that is not there any more, or not for this golfer: this phone forgets it and goes home. */
export function Gone({ matchId }: { matchId: string }) {
  useForgotten(matchId);
  return <Navigate to={paths.home()} replace />;
}

/** The next load does not lead back to this match. */
export function useForgotten(matchId: string): void {
  useEffect(() => {
    if (storedRound().matchId === matchId) forgetRound();
  }, [matchId]);
}
