import type {
  CreateMatchAnswer,
  CurrentMatchAnswer,
  InviteAnswer,
  InvitesAnswer,
  LastPracticeAnswer,
  MatchAnswer,
  MatchCommandAnswer,
  Format,
  PlayType,
  ReadyAnswer,
  ScoreAnswer,
  StartCall,
  Tee,
  VerifyAnswer,
} from '@fairmark/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, command } from './call/client.js';
import { askForMatch } from './call/match-news.js';
import { minPosition } from './call/position.js';
import { queryClient } from './call/query-client.js';
import { read } from './call/read.js';
import { session } from './call/session.js';
import { readStored, writeStored } from './call/stored.js';

/** The match as its golfers see it, always current. The last answer is kept on the phone: a reload shows it at once. */
export function matchQuery(matchId: string) {
  return queryOptions({
    queryKey: ['match', matchId],
    queryFn: async ({ signal }) => {
      const userId = session()?.userId;
      const answer = await askForMatch(matchId, () => call<MatchAnswer>('GET', `/api/match/${matchId}`, { signal }));
      // Whose answer it is may have left this phone while it was on its way.
      if (userId === session()?.userId) keepMatch(JSON.stringify({ userId, answer }));
      return answer;
    },
    // The socket says when it changes; waking the phone asks again.
    staleTime: 5_000,
    initialData: () => keptMatch(matchId),
    initialDataUpdatedAt: 0,
  });
}

/** A match that is over, as it was played. Unlike the one in progress it is not kept on the phone. */
export const pastMatchQuery = (matchId: string) =>
  read<MatchAnswer>(['past-match', matchId], `/api/match/${matchId}`, { staleTime: Infinity });

const asOfNow = () => ({ query: minPosition() });

/** The match to resume on any phone (docs/product.md, Lobby and invitations 18); null: none. */
export const currentQuery = () =>
  read(['current'], '/api/match/current', {
    ask: asOfNow,
    pick: ({ current, maxGroupSize }: CurrentMatchAnswer) => {
      queryClient.setQueryData(maxGroupSizeQuery().queryKey, maxGroupSize);
      return current;
    },
  });

/** Players of a match that is created now, its host included: known once {@link currentQuery} is answered. Not asked by itself. */
export function maxGroupSizeQuery() {
  return queryOptions<number>({ queryKey: ['max-group-size'], enabled: false, staleTime: Infinity });
}

/** My latest practice round, which is in no list; null: none. */
export const lastPracticeQuery = () =>
  read(['current', 'practice'], '/api/match/last-practice', {
    ask: asOfNow,
    pick: ({ practice }: LastPracticeAnswer) => practice,
  });

/** Invitations that wait for my answer. */
export const invitesQuery = () =>
  read(['invites'], '/api/match/invites', { ask: asOfNow, pick: ({ invites }: InvitesAnswer) => invites });

/** Asks for everything again that a change of a match may show. Not awaited by screens. */
export function refreshMatch(matchId: string): void {
  void queryClient.invalidateQueries({ queryKey: matchQuery(matchId).queryKey });
}

/** Asks for the lists again that depend on my matches and invitations. */
export function refreshMine(): void {
  void queryClient.invalidateQueries({ queryKey: ['current'] });
  void queryClient.invalidateQueries({ queryKey: ['invites'] });
}

/** Opens a lobby; my other lobby ends, or I leave it. Codes: ALREADY_IN_MATCH, HANDICAP_UNKNOWN. */
export const createMatch = (body: { course: string; tee: Tee; playType: PlayType; matchType?: Format }) =>
  command<CreateMatchAnswer>('POST', '/api/match/create', { body });

/** Host only. Codes: GROUP_FULL, ALREADY_INVITED, INVITE_LIMIT. */
export const invitePlayer = (matchId: string, userId: string) =>
  command<InviteAnswer>('POST', '/api/match/invite', { body: { id: userId, matchId } });

/** Takes an invitation back or removes a player. Host only, before the start. */
export const removePlayer = (matchId: string, userId: string) =>
  command<MatchCommandAnswer>('DELETE', '/api/match/invite', { body: { userId, matchId } });

/** Accepts or denies my invitation. Codes: INVITE_NOT_FOUND, MATCH_STARTED, ALREADY_IN_MATCH. */
export const answerInvite = (inviteId: string, status: 'ACCEPTED' | 'DENIED', matchId?: string) =>
  command<InviteAnswer>('PUT', '/api/match/invite', { body: { id: inviteId, status, matchId } });

/** Saves my handicap of this round; the server computes the daily one. Saving clears my ready flag unless `ready`. */
export const saveSettings = (matchId: string, settings: { handicap: number; ready: boolean }) =>
  command<ReadyAnswer>('POST', '/api/match/ready', { body: { matchId, settings } });

/** Host only: who keeps a player's card. */
export const assignMarker = (matchId: string, userId: string, markerId: string) =>
  command<MatchCommandAnswer>('PUT', '/api/match/marker', { body: { matchId, userId, markerId } });

/** Host only. Codes: NOT_READY, NO_MARKER. */
export const startMatch = (body: StartCall) => command<MatchCommandAnswer>('POST', '/api/match/start', { body });

/** Leaves the lobby; the host ends it for all. */
export const leaveLobby = (matchId: string) =>
  command<MatchCommandAnswer>('POST', '/api/match/leave-lobby', { body: { matchId } });

/** Deletes my round: leaves the lobby, or withdraws from the started round. */
export const deleteRound = (matchId: string) =>
  command<MatchCommandAnswer>('DELETE', '/api/match/round', { body: { matchId } });

export interface ScoreCommand {
  matchId: string;
  userId: string;
  holeNumber: number;
  strokes: number | null;
  noScore: boolean;
  /** The entry that this one replaces; null: none yet. */
  replaces: string | null;
  /** ISO 8601 in UTC, by this phone's clock. */
  occurredAt: string;
}

/** One try to send a score; the outbox is what repeats it. Codes: SCORE_CHANGED, ROUND_SIGNED, NOT_MARKER. */
export function sendScore({ noScore, strokes, ...score }: ScoreCommand, key: string, timeoutMs: number) {
  const body = { ...score, ...(noScore ? { noScore } : { strokes }) };
  return call<ScoreAnswer>('POST', '/api/match/score', { body, key, timeoutMs });
}

/** Signs every card I share. `seen`: ids of the markers' entries. Codes: ROUND_NOT_COMPLETE…, SCORES_DONT_MATCH, SCORE_CHANGED. */
export const signCards = (matchId: string, seen: readonly string[]) =>
  command<VerifyAnswer>('POST', `/api/match/${matchId}/verify`, { body: { seen } });

/** Voids the signatures of a card that is not verified yet. */
export const reopenCard = (matchId: string, userId: string) =>
  command<MatchCommandAnswer>('DELETE', `/api/match/${matchId}/verify`, { body: { userId } });

/** Without room for this one the copy before it goes too: a reload would show scores as they were, and nothing of those since. */
function keepMatch(copy: string): void {
  if (!writeStored('match-copy', copy)) writeStored('match-copy', null);
}

function keptMatch(matchId: string): MatchAnswer | undefined {
  const kept = readStored('match-copy');
  if (kept === null) return undefined;
  try {
    const { userId, answer } = JSON.parse(kept) as { userId: string; answer: MatchAnswer };
    // What an older client kept may lack what this one reads.
    const placed = /^\d+$/.test(answer.revision) && typeof answer.log === 'string';
    const whole = answer.match.id === matchId && placed && Array.isArray(answer.rounds);
    return userId === session()?.userId && whole ? answer : undefined;
  } catch {
    return undefined;
  }
}
