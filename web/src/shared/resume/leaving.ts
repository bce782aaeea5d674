import { forgetRound, rememberMatch, storedRound } from '../../api/stored-round.js';

const leaving = new Set<string>();

/**
 * Runs what takes me out of a match. Its hints (the set-up ended, I am out) are my own doing from now on and lead me nowhere;
 * when it is refused, I am still in.
 */
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

/** Whether I am leaving this match, or have left it since the page was loaded. */
export function isLeaving(matchId: string): boolean {
  return leaving.has(matchId);
}

/** I am in this match from now on. */
export function enterMatch(matchId: string): void {
  leaving.delete(matchId);
  rememberMatch(matchId);
}
