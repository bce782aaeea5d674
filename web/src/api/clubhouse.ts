import {
  type DailyResultsAnswer,
  type EclecticRoundAnswer,
  type Freshness,
  type HistoryAnswer,
  type HistorySort,
  type LeaderboardSort,
  type Ok,
  type Page,
  type UnverifiedRoundsAnswer,
  LIMITS,
} from '@fairmark/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call/client.js';
import { minPosition } from './call/position.js';
import { readPages } from './call/read-pages.js';

/** Rows that a list shows at first, and that "Show more" adds. */
const ROWS = 50;
/** Sockets say most of what changes; coming back to a page asks again. */
const FRESH_MS = 5_000;
const EVERY_PAGE = LIMITS.pageOffsetMax / LIMITS.pageSizeMax;

type ListAnswer = Ok & Freshness & Page & { rounds: unknown[] };

/** A course's verified rounds of its today, ranked; as many pages as were asked for, in one answer. */
export function dailyResultsQuery(courseId: string, sort: LeaderboardSort, pages = 1) {
  return queryOptions({
    queryKey: ['daily-results', courseId, sort, pages],
    queryFn: ({ signal }) =>
      readRounds<DailyResultsAnswer>('daily-results', { course: courseId, sort }, { pages, rows: ROWS, signal }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
}

/** The same of one day, for one round's place in it: what a page of the server holds. */
export function dayResultsQuery(courseId: string, day: string, sort: LeaderboardSort) {
  return queryOptions({
    queryKey: ['daily-results', courseId, sort, { day }],
    queryFn: ({ signal }) =>
      readRounds<DailyResultsAnswer>(
        'daily-results',
        { course: courseId, sort, day },
        { pages: 1, rows: LIMITS.pageSizeMax, signal },
      ),
    staleTime: FRESH_MS,
  });
}

/** My completed and withdrawn rounds; on every course where none is named. */
export function historyQuery(courseId: string | undefined, sort: HistorySort, pages = 1) {
  return queryOptions({
    queryKey: ['my-rounds', 'history', courseId ?? null, sort, pages],
    queryFn: ({ signal }) =>
      readRounds<HistoryAnswer>('history', { course: courseId, sort }, { pages, rows: ROWS, signal }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
}

/** Every card that I have to sign, and mine that wait for others (docs/product.md, Clubhouse 7). Newest first. */
export function unverifiedQuery() {
  return queryOptions({
    queryKey: ['my-rounds', 'unverified'],
    queryFn: ({ signal }) =>
      readRounds<UnverifiedRoundsAnswer>(
        'unverified-rounds',
        {},
        { pages: EVERY_PAGE, rows: LIMITS.pageSizeMax, signal },
      ),
    staleTime: FRESH_MS,
  });
}

/** My best score on each hole of a course, over all verified rounds. */
export function eclecticQuery(courseId: string) {
  return queryOptions({
    queryKey: ['my-rounds', 'eclectic', courseId],
    queryFn: ({ signal }) =>
      call<EclecticRoundAnswer>('GET', '/api/mothership/eclectic-round', {
        query: { course: courseId, ...minPosition() },
        signal,
      }),
    staleTime: FRESH_MS,
  });
}

function readRounds<Answer extends ListAnswer>(
  list: string,
  query: Record<string, string | undefined>,
  { pages, rows, signal }: { pages: number; rows: number; signal: AbortSignal },
): Promise<Answer> {
  return readPages<Answer>(
    pages,
    (offset) =>
      call<Answer>('GET', `/api/mothership/${list}`, {
        query: { ...query, ...minPosition(), limit: String(rows), offset: String(offset) },
        signal,
      }),
    (before, next) => ({ ...before, ...next, rounds: [...before.rounds, ...next.rounds] }),
  );
}
