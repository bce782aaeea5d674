import type {
  CreateMatchAnswer,
  CurrentMatchAnswer,
  InvitesAnswer,
  LastPracticeAnswer,
  MatchAnswer,
  Format,
  PlayType,
  ReadyAnswer,
  StartCall,
  Tee,
} from '@fairmark/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, command } from './call/client.js';
import { minPosition } from './call/position.js';
import { changing, queryClient } from './call/query-client.js';
import { read } from './call/read.js';
import { session } from './call/session.js';
import { readCopy, readStored, writeStored } from './call/stored.js';

export { forgetRound } from './call/session.js';

/** The current state of a match. The last answer is kept on the phone, so that a reload shows it immediately. */
export function matchQuery(matchId: string) {
  return queryOptions({
    queryKey: ['match', matchId],
    queryFn: async ({ signal }) => {
      const userId = session()?.userId;
      const answer = await call<MatchAnswer>('GET', `/api/match/${matchId}`, { signal });
      // The golfer may have signed out while the answer was in flight.
      if (userId === session()?.userId) storeMatch(answer);
      return answer;
    },
    // The socket announces changes; waking the phone refetches.
    staleTime: 5_000,
    initialData: () => storedMatch(matchId),
    initialDataUpdatedAt: 0,
  });
}

/** A finished match. Unlike the match in progress it is not stored on the phone. */
export const pastMatchQuery = (matchId: string) =>
  read<MatchAnswer>(['past-match', matchId], `/api/match/${matchId}`, { staleTime: Infinity });

const atKnownPosition = () => ({ query: minPosition() });

/** The match to resume, on any phone (docs/product.md, Lobby and invitations 18); null: none. */
export const currentQuery = () =>
  read(['current'], '/api/match/current', {
    ask: atKnownPosition,
    select: ({ current }: CurrentMatchAnswer) => current,
  });

/** My latest practice round, which is in no list; null: none. */
export const lastPracticeQuery = () =>
  read(['current', 'practice'], '/api/match/last-practice', {
    ask: atKnownPosition,
    select: ({ practice }: LastPracticeAnswer) => practice,
  });

/** Invitations that I have not answered. */
export const invitesQuery = () =>
  read(['invites'], '/api/match/invites', { ask: atKnownPosition, select: ({ invites }: InvitesAnswer) => invites });

/** Refetches a match. Resolves once its page shows it, or that failed. */
export const refreshMatch = (matchId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: matchQuery(matchId).queryKey });

/** Refetches the lists that depend on my matches and invitations. */
export function refreshMine(): void {
  void queryClient.invalidateQueries({ queryKey: ['current'] });
  void queryClient.invalidateQueries({ queryKey: ['invites'] });
}

/** Opens a lobby; another lobby of mine ends, or I leave it. Codes: ALREADY_IN_MATCH, HANDICAP_UNKNOWN. */
export const createMatch = (body: { course: string; tee: Tee; playType: PlayType; matchType?: Format }, key: string) =>
  command<CreateMatchAnswer>('POST', '/api/match/create', { body, key });

/**
 * Changes the group as its host. Busy until the match has been read again, however the call ended: a golfer would be
 * invited twice, and a choice of marker would fall back to the former one.
 */
const changeGroup = (method: 'POST' | 'PUT' | 'DELETE', path: string, matchId: string, change: object) =>
  changing(matchQuery(matchId), command(method, path, { body: { matchId, ...change } }));

/** Host only. Codes: GROUP_FULL, ALREADY_INVITED, INVITE_LIMIT. */
export const invitePlayer = (matchId: string, id: string) => changeGroup('POST', '/api/match/invite', matchId, { id });

/** Withdraws an invitation or removes a player. Host only, before the start. */
export const removePlayer = (matchId: string, userId: string) =>
  changeGroup('DELETE', '/api/match/invite', matchId, { userId });

/** Accepts or denies my invitation. Codes: INVITE_NOT_FOUND, MATCH_STARTED, ALREADY_IN_MATCH. */
export const answerInvite = (inviteId: string, status: 'ACCEPTED' | 'DENIED', matchId: string) =>
  command('PUT', '/api/match/invite', { body: { id: inviteId, status, matchId } });

/** Saves my handicap for this round; the server computes the daily handicap. Clears my ready flag unless `ready`. */
export const saveSettings = (matchId: string, settings: { handicap: number; ready: boolean }) =>
  command<ReadyAnswer>('POST', '/api/match/ready', { body: { matchId, settings } });

/** Sets the marker of a player. Host only. */
export const assignMarker = (matchId: string, choice: { userId: string; markerId: string }) =>
  changeGroup('PUT', '/api/match/marker', matchId, choice);

/** Host only. Codes: NOT_READY, NO_MARKER. */
export const startMatch = (body: StartCall) => command('POST', '/api/match/start', { body });

/** Leaves the lobby; if the host leaves, the lobby ends for everyone. Code: MATCH_STARTED. */
export const leaveLobby = (matchId: string) => command('POST', '/api/match/leave-lobby', { body: { matchId } });

/** Withdraws from the started round. Of a lobby, leaves it. */
export const deleteRound = (matchId: string) => command('DELETE', '/api/match/round', { body: { matchId } });

/** Signs my cards. `seen`: markers' entries, by id. Codes: ROUND_NOT_COMPLETE…, SCORES_DONT_MATCH, SCORE_CHANGED. */
export const signCards = (matchId: string, seen: readonly string[]) =>
  command('POST', `/api/match/${matchId}/verify`, { body: { seen } });

/** Voids the signatures of a card that is not verified yet. */
export const reopenCard = (matchId: string, userId: string) =>
  command('DELETE', `/api/match/${matchId}/verify`, { body: { userId } });

/** The match in progress and the hole to resume at, as far as this phone knows them (docs/product.md, Scoring 18). */
export function storedRound() {
  const hole = readStored('round');
  return { matchId: readStored('match'), hole: hole === null ? null : Number(hole) };
}

/** Stores the match whose lobby or round the golfer is in. */
export function rememberMatch(matchId: string): void {
  if (readStored('match') === matchId) return;
  writeStored('match', matchId);
  writeStored('round', null);
}

/** Stores the hole to resume at. */
export function rememberHole(hole: number): void {
  writeStored('round', String(hole));
}

/** A match in play keeps its place. If storage is full, the older copy goes: after a reload it would be outdated. */
function storeMatch(answer: MatchAnswer): void {
  if ((storedRound().matchId ?? answer.match.id) !== answer.match.id) return;
  const copy = JSON.stringify({ userId: session()?.userId, answer });
  if (!writeStored('match-copy', copy)) writeStored('match-copy', null);
}

function storedMatch(matchId: string): MatchAnswer | undefined {
  // A copy stored by an older client may lack properties that this one reads.
  const isWhole = ({ userId, answer }: { userId?: string; answer: MatchAnswer }): boolean => {
    const isMine = userId === session()?.userId && answer.match.id === matchId;
    return isMine && /^\d+$/.test(answer.revision) && typeof answer.log === 'string' && Array.isArray(answer.rounds);
  };
  return readCopy('match-copy', isWhole)?.answer;
}
