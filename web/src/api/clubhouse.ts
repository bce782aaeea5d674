import {
  LIMITS,
  type DailyResultsAnswer,
  type EclecticRoundAnswer,
  type Freshness,
  type HistoryAnswer,
  type HistorySort,
  type LeaderboardSort,
  type Page,
  type UnverifiedRoundsAnswer,
} from '@fairmark/contract';
import { keepPreviousData, type QueryKey } from '@tanstack/react-query';
import { minPosition } from './call/position.js';
import { listQuery, LIVE, NO_HINT_MS, read } from './call/read.js';

/** An api of the build before this one does not name the last three. */
export type DailyResults = Pick<DailyResultsAnswer, 'day' | 'rounds' | 'nextOffset' | keyof Freshness> &
  Partial<Pick<DailyResultsAnswer, 'dayBefore' | 'format' | 'sort'>>;

/**
 * A course's verified rounds of one day (by default today, at the course), ranked, by default as the format most played:
 * the first `pages` in one answer, or without them one page of the largest size, to find a round's place.
 */
export const dailyResultsQuery = (courseId: string, sort?: LeaderboardSort, day?: string, pages?: number) =>
  roundsQuery<DailyResults>(['daily-results', courseId, sort, { day, pages }], 'daily-results', {
    query: { course: courseId, sort, day },
    rows: pages === undefined ? LIMITS.pageSizeMax : pages * LIMITS.pageSizeDefault,
    againMs: day === undefined && NO_HINT_MS,
  });

/** My completed and withdrawn rounds, on one course or on all. */
export const historyQuery = (courseId: string | undefined, sort: HistorySort, pages = 1) =>
  roundsQuery<HistoryAnswer>(['my-rounds', 'history', courseId ?? null, sort, pages], 'history', {
    query: { course: courseId, sort },
    rows: pages * LIMITS.pageSizeDefault,
  });

/** Cards that I have to sign, and mine that wait for others (docs/product.md, Clubhouse 7). Newest first. */
export const unverifiedQuery = () =>
  roundsQuery<UnverifiedRoundsAnswer>(['my-rounds', 'unverified'], 'unverified-rounds', {
    query: {},
    rows: LIMITS.pageOffsetMax,
  });

/** My best score on each hole of a course, over all verified rounds. */
export const eclecticQuery = (courseId: string) =>
  read<EclecticRoundAnswer>(['my-rounds', 'eclectic', courseId], '/api/mothership/eclectic-round', {
    ask: () => ({ query: { course: courseId, ...minPosition() } }),
    ...LIVE,
  });

function roundsQuery<Answer extends Freshness & Page & { rounds: unknown[] }>(
  key: QueryKey,
  list: string,
  { query, rows, againMs }: { query: Record<string, string | undefined>; rows: number; againMs?: number | false },
) {
  // In as few answers as can be: a card that comes in between two would move a row to the next one.
  const pages = Math.ceil(rows / LIMITS.pageSizeMax);
  // A day's results never stand in for another day's.
  const placeholderData = query['day'] === undefined ? keepPreviousData : undefined;
  return listQuery<'rounds', Answer>(key, `/api/mothership/${list}`, 'rounds', {
    query: { ...query, limit: String(Math.ceil(rows / pages)) },
    pages,
    againMs,
    placeholderData,
  });
}
