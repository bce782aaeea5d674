import { fetchFresh } from '../../api/call/fetch-fresh.js';
import { matchQuery } from '../../api/match.js';
import { rememberHole, storedRound } from '../../api/stored-round.js';
import { enterMatch } from './leaving.js';

/**
 * The match has started: this phone plays it from the hole that it remembers, or the first. Waits for the match as it is
 * now, so that the hole page finds a started one; without a signal it goes on with what is known.
 */
export async function beginRound(matchId: string): Promise<number> {
  enterMatch(matchId);
  const hole = storedRound().hole ?? 1;
  rememberHole(hole);
  await fetchFresh({ ...matchQuery(matchId), retry: false }).catch(() => undefined);
  return hole;
}
