import { LIMITS, type MatchAnswer } from '@fairmark/contract';
import { hasCode } from '../../api/call/errors.js';
import { currentQuery, matchQuery, forgetRound, rememberHole, storedRound } from '../../api/match.js';
import { queryClient } from '../../api/call/query-client.js';
import { session } from '../../api/call/session.js';
import { isSigned, partOn } from '../../golf/cards.js';
import { enterMatch } from './leaving.js';
import { paths } from '../routing/paths.js';
import { resumePath } from './resume.js';

/**
 * The page to resume after a load: of the match stored on this phone, unless it is over or the server has another
 * current one, which was begun since on another phone; null: none.
 */
export async function findResume(): Promise<string | null> {
  const { matchId, hole } = storedRound();
  const [{ current }, stored] = await Promise.all([
    // The page has just asked for it.
    queryClient.fetchQuery(currentQuery()).catch(() => ({ current: null })),
    matchId === null ? null : knownMatch(matchId),
  ]);
  if (current === null || current.matchId === matchId) {
    if (stored === 'unknown') return hole === null ? null : paths.score(hole);
    const path = stored && resumeStored(stored);
    if (path !== null) return path;
  }
  if (matchId !== null) forgetRound();
  if (current === null) return null;
  enterMatch(current.matchId);
  return resumePath(current);
}

/** Null if there is nothing to go on with: it has ended, or each card on which I write is signed, or in practice full. */
function resumeStored({ match, rounds }: MatchAnswer): string | null {
  const me = session()?.userId ?? '';
  const { id: matchId, started, ended, isSocial } = match;
  const cards = rounds.flatMap((round) => {
    const part = round.withdrawn ? null : partOn(round, me);
    if (part === null) return [];
    const { player, marker } = round.incompleteHoles;
    return [{ owed: part === 'PLAYER' ? player : marker, isSigned: isSigned(round) }];
  });
  const isDone = cards.every((card) => (isSocial ? card.owed.length === 0 : card.isSigned));
  if (ended || (started && isDone)) return null;
  const owed = cards.flatMap((card) => card.owed);
  const { hole } = storedRound();
  // Another phone has entered it since: go on with the next hole that is owed, or from the 10th tee with the 1st.
  if (hole !== null && owed.length > 0 && !owed.includes(hole)) {
    const later = owed.filter((other) => other > hole);
    rememberHole(Math.min(...(later.length > 0 ? later : owed)));
  }
  return resumePath({ matchId, started, isHost: match.host.id === me, nextHole: Math.min(LIMITS.holes, ...owed) });
}

/** Null: not found or no longer mine. Without a signal the cached match, or `unknown` if there is none. */
async function knownMatch(matchId: string): Promise<MatchAnswer | null | 'unknown'> {
  const query = matchQuery(matchId);
  try {
    return await queryClient.fetchQuery({ ...query, staleTime: 0 });
  } catch (error) {
    if (hasCode(error, 'MATCH_NOT_FOUND', 'NOT_FOUND')) return null;
    return queryClient.getQueryData(query.queryKey) ?? 'unknown';
  }
}
