import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { forgetRound, storedRound } from '../api/match.js';
import { paths } from './routing/paths.js';

/** For a match that is gone or not this golfer's: forgets it and redirects home, which says so if `notify`. */
export function Gone({ matchId, notify = false }: { matchId: string; notify?: boolean }) {
  useForgotten(matchId);
  return <Navigate to={paths.home()} replace state={notify ? { why: 'notFound' } : null} />;
}

/** Forgets this match, so that the next load does not resume it. */
export function useForgotten(matchId: string): void {
  useEffect(() => {
    if (storedRound().matchId === matchId) forgetRound();
  }, [matchId]);
}
