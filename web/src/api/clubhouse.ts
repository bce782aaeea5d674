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
import { keepPreviousData, queryOptions, type QueryKey } from '@tanstack/react-query';
import { call } from './call/client.js';
import { minPosition } from './call/position.js';
import { read, readPages, whileBehind } from './call/read.js';

/** Rows of a list's first page, and of each further one ("Show more"). */
const ROWS = 50;
/** The socket announces most changes; returning to a page refetches the rest. */
const FRESH_MS = 5_000;
const EVERY_PAGE = LIMITS.pageOffsetMax / LIMITS.pageSizeMax;

type ListAnswer = Ok & Freshness & Page & { rounds: unknown[] };

/** A course's verified rounds of one day (by default today, at the course), ranked. The first `pages` in one answer. */
export const dailyResultsQuery = (courseId: string, sort: LeaderboardSort, pages = 1, day?: string) =>
  roundsQuery<DailyResultsAnswer>(['daily-results', courseId, sort, pages, day ?? null], 'daily-results', {
    query: { course: courseId, sort, day },
    pages,
  });

/** The results of one day (undefined: today), to find a round's place in them. One page of the largest size. */
export const dayResultsQuery = (courseId: string, day: string | undefined, sort: LeaderboardSort) =>
  roundsQuery<DailyResultsAnswer>(['daily-results', courseId, sort, { day }], 'daily-results', {
    query: { course: courseId, sort, day },
  });

/** My completed and withdrawn rounds, on one course or on all. */
export const historyQuery = (courseId: string | undefined, sort: HistorySort, pages = 1) =>
  roundsQuery<HistoryAnswer>(['my-rounds', 'history', courseId ?? null, sort, pages], 'history', {
    query: { course: courseId, sort },
    pages,
  });

/** Cards that I have to sign, and mine that wait for others (docs/product.md, Clubhouse 7). Newest first. */
export const unverifiedQuery = () =>
  roundsQuery<UnverifiedRoundsAnswer>(['my-rounds', 'unverified'], 'unverified-rounds', { every: true });

/** My best score on each hole of a course, over all verified rounds. */
export const eclecticQuery = (courseId: string) =>
  read<EclecticRoundAnswer>(['my-rounds', 'eclectic', courseId], '/api/mothership/eclectic-round', {
    ask: () => ({ query: { course: courseId, ...minPosition() } }),
    staleTime: FRESH_MS,
    refetchInterval: whileBehind,
  });

/** A list's first `pages` pages; without `pages` one of the largest size; with `every` all of that size. */
function roundsQuery<Answer extends ListAnswer>(
  queryKey: QueryKey,
  list: string,
  { query, pages, every = false }: { query?: Record<string, string | undefined>; pages?: number; every?: boolean },
) {
  const limit = String(pages === undefined ? LIMITS.pageSizeMax : ROWS);
  return queryOptions<Answer>({
    queryKey,
    queryFn: ({ signal }) =>
      readPages<Answer>(
        every ? EVERY_PAGE : (pages ?? 1),
        (offset) =>
          call<Answer>('GET', `/api/mothership/${list}`, {
            query: { ...query, ...minPosition(), limit, offset: String(offset) },
            signal,
          }),
        (before, next) => ({ ...before, ...next, rounds: [...before.rounds, ...next.rounds] }),
      ),
    staleTime: FRESH_MS,
    refetchInterval: whileBehind,
    // A day's results never stand in for another day's.
    placeholderData: query?.['day'] === undefined ? keepPreviousData : undefined,
  });
}
