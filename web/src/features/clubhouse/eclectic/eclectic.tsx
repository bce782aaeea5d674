import type { EclecticRound } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { userQuery } from '../../../api/auth.js';
import { eclecticQuery } from '../../../api/clubhouse.js';
import { courseQuery } from '../../../api/lookups.js';
import { ListStates } from '../../../shared/list-states.js';
import { paths } from '../../../shared/paths.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { NineTable } from '../../../golf/nine-table.js';
import { Columns, Note, Page, Stack } from '../../../ui/page-parts.js';
import { shortDay } from '../../../text/dates.js';
import { ResultsTable } from '../../../golf/results-table.js';
import { ScoreKey } from '../../../golf/score-key.js';
import { TotalsTile } from '../../../golf/totals.js';
import { CourseHead, OfCourse } from '../parts/course-head.js';
import { eclecticNines } from './eclectic-rows.js';
import { useShownCourse } from '../parts/use-shown-course.js';

/** /clubhouse/your-eclectic-round: the ringer card, my best score of each hole over all verified rounds on a course. */
export function Eclectic() {
  const course = useShownCourse();
  return (
    <Page>
      <CourseHead course={course} title="Eclectic round" />
      <OfCourse course={course}>{(courseId) => <EclecticOf courseId={courseId} />}</OfCourse>
    </Page>
  );
}

function EclecticOf({ courseId }: { courseId: string }) {
  const query = useQuery(eclecticQuery(courseId));
  return (
    <ListStates query={query} waiting="Loading your eclectic round">
      {({ eclecticRound }) =>
        eclecticRound.rounds === 0 ? (
          <EmptyState title="No rounds played yet">
            Your best score of every hole is kept here, over all your verified rounds on this course.
          </EmptyState>
        ) : (
          <Columns>
            <Ringer courseId={courseId} round={eclecticRound} />
            <Origins round={eclecticRound} />
          </Columns>
        )
      }
    </ListStates>
  );
}

function Ringer({ courseId, round }: { courseId: string; round: EclecticRound }) {
  const course = useQuery(courseQuery(courseId));
  const { data: user } = useQuery(userQuery());
  const { totals, rounds } = round;
  return (
    <Stack aria-label="Your eclectic card">
      <TotalsTile
        label="Eclectic strokes"
        value={totals.totalScoreStroke ?? '–'}
        details={[
          { term: 'Stableford', value: totals.totalScoreStableford ?? '–' },
          { term: 'Verified rounds', value: rounds },
        ]}
        note={totals.totalScoreStroke === null ? 'A hole without a score yet keeps the total open' : undefined}
      />
      <ListStates query={course} waiting="Loading the course">
        {(card) =>
          eclecticNines(round, card, user?.gender ?? 'MALE').map(({ holes, total }) => (
            <NineTable key={total.label} caption={`${total.label}, your eclectic round`} holes={holes} total={total} />
          ))
        }
      </ListStates>
      <ScoreKey />
    </Stack>
  );
}

/** Which round each best score is from. */
function Origins({ round }: { round: EclecticRound }) {
  return (
    <Stack aria-labelledby="origins">
      <h2 id="origins">Where they come from</h2>
      <Note>The first round that reached the best strokes, and the best points, of each hole.</Note>
      <ResultsTable
        caption="The rounds of your best scores"
        dense
        head={
          <>
            <th scope="col" data-kind="place">
              Hole
            </th>
            <th scope="col">Strokes</th>
            <th scope="col">Points</th>
          </>
        }
      >
        {round.holeScores.map(({ holeNumber, scoreStroke, scoreStableford, strokeFrom, stablefordFrom }) => (
          <tr key={holeNumber}>
            <th scope="row" data-kind="place">
              {holeNumber}
            </th>
            <Origin score={scoreStroke} from={strokeFrom} />
            <Origin score={scoreStableford} from={stablefordFrom} />
          </tr>
        ))}
      </ResultsTable>
    </Stack>
  );
}

function Origin({ score, from }: { score: number | null; from: { matchId: string; day: string } | null }) {
  return (
    <td>
      <strong>{score ?? '–'}</strong>{' '}
      {from !== null && <Link to={paths.scorecard(from.matchId)}>{shortDay(from.day)}</Link>}
    </td>
  );
}
