import { queryClient } from '../../api/call/query-client.js';
import { matchQuery } from '../../api/match.js';
import { forgetRound, rememberHole, rememberMatch, storedRound } from '../../api/stored-round.js';

const leaving = new Set<string>();

/** Runs an action that takes me out of a match. Unless it is refused, the match's hints must not redirect me. */
export async function leavingMatch<Answer>(matchId: string | null, leave: () => Promise<Answer>): Promise<Answer> {
  if (matchId === null) return leave();
  leaving.add(matchId);
  try {
    const answer = await leave();
    if (storedRound().matchId === matchId) forgetRound();
    return answer;
  } catch (error) {
    leaving.delete(matchId);
    throw error;
  }
}

/** Whether I am leaving this match, or have left it and not opened it again since. */
export function isLeaving(matchId: string): boolean {
  return leaving.has(matchId);
}

/** Lets the match's hints redirect me again. */
export function forgetLeaving(matchId: string): void {
  leaving.delete(matchId);
}

/** Stores the match that I have joined or opened. */
export function enterMatch(matchId: string): void {
  forgetLeaving(matchId);
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
