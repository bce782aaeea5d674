import type {
  BoardLinkMadeAnswer,
  BoardLinksAnswer,
  BackupsAnswer,
  CorrectionCall,
  FoundRoundsAnswer,
  ParkedAnswer,
  ProjectionName,
  ProjectionsAnswer,
  RoundStoryAnswer,
  SecondFactorMadeAnswer,
} from '@fairmark/contract';
import { keepPreviousData } from '@tanstack/react-query';
import { confirmPassword, opsRolesQuery } from './auth.js';
import { call, command } from './call/client.js';
import { unless } from './call/errors.js';
import { changing, queryClient } from './call/query-client.js';
import { read } from './call/read.js';

/** The state of every projection. For AUDITOR and SUPPORT. */
export const projectionsQuery = () =>
  read(['ops', 'projections'], '/api/ops/projections', {
    select: ({ projections }: ProjectionsAnswer) => projections,
    staleTime: 0,
  });

/** What changes seldom on the page of the tables, which may stay open for days. */
const EACH_MINUTE = { refetchInterval: 60_000 } as const;

/** The state of the nightly backups. For AUDITOR and SUPPORT. */
export const backupsQuery = () => read<BackupsAnswer>(['ops', 'backups'], '/api/ops/backups', EACH_MINUTE);

/** The first parked events. `count`: how many there are; part of the key, so that a change refetches. */
export const parkedQuery = (count: number) =>
  read<ParkedAnswer>(['ops', 'parked', count], '/api/ops/parked', {
    ...EACH_MINUTE,
    placeholderData: keepPreviousData,
  });

/** Requests a rebuild of a projection's tables. For SUPPORT. Code: REBUILD_RUNNING. */
export const requestRebuild = (name: ProjectionName) =>
  changing(projectionsQuery(), call('POST', `/api/ops/projections/${name}/rebuild`));

/** Cancels a rebuild. For SUPPORT. Code: NOT_FOUND if none is open. */
export const cancelRebuild = (name: ProjectionName) =>
  changing(projectionsQuery(), call('POST', `/api/ops/projections/${name}/cancel`));

/** Every read of golfers' rounds is recorded, so nothing is refetched unless staff ask for it. */
const ON_REQUEST = { staleTime: Infinity, refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** The complete story of a round, read whenever it is opened, which is recorded. Codes: FORBIDDEN, MATCH_NOT_FOUND. */
export const roundStoryQuery = (matchId: string) =>
  read<RoundStoryAnswer>(['ops', 'round', matchId], `/api/ops/rounds/${matchId}`, {
    ...ON_REQUEST,
    refetchOnMount: 'always',
  });

/** A course's match rounds started on a day, latest first. The read is recorded. For AUDITOR, and its COMMITTEE. */
export const foundRoundsQuery = (course: string, day: string) =>
  read<FoundRoundsAnswer>(['ops', 'rounds', course, day], '/api/ops/rounds', {
    ask: () => ({ query: { course, day } }),
    ...ON_REQUEST,
  });

/** Refetches a day's rounds: immediately if shown, otherwise the next time they are. */
export const refreshRounds = (course: string, day: string) =>
  queryClient.invalidateQueries({ queryKey: foundRoundsQuery(course, day).queryKey });

/** Corrects a verified card. `key`: one per form. Codes: NOT_COMMITTEE, OWN_CARD, CARD_NOT_VERIFIED, SCORE_CHANGED. */
export const correctCard = (matchId: string, body: CorrectionCall, key: string) =>
  command('POST', `/api/match/${matchId}/corrections`, { body, key });

/** Refetches a round's story and everything else that shows its cards. */
export async function refreshRound(matchId: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: ['match', matchId] });
  void queryClient.invalidateQueries({ queryKey: ['ops', 'rounds'] });
  await queryClient.invalidateQueries({ queryKey: roundStoryQuery(matchId).queryKey });
}

/** Links that open a course's board without a sign-in. For its COMMITTEE. */
export const boardLinksQuery = (course: string) =>
  read(['ops', 'board-links', course], '/api/ops/board-links', {
    ask: () => ({ query: { course } }),
    select: ({ links }: BoardLinksAnswer) => links,
    staleTime: 0,
  });

/** Creates a link. Only this answer contains its token. For its COMMITTEE. Code: BOARD_LINKS_FULL. */
export const makeBoardLink = (course: string, label: string) =>
  changing(
    boardLinksQuery(course),
    call<BoardLinkMadeAnswer>('POST', '/api/ops/board-links', { body: { course, label } }),
  );

/** Revokes a link; screens opened by it close immediately. For its COMMITTEE. */
export async function revokeBoardLink(course: string, id: string): Promise<void> {
  // Another member of the committee may have revoked it first.
  await changing(boardLinksQuery(course), call('DELETE', `/api/ops/board-links/${id}`).catch(unless('NOT_FOUND')));
}

/** Creates an authenticator key. Codes: WRONG_PASSWORD; SECOND_FACTOR_REQUIRED if the old one is not proved yet. */
export async function makeSecondFactor(password: string): Promise<SecondFactorMadeAnswer> {
  await confirmPassword(password);
  return changing(opsRolesQuery(), call<SecondFactorMadeAnswer>('POST', '/api/ops/second-factor'));
}

/** Proves the second factor in this session. Code: WRONG_CODE. */
export const proveSecondFactor = (code: string) =>
  changing(opsRolesQuery(), call('POST', '/api/ops/second-factor/proof', { body: { code } }));
