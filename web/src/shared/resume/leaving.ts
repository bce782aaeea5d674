import { queryClient } from '../../api/call/query-client.js';
import { forgetRound, matchQuery, refreshMine, rememberHole, rememberMatch, storedRound } from '../../api/match.js';

/** Matches that I am leaving, or have left and not opened again since: their hints must not redirect me. */
export const leaving = new Set<string>();

/** Runs an action that takes me out of a match, if there is one to leave, and reads my lists again. */
export async function leavingMatch<Answer>(matchId: string | null, leave: () => Promise<Answer>): Promise<Answer> {
  if (matchId !== null) leaving.add(matchId);
  try {
    const answer = await leave();
    if (matchId !== null && storedRound().matchId === matchId) forgetRound();
    refreshMine();
    return answer;
  } catch (error) {
    if (matchId !== null) leaving.delete(matchId);
    throw error;
  }
}

/** Stores the match that I have joined or opened. */
export function enterMatch(matchId: string): void {
  leaving.delete(matchId);
  rememberMatch(matchId);
}

/** Starts playing a match on this phone, at the hole that it returns. Without a signal the cached match will do. */
export async function beginRound(matchId: string): Promise<number> {
  enterMatch(matchId);
  const hole = storedRound().hole ?? 1;
  rememberHole(hole);
  await queryClient.fetchQuery({ ...matchQuery(matchId), staleTime: 0, retry: false }).catch(() => undefined);
  return hole;
}
