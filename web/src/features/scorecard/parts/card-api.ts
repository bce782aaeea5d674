import type { CardHistoryAnswer, MatchAnswer } from '@fairmark/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { queryClient } from '../../../api/call/query-client.js';
import { read } from '../../../api/call/read.js';

/** Par, index and strokes received of another player's card. They never change after the start. */
export const cardHolesQuery = (matchId: string, userId: string) =>
  read(['card-holes', matchId, userId], `/api/match/${matchId}`, {
    ask: () => ({ query: { userId } }),
    pick: ({ userMatchSettings }: MatchAnswer) => userMatchSettings?.holes ?? [],
    staleTime: Infinity,
  });

/** All entries and signatures of a card. Refetched for each revision of the match. */
export const cardHistoryQuery = (matchId: string, userId: string, revision: string) =>
  read<CardHistoryAnswer>(['card-history', matchId, userId, revision], `/api/match/${matchId}/history`, {
    ask: () => ({ query: { userId } }),
    placeholderData: keepPreviousData,
  });

/** Refetches the match and every list that shows which rounds are signed. */
export const refreshAfterSigning = (): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => !UNSIGNED.has(String(queryKey[0])) });

const UNSIGNED: ReadonlySet<string> = new Set(['course', 'courses', 'card-holes', 'golfers', 'user']);
