import type {
  BoardLinkMadeAnswer,
  BoardLinksAnswer,
  BackupsAnswer,
  CorrectionCall,
  FoundRoundsAnswer,
  MatchCommandAnswer,
  ParkedAnswer,
  ProjectionName,
  ProjectionsAnswer,
  RebuildAnswer,
  RoundStoryAnswer,
  SecondFactorMadeAnswer,
} from '@fairmark/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { confirmPassword } from './auth.js';
import { call, command } from './call/client.js';
import { unless } from './call/errors.js';
import { queryClient } from './call/query-client.js';
import { read } from './call/read.js';
import { opsRolesQuery } from './ops-roles.js';

/** How every projection is. For AUDITOR and SUPPORT. */
export const projectionsQuery = () =>
  read(['ops', 'projections'], '/api/ops/projections', {
    pick: ({ projections }: ProjectionsAnswer) => projections,
    staleTime: 0,
  });

/** How the nightly backups are. For AUDITOR and SUPPORT. */
export const backupsQuery = () => read<BackupsAnswer>(['ops', 'backups'], '/api/ops/backups');

/** The first parked events. `count`: how many there are, so that another number asks again. */
export const parkedQuery = (count: number) =>
  read<ParkedAnswer>(['ops', 'parked', count], '/api/ops/parked', { placeholderData: keepPreviousData });

/** Asks for a rebuild of a projection's tables. For SUPPORT. Code: REBUILD_RUNNING. */
export const requestRebuild = (name: ProjectionName) =>
  call<RebuildAnswer>('POST', `/api/ops/projections/${name}/rebuild`);

/** Calls a rebuild off. For SUPPORT. Code: NOT_FOUND where none is open any more. */
export const cancelRebuild = (name: ProjectionName) =>
  call<RebuildAnswer>('POST', `/api/ops/projections/${name}/cancel`);

/** Every read of golfers' rounds is written down: none happens unasked. */
const AS_WISHED = { staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** The whole story of a round; who reads it is recorded. Codes: FORBIDDEN, MATCH_NOT_FOUND. */
export const roundStoryQuery = (matchId: string) =>
  read<RoundStoryAnswer>(['ops', 'round', matchId], `/api/ops/rounds/${matchId}`, AS_WISHED);

/** Match rounds of a course that started on a day, the latest first; who reads them is recorded. For AUDITOR, and its COMMITTEE. */
export const foundRoundsQuery = (course: string, day: string) =>
  read<FoundRoundsAnswer>(['ops', 'rounds', course, day], '/api/ops/rounds', {
    ask: () => ({ query: { course, day } }),
    ...AS_WISHED,
  });

/** Asks for a day's rounds again the next time that they are shown, or at once where they are. */
export async function refreshRounds(course: string, day: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: foundRoundsQuery(course, day).queryKey });
}

/** Corrects a verified card. `key`: one for the same form. Codes: NOT_COMMITTEE, OWN_CARD, CARD_NOT_VERIFIED, SCORE_CHANGED. */
export const correctCard = (matchId: string, body: CorrectionCall, key: string) =>
  command<MatchCommandAnswer>('POST', `/api/match/${matchId}/corrections`, { body, key });

/** Asks for a round's story again, and for everything that its cards stand in. */
export async function refreshRound(matchId: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['match', matchId] });
  void queryClient.invalidateQueries({ queryKey: ['ops', 'rounds'] });
  await queryClient.invalidateQueries({ queryKey: roundStoryQuery(matchId).queryKey });
}

/** The links that show a course's board without a sign-in. For its COMMITTEE. */
export const boardLinksQuery = (course: string) =>
  read(['ops', 'board-links', course], '/api/ops/board-links', {
    ask: () => ({ query: { course } }),
    pick: ({ links }: BoardLinksAnswer) => links,
    staleTime: 0,
  });

/** Makes a link; its token is told this once. For its COMMITTEE. Code: BOARD_LINKS_FULL. */
export async function makeBoardLink(course: string, label: string): Promise<BoardLinkMadeAnswer> {
  const made = await call<BoardLinkMadeAnswer>('POST', '/api/ops/board-links', { body: { course, label } });
  await queryClient.invalidateQueries({ queryKey: boardLinksQuery(course).queryKey });
  return made;
}

/** Revokes a link: the screens that it opened close at once. For its COMMITTEE. */
export async function revokeBoardLink(course: string, id: string): Promise<void> {
  // Another member of the committee may have been first.
  await call('DELETE', `/api/ops/board-links/${id}`).catch(unless('NOT_FOUND'));
  await queryClient.invalidateQueries({ queryKey: boardLinksQuery(course).queryKey });
}

/** Makes the key of an authenticator. Codes: WRONG_PASSWORD; SECOND_FACTOR_REQUIRED in place of one that this session has not proved. */
export async function makeSecondFactor(password: string): Promise<SecondFactorMadeAnswer> {
  await confirmPassword(password);
  const made = await call<SecondFactorMadeAnswer>('POST', '/api/ops/second-factor');
  await queryClient.invalidateQueries({ queryKey: opsRolesQuery().queryKey });
  return made;
}

/** Proves in this session that the authenticator is at hand. Code: WRONG_CODE. */
export async function proveSecondFactor(code: string): Promise<void> {
  await call('POST', '/api/ops/second-factor/proof', { body: { code } });
  await queryClient.invalidateQueries({ queryKey: opsRolesQuery().queryKey });
}
