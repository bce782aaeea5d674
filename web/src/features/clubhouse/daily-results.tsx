import {
  handicapForShow,
  type DailyResultsAnswer,
  type LeaderboardRow,
  type LeaderboardSort,
} from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { DayAdvert } from '../../adverts/course-advert.js';
import { dailyResultsQuery } from '../../api/clubhouse.js';
import { useCourseRoom } from '../../api/realtime/hooks.js';
import { useSession } from '../../api/use-session.js';
import { ListStates, ShowMore } from '../../shared/list-states.js';
import { paths } from '../../shared/paths.js';
import { EmptyState } from '../../ui/empty-state.js';
import { Note, Page } from '../../ui/page-parts.js';
import { CORRECTED, countbackWords } from '../../golf/result-words.js';
import { dayWords } from '../../text/dates.js';
import { ResultsTable } from '../../golf/results-table.js';
import { PlayCells, PlayHeads, ScoreCells, ScoreHeads } from './scores.js';
import { useListing } from './use-listing.js';
import { useSort } from '../../shared/use-url.js';
import { hasTies } from './parts/words.js';
import { CourseHead, OfCourse } from './parts/course-head.js';
import { useShownCourse } from './parts/use-shown-course.js';

/** /clubhouse/leaderboard: a course's verified rounds of today. */
export function Leaderboard() {
  const course = useShownCourse();
  return (
    <Page>
      <CourseHead course={course} title="Daily leaderboard" />
      <OfCourse course={course} height={RESULTS_HEIGHT}>
        {(courseId) => <DailyResults courseId={courseId} />}
      </OfCourse>
    </Page>
  );
}

/** In px, before they have come: the advert above a list that is on its way. */
export const RESULTS_HEIGHT = 446;

interface DailyResultsProps {
  courseId: string;
  /** How many places are shown, and the golfer's own; all of them unless said otherwise. */
  places?: number;
}

/** The verified rounds of a course's today, as they are signed. Mount one for each course. */
export function DailyResults({ courseId, places }: DailyResultsProps) {
  const [sort, setSort] = useSort<LeaderboardSort>('stableford', ['stableford', 'par', 'nett']);
  const [pages, setPages] = useState(1);
  const query = useListing(useQuery(dailyResultsQuery(courseId, sort, pages)), sort);
  useCourseRoom(courseId);
  return (
    <>
      <DayAdvert courseId={courseId} day={query.data?.day} />
      <ListStates query={query} waiting="Loading the daily results">
        {(answer) => (
          <>
            <Board answer={answer} sort={sort} onSort={setSort} busy={query.turning} places={places} />
            {places === undefined && answer.nextOffset !== null && (
              <ShowMore query={query} onMore={() => setPages(pages + 1)} />
            )}
          </>
        )}
      </ListStates>
    </>
  );
}

interface BoardProps {
  answer: DailyResultsAnswer;
  sort: LeaderboardSort;
  onSort: (sort: LeaderboardSort) => void;
  busy: boolean;
  places: number | undefined;
}

function Board({ answer, sort, onSort, busy, places = Infinity }: BoardProps) {
  const me = useSession()?.userId;
  const day = dayWords(answer.day);
  if (answer.rounds.length === 0) {
    return <EmptyState title={day}>No verified rounds on this course today. Be the first!</EmptyState>;
  }
  const rows = answer.rounds.filter((row, index) => index < places || row.player.id === me);
  return (
    <>
      <Note>{day}</Note>
      <ResultsTable
        caption={`Verified rounds, ${day}`}
        busy={busy}
        head={
          <>
            <th scope="col" data-kind="place">
              Pos
            </th>
            <th scope="col">Player</th>
            <PlayHeads />
            <ScoreHeads sort={sort} onSort={({ id }) => onSort(id)} />
          </>
        }
      >
        {rows.map((row) => (
          <Row key={`${row.userRound.matchId} ${row.player.id}`} row={row} sort={sort} me={me} />
        ))}
      </ResultsTable>
      {hasTies(rows) && (
        <Note>
          Ties go to countback: the better last 9, then last 6, last 3, then hole by hole from the 18th. T: still level.
        </Note>
      )}
      {sort === 'nett' && <Note>Nett is ranked against the par of each player&apos;s own card.</Note>}
    </>
  );
}

function Row({ row, sort, me }: { row: LeaderboardRow; sort: LeaderboardSort; me: string | undefined }) {
  const { player, marker, userRound } = row;
  const own = player.id === me;
  const won = countbackWords(row.countback);
  return (
    <tr data-own={own}>
      <td data-kind="place">{row.rankLabel}</td>
      <th scope="row">
        {own || marker?.id === me ? (
          <Link to={paths.scorecard(userRound.matchId)}>{player.fullName}</Link>
        ) : (
          <strong>{player.fullName}</strong>
        )}
        <small>
          {own && 'You'}
          <span data-narrow="">
            {own && ' · '}Daily {handicapForShow(userRound.dailyHandicap, 0)}
          </span>
        </small>
        {won !== null && <small>{won}</small>}
        {userRound.correctedAt !== null && <small>{CORRECTED}</small>}
        {userRound.scoreTotals.includesNoScore && sort === 'nett' && <small>Nett incl. NS (No Score)</small>}
      </th>
      <PlayCells marker={marker} dailyHandicap={userRound.dailyHandicap} />
      <ScoreCells totals={userRound.scoreTotals} sort={sort} />
    </tr>
  );
}
