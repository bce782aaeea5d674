import { FORMAT_NAMES, type Format, type HistoryRow, type LeaderboardRow } from '@fairmark/contract';
import { FORMATS } from '@fairmark/scoring';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { dailyResultsQuery, historyQuery } from '../../../api/clubhouse.js';
import { competitionsQuery } from '../../../api/competitions.js';
import { lastPracticeQuery } from '../../../api/match.js';
import { useCourseRoom } from '../../../api/realtime/hooks.js';
import { useHomeCourse, useUsualCourse } from '../../../shared/use-home-course.js';

const COMPETITIONS = 2;

/** Everything that home shows, loaded together: parts that arrived one by one would move each other. */
export function useNews() {
  const history = useQuery(historyQuery(undefined, 'date-desc'));
  const rounds = (history.data?.rounds ?? []).filter(({ userRound }) => !userRound.withdrawn);
  const home = useHomeCourse();
  const usual = useUsualCourse();
  const courseId = usual ?? rounds[0]?.course.id ?? null;
  const ranked = (format: Format) => ({
    ...dailyResultsQuery(courseId ?? '', FORMATS[format].sort),
    enabled: courseId !== null,
  });
  const format = mostPlayed(useQuery(ranked('STABLEFORD')).data?.rounds ?? []);
  const today = useQuery(ranked(format));
  useCourseRoom(courseId);
  const [last] = rounds;
  const lastDay = useQuery({ ...dayOf(last), enabled: last?.userRound.verified === true });
  const practice = useQuery(lastPracticeQuery());
  const listed = useQuery(competitionsQuery());
  const running = (listed.data?.competitions ?? []).filter(({ isFinished }) => !isFinished).slice(0, COMPETITIONS);
  return {
    /** Whether all parts are loaded or have failed. */
    settled: usual !== undefined && ![history, today, lastDay, practice, listed].some(isAwaited),
    courseId,
    courseName: [home, ...rounds.map(({ course }) => course)].find((course) => course?.id === courseId)?.name,
    /** Today's results, in the order of the format that most of the cards were played in. */
    today: today.data,
    format,
    /** The query of today's results; not asked without a course. */
    todayQuery: today,
    rounds,
    lastDay: lastDay.data,
    practice: practice.data,
    competitions: running,
  };
}

export type News = ReturnType<typeof useNews>;

/** Stableford while there are no cards. */
function mostPlayed(rounds: readonly LeaderboardRow[]): Format {
  const cards = (format: Format): number => rounds.filter(({ userRound }) => userRound.matchType === format).length;
  return FORMAT_NAMES.reduce((most, other) => (cards(other) > cards(most) ? other : most), 'STABLEFORD');
}

function dayOf(round: HistoryRow | undefined) {
  const { day = '', matchType = 'STABLEFORD' } = round?.userRound ?? {};
  return dailyResultsQuery(round?.course.id ?? '', FORMATS[matchType].sort, day);
}

/** Whether the first attempt to load is still in flight. */
export function isAwaited({ isLoading, failureCount }: UseQueryResult): boolean {
  return isLoading && failureCount === 0;
}
