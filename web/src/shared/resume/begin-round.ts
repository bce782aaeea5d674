import { fetchFresh } from '../../api/call/fetch-fresh.js';
import { matchQuery } from '../../api/match.js';
import { rememberHole, storedRound } from '../../api/stored-round.js';
import { enterMatch } from './leaving.js';

/**
 * Starts playing a match on this phone, at the stored hole or the first, and returns the hole. Refetches the match
 * first, so that the hole page finds it started; without a signal it continues with the cached one.
 */
export async function beginRound(matchId: string): Promise<number> {
  enterMatch(matchId);
  const hole = storedRound().hole ?? 1;
  rememberHole(hole);
  await fetchFresh({ ...matchQuery(matchId), retry: false }).catch(() => undefined);
  return hole;
}
