import { Skeleton } from '../../ui/skeleton.js';
import { useSession } from '../../api/use-session.js';
import { placeWords, UNMARKED, weekWords } from '../../golf/result-words.js';
import { ListRow, RowList } from '../../shared/lists/list-row.js';
import { paths } from '../../shared/routing/paths.js';
import { Stack } from '../../ui/page-parts.js';
import type { HistoryRow, ListedCompetition } from '@fairmark/contract';
import { FORMATS } from '@fairmark/scoring';
import { FORMAT_WORDS } from '../../golf/format-words.js';
import { listDay } from '../../text/dates.js';
import { ordinal } from '../../text/words.js';
import { useQuery } from '@tanstack/react-query';
import { dailyResultsQuery, historyQuery, type DailyResults } from '../../api/clubhouse.js';
import { competitionsQuery } from '../../api/competitions.js';
import { lastPracticeQuery } from '../../api/match.js';
import { useCourseRoom } from '../../api/realtime/realtime.js';
import { isAwaited } from './waiting-card.js';
import { useHomeCourse, useUsualCourse } from '../../shared/use-home-course.js';

/** Today's results, my last result and my competitions. Empty parts are omitted. */
export function News() {
  const news = useNews();
  if (!news.settled) return <Skeleton label="Looking for news" height={160} />;
  return (
    <Stack as="div" gap={6} style={{ paddingTop: 'var(--space-3)' }}>
      <Today news={news} places={1} />
      <LastRounds news={news} count={1} />
      <Running news={news} />
    </Stack>
  );
}

/** Today's first `places` at the golfer's course, and the golfer's own; nothing before the first verified card. */
export function Today({ news: { courseId, courseName, today }, places }: { news: News; places: number }) {
  const me = useSession()?.userId;
  if (courseId === null || today === undefined || today.rounds.length === 0) return null;
  const { round, unit } = FORMAT_WORDS[today.format ?? 'STABLEFORD'];
  return (
    <Stack aria-labelledby="today">
      <h2 id="today">Today{courseName !== undefined && ` at ${courseName}`}</h2>
      <RowList aria-label="Today's verified cards">
        {today.rounds
          .filter(({ player }, index) => index < places || player.id === me)
          .map((row) => (
            <ListRow
              key={`${row.userRound.matchId} ${row.player.id}`}
              to={paths.leaderboard({ course: courseId })}
              lead={row.rankLabel}
              name={row.player.fullName}
              note={row.player.id === me ? `You, ${placeWords(row, today)}` : row.rank === 1 ? 'In the lead' : ''}
              own={row.player.id === me}
              value={round(row.userRound.scoreTotals)}
              unit={unit}
            />
          ))}
      </RowList>
    </Stack>
  );
}

/** My last `count` results, the first with its rank of the day, and my last practice round, in no other list. */
export function LastRounds({ news: { rounds, lastDay, practice }, count }: { news: News; count: number }) {
  if (rounds.length === 0 && !practice) return null;
  return (
    <Stack aria-labelledby="last-result">
      <h2 id="last-result">Your last {count > 1 ? 'rounds' : 'result'}</h2>
      <RowList aria-label="Your last rounds">
        {rounds.slice(0, count).map((round, index) => (
          <ListRow
            key={round.matchId}
            to={paths.scorecard(round.matchId)}
            lead={listDay(round.userRound.day)}
            name={round.course.name}
            note={noteOf(round, index === 0 ? lastDay : undefined)}
            value={FORMAT_WORDS[round.userRound.matchType].round(round.userRound.scoreTotals)}
            unit={FORMAT_WORDS[round.userRound.matchType].unit}
          />
        ))}
        {practice && (
          <ListRow
            to={paths.scorecard(practice.matchId)}
            lead={listDay(practice.day)}
            name={practice.course}
            note="Last practice round"
          />
        )}
      </RowList>
    </Stack>
  );
}

/** "Stableford · 2nd of 7", or "Stableford · not verified yet". */
function noteOf({ matchId, player, userRound }: HistoryRow, day: DailyResults | undefined): string {
  const { name } = FORMAT_WORDS[userRound.matchType];
  if (userRound.cannotBeVerified) return `${name} · ${UNMARKED}`;
  if (!userRound.verified) return `${name} · not verified yet`;
  const row = day?.rounds.find((other) => other.userRound.matchId === matchId && other.player.id === player.id);
  if (row === undefined || day === undefined) return name;
  return `${name} · ${placeWords(row, day)}`;
}

/** Running competitions, each with its week and my gross rank. */
export function Running({ news: { competitions } }: { news: News }) {
  if (competitions.length === 0) return null;
  return (
    <Stack aria-labelledby="running">
      <h2 id="running">Competitions</h2>
      <RowList aria-label="Running competitions">
        {competitions.map((competition) => (
          <ListRow
            key={competition.id}
            to={paths.competition(competition.id)}
            name={competition.name}
            note={weekWords(competition)}
            {...placeOf(competition)}
          />
        ))}
      </RowList>
    </Stack>
  );
}

function placeOf({ standing }: ListedCompetition): { value?: string; unit?: string } {
  const rank = standing?.rank ?? null;
  if (rank === null) return {};
  return { value: rank.startsWith('T') ? rank : ordinal(Number(rank)), unit: 'gross' };
}

const COMPETITIONS = 2;

/** Everything that home shows, loaded together: parts that arrived one by one would move each other. */
export function useNews() {
  const history = useQuery(historyQuery(undefined, 'date-desc'));
  const rounds = (history.data?.rounds ?? []).filter(({ userRound }) => !userRound.withdrawn);
  const home = useHomeCourse();
  const usual = useUsualCourse();
  const courseId = usual ?? rounds[0]?.course.id ?? null;
  const today = useQuery({ ...dailyResultsQuery(courseId ?? ''), enabled: courseId !== null });
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
    today: today.data,
    /** The query of today's results; not asked without a course. */
    todayQuery: today,
    rounds,
    lastDay: lastDay.data,
    practice: practice.data,
    competitions: running,
  };
}

export type News = ReturnType<typeof useNews>;

function dayOf(round: HistoryRow | undefined) {
  const { day = '', matchType = 'STABLEFORD' } = round?.userRound ?? {};
  return dailyResultsQuery(round?.course.id ?? '', FORMATS[matchType].sort, day);
}
