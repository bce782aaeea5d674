import { handicapForShow, type Format, type LeaderboardRow, type LeaderboardSort } from '@fairmark/contract';
import styled from '@emotion/styled';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';
import { DayAdvert } from '../../adverts/course-advert.js';
import { dailyResultsQuery } from '../../api/clubhouse.js';
import { courseQuery } from '../../api/lookups.js';
import { useCourseRoom } from '../../api/realtime/realtime.js';
import { useSession } from '../../api/use-session.js';
import { FORMAT_WORDS } from '../../golf/format-words.js';
import { CORRECTED, countbackWords, INCL_NS, NETT_RANKED, NETT_TIES, TIES } from '../../golf/result-words.js';
import { focusPlace } from '../../shared/acting.js';
import { ListRow, RowList } from '../../shared/lists/list-row.js';
import { ListStates, ShowMore, useListing, ListHead } from '../../shared/lists/list-states.js';
import { ButtonLink, paths } from '../../shared/routing/paths.js';
import { useDay, useUrlParam } from '../../shared/routing/use-url.js';
import { dayWords, localDay } from '../../text/dates.js';
import { joinWords } from '../../text/words.js';
import { LARGE_DESKTOP } from '../../ui/breakpoints.js';
import { EmptyState } from '../../ui/empty-state.js';
import { useNow } from '../../ui/hooks/use-now.js';
import { Columns, OnDesktop, Page, Stack } from '../../ui/page-parts.js';
import { CourseHead, OfCourse, useShownCourse } from './parts/course-head.js';
import { SCORES } from './round-rows.js';

/** Places the advert, which is the first child, above the list or to its right. */
const AdvertBeside = styled(Columns)`
  row-gap: var(--space-4);
  ${LARGE_DESKTOP} {
    & > :first-child {
      order: 1;
    }
  }
`;

/** /clubhouse/leaderboard: a course's verified rounds of today, or of `?day=`. */
export function Leaderboard() {
  const course = useShownCourse();
  const [view] = useUrlParam('view');
  const day = useDay();
  const board = typeof course.id === 'string' ? paths.board(course.id) : null;
  if (view === 'board' && board !== null) return <Navigate to={board} replace />;
  return (
    <Page data-width="wide">
      <CourseHead
        course={course}
        title="Daily leaderboard"
        beside={
          board !== null && (
            <OnDesktop>
              <ButtonLink kind="quiet" to={board}>
                Show on the wall
              </ButtonLink>
            </OnDesktop>
          )
        }
      />
      <OfCourse course={course} height={RESULTS_HEIGHT}>
        {(courseId) => (
          <AdvertBeside>
            <DailyResults key={day} courseId={courseId} day={day ?? undefined} />
          </AdvertBeside>
        )}
      </OfCourse>
    </Page>
  );
}

/** Leads from another day's results to those of today at the course. */
function ToToday({ courseId, day, sort }: { courseId: string; day: string; sort: LeaderboardSort | undefined }) {
  const now = useNow();
  const { data: course } = useQuery(courseQuery(courseId));
  if (day === localDay(now, course?.timeZone)) return null;
  return (
    <ButtonLink kind="quiet" to={paths.leaderboard({ course: courseId, sort })} onClick={focusPlace}>
      Today&apos;s leaderboard
    </ButtonLink>
  );
}

const SORTS = SCORES.map(({ id }) => id);

/** Height in px of the results' skeleton, with the advert. */
export const RESULTS_HEIGHT = 446;

interface DailyResultsProps {
  courseId: string;
  day?: string;
  /** Only the first ones and my own. */
  places?: number;
}

/** A day's verified rounds of a course, updated live. Give it a key per course. */
export function DailyResults({ courseId, day, places = Infinity }: DailyResultsProps) {
  const isWhole = places === Infinity;
  const query = useListing((n, by) => dailyResultsQuery(courseId, by, day, isWhole ? n : undefined), undefined, SORTS);
  const me = useSession()?.userId;
  useCourseRoom(courseId);
  const isShown = ({ player }: LeaderboardRow, index: number): boolean => index < places || player.id === me;
  return (
    <>
      <DayAdvert courseId={courseId} day={query.data?.day} />
      <Stack as="div">
        <ListStates query={query} waiting="Loading the daily results">
          {({ rounds, day: shown, dayBefore, sort: sorted = query.rowsOrder ?? 'stableford' }) => (
            <>
              {rounds.length === 0 ? (
                <EmptyState title={dayWords(shown)}>
                  No verified rounds on this course {day === undefined ? 'today. Be the first!' : 'on that day.'}
                </EmptyState>
              ) : (
                <div>
                  <ListHead orders={SCORES} order={query.order ?? sorted} onOrder={query.sortBy}>
                    {dayWords(shown)}
                  </ListHead>
                  <RowList aria-label={`Verified rounds, ${dayWords(shown)}`} aria-busy={query.turning}>
                    {rounds.filter(isShown).map((row) => (
                      <Place key={`${row.userRound.matchId} ${row.player.id}`} {...{ row, rounds, me }} sort={sorted} />
                    ))}
                  </RowList>
                  {rounds.filter(isShown).some(isTied) && (
                    <small>
                      {TIES} {sorted === 'nett' && NETT_TIES}
                    </small>
                  )}
                  {sorted === 'nett' && <small>{NETT_RANKED}</small>}
                </div>
              )}
              {isWhole && <ShowMore query={query} />}
              {isWhole && dayBefore && (
                <ButtonLink
                  kind="quiet"
                  to={paths.leaderboard({ course: courseId, day: dayBefore, sort: query.order })}
                  onClick={focusPlace}
                >
                  Results of {dayWords(dayBefore)}
                </ButtonLink>
              )}
            </>
          )}
        </ListStates>
        {day !== undefined && <ToToday courseId={courseId} day={day} sort={query.order} />}
      </Stack>
    </>
  );
}

const isTied = ({ countback, rankLabel }: LeaderboardRow): boolean => countback !== null || rankLabel.startsWith('T');

interface PlaceProps {
  row: LeaderboardRow;
  rounds: readonly LeaderboardRow[];
  sort: LeaderboardSort;
  me: string | undefined;
}

/** A row of the leaderboard, with its format if others were played too. Golfers can open their own card and those they marked. */
function Place({ row, rounds, sort, me }: PlaceProps) {
  const { player, marker, userRound, countback } = row;
  // Ahead on countback of the first of the next place, as others may share its own.
  const next = rounds.find(({ rank }) => rank > row.rank)?.player.fullName;
  const { matchType, dailyHandicap, correctedAt, scoreTotals } = userRound;
  const ofSeveralFormats = rounds.some((other) => other.userRound.matchType !== matchType);
  const own = player.id === me;
  const result = (format: Format): string => FORMAT_WORDS[format].round(scoreTotals);
  const notes = [
    own ? 'You' : '',
    ofSeveralFormats ? FORMAT_WORDS[matchType].name : '',
    `Daily ${handicapForShow(dailyHandicap, 0)}`,
    countbackWords(countback, next) ?? '',
    correctedAt === null ? '' : CORRECTED,
    scoreTotals.includesNoScore && sort === 'nett' ? INCL_NS : '',
  ];
  return (
    <ListRow
      lead={row.rankLabel}
      name={player.fullName}
      note={
        <>
          {joinWords(notes)}
          {scoreTotals.includesNoScore && sort !== 'nett' && <span data-wide=""> · {INCL_NS}</span>}
          {marker !== null && <span data-wide=""> · Marked by {marker.fullName}</span>}
        </>
      }
      facts={SCORES.filter(({ id }) => id !== sort).map(({ label, format }) => `${label} ${result(format)}`)}
      value={SCORES.filter(({ id }) => id === sort).map(({ format }) => result(format))}
      own={own}
      to={own || marker?.id === me ? paths.scorecard(userRound.matchId) : undefined}
    />
  );
}
