import { fetchFresh } from '../../api/call/fetch-fresh.js';
import { matchQuery } from '../../api/match.js';
import { rememberHole, storedRound } from '../../api/stored-round.js';
import { enterMatch } from './leaving.js';

/** Starts playing a match on this phone, at the hole that it returns. Without a signal the cached match will do. */
export async function beginRound(matchId: string): Promise<number> {
  enterMatch(matchId);
  const hole = storedRound().hole ?? 1;
  rememberHole(hole);
  await fetchFresh({ ...matchQuery(matchId), retry: false }).catch(() => undefined);
  return hole;
}
