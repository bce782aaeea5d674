import type { DailyResultsAnswer, Format, HistoryRow, LeaderboardSort, ListedCompetition } from '@fairmark/contract';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { dailyResultsQuery, dayResultsQuery, historyQuery } from '../../../api/clubhouse.js';
import { competitionsQuery } from '../../../api/competitions.js';
import { lastPracticeQuery } from '../../../api/match.js';
import { useHomeCourse, useUsualCourse } from '../../../shared/use-home-course.js';

/** So many running competitions are told of, the latest. */
const COMPETITIONS = 2;

/** So many pages of today's cards are looked through for the golfer's own, as at the finish of a round. */
const LOOKED_THROUGH = 4;

/** By what a round of each format is ranked on its day. */
const SORTS: Readonly<Record<Format, LeaderboardSort>> = { STABLEFORD: 'stableford', PAR: 'par', STROKE: 'nett' };

/** What the golfer's club and the golfer have been doing. What there is nothing of is undefined. */
export interface News {
  /** Whether all of it has come, or can't come now. */
  settled: boolean;
  /** The course whose day is shown. */
  courseId: string | null;
  courseName: string | undefined;
  today: DailyResultsAnswer | undefined;
  /** My rounds that are not withdrawn, the latest first. */
  rounds: readonly HistoryRow[];
  /** The verified rounds of the day of the first of them. */
  lastDay: DailyResultsAnswer | undefined;
  practice: { matchId: string; course: string; day: string } | null | undefined;
  competitions: readonly ListedCompetition[];
}

/** Everything that home tells of, asked together: parts that came one by one would move each other. */
export function useNews(): News {
  const history = useQuery(historyQuery(undefined, 'date-desc'));
  const rounds = (history.data?.rounds ?? []).filter(({ userRound }) => !userRound.withdrawn);
  const home = useHomeCourse();
  const usual = useUsualCourse();
  const courseId = usual ?? rounds[0]?.course.id ?? null;
  const today = useQuery({
    ...dailyResultsQuery(courseId ?? '', 'stableford', LOOKED_THROUGH),
    enabled: courseId !== null,
  });
  const [last] = rounds;
  const lastDay = useQuery({ ...dayOf(last), enabled: last?.userRound.verified === true });
  const practice = useQuery(lastPracticeQuery());
  const listed = useQuery(competitionsQuery());
  const running = (listed.data?.competitions ?? []).filter(({ isFinished }) => !isFinished).slice(0, COMPETITIONS);
  return {
    settled: usual !== undefined && ![history, today, lastDay, practice, listed].some(isAwaited),
    courseId,
    courseName: [home, ...rounds.map(({ course }) => course)].find((course) => course?.id === courseId)?.name,
    today: today.data,
    rounds,
    lastDay: lastDay.data,
    practice: practice.data,
    competitions: running,
  };
}

function dayOf(round: HistoryRow | undefined) {
  const { day = '', matchType = 'STABLEFORD' } = round?.userRound ?? {};
  return dayResultsQuery(round?.course.id ?? '', day, SORTS[matchType]);
}

/** It is asked for the first time, and the first try may still succeed. */
function isAwaited({ isLoading, failureCount }: UseQueryResult): boolean {
  return isLoading && failureCount === 0;
}
