import {
  LIMITS,
  type DailyResultsAnswer,
  type EclecticRoundAnswer,
  type HistoryAnswer,
  type HistorySort,
  type LeaderboardSort,
  type UnverifiedRoundsAnswer,
} from '@fairmark/contract';
import { minPosition } from './call/position.js';
import { listQuery, LIVE_MS, NO_HINT_MS, read } from './call/read.js';

/** An api of the build before this one does not name these three. */
export type DailyResults = Omit<DailyResultsAnswer, 'dayBefore' | 'format' | 'sort'> & Partial<DailyResultsAnswer>;

/**
 * A course's verified rounds of one day (by default today, at the course), ranked, by default as the format most played:
 * the first `pages` in one answer, or without them one page of the largest size, to find a round's place.
 */
export const dailyResultsQuery = (courseId: string, sort?: LeaderboardSort, day?: string, pages?: number) =>
  listQuery<DailyResults>(['daily-results', courseId, sort, { day, pages }], '/api/mothership/daily-results', {
    query: { course: courseId, sort, day },
    many: pages === undefined ? LIMITS.pageSizeMax : pages * LIMITS.pageSizeDefault,
    againMs: day === undefined && NO_HINT_MS,
  });

/** My completed and withdrawn rounds, on one course or on all. */
export const historyQuery = (courseId: string | undefined, sort: HistorySort, pages = 1) =>
  listQuery<HistoryAnswer>(['my-rounds', 'history', courseId ?? null, sort, pages], '/api/mothership/history', {
    query: { course: courseId, sort },
    many: pages * LIMITS.pageSizeDefault,
  });

/** Cards that I have to sign, and mine that wait for others (docs/product.md, Clubhouse 7). Newest first. */
export const unverifiedQuery = () =>
  listQuery<UnverifiedRoundsAnswer>(['my-rounds', 'unverified'], '/api/mothership/unverified-rounds', {
    many: LIMITS.pageOffsetMax,
  });

/** My best score on each hole of a course, over all verified rounds. */
export const eclecticQuery = (courseId: string) =>
  read<EclecticRoundAnswer>(['my-rounds', 'eclectic', courseId], '/api/mothership/eclectic-round', {
    ask: () => ({ query: { course: courseId, ...minPosition() } }),
    staleTime: LIVE_MS,
  });
