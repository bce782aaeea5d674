import type { CardHistoryAnswer, MatchAnswer } from '@fairmark/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call/client.js';
import { queryClient } from '../../../api/call/query-client.js';

/** Par, index and strokes received of another player's card. They never change after the start. */
export function cardHolesQuery(matchId: string, userId: string) {
  return queryOptions({
    queryKey: ['card-holes', matchId, userId],
    queryFn: async ({ signal }) => {
      const { userMatchSettings } = await call<MatchAnswer>('GET', `/api/match/${matchId}`, {
        query: { userId },
        signal,
      });
      return userMatchSettings?.holes ?? [];
    },
    staleTime: Infinity,
  });
}

/** All entries and signatures of a card. Refetched for each revision of the match. */
export function cardHistoryQuery(matchId: string, userId: string, revision: string) {
  return queryOptions({
    queryKey: ['card-history', matchId, userId, revision],
    queryFn: ({ signal }) =>
      call<CardHistoryAnswer>('GET', `/api/match/${matchId}/history`, { query: { userId }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Refetches the match and every list that shows which rounds are signed. */
export function refreshAfterSigning(): void {
  void queryClient.invalidateQueries({ predicate: ({ queryKey }) => !UNSIGNED.has(String(queryKey[0])) });
}

/** Queries that a signature never changes. */
const UNSIGNED: ReadonlySet<string> = new Set(['course', 'courses', 'card-holes', 'golfers', 'user']);
