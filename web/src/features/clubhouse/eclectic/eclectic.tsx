import type { Course, EclecticRound } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userQuery } from '../../../api/auth.js';
import { eclecticQuery, historyQuery } from '../../../api/clubhouse.js';
import { courseQuery } from '../../../api/lookups.js';
import { ScoreKey } from '../../../golf/score-key.js';
import { ListStates } from '../../../shared/lists/list-states.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Columns, Note, Page, Stack } from '../../../ui/page-parts.js';
import { CourseHead, OfCourse } from '../parts/course-head.js';
import { useShownCourse } from '../parts/use-shown-course.js';
import { eclecticNines } from './eclectic-rows.js';
import { AllHoles, HoleRounds } from './hole-rounds.js';
import { RingerCard } from './ringer-card.js';

/** /clubhouse/your-eclectic-round: the ringer card, my best score of each hole over all verified rounds on a course. */
export function Eclectic() {
  const course = useShownCourse();
  return (
    <Page data-width="wide">
      <CourseHead course={course} title="Eclectic round" />
      <OfCourse course={course}>{(courseId) => <EclecticOf courseId={courseId} whole />}</OfCourse>
    </Page>
  );
}

/** My eclectic card of a course. */
export function EclecticOf({ courseId, whole = false }: { courseId: string; whole?: boolean }) {
  const query = useQuery(eclecticQuery(courseId));
  const course = useQuery(courseQuery(courseId));
  return (
    <ListStates query={query} waiting="Loading your eclectic round">
      {({ eclecticRound }) =>
        eclecticRound.rounds === 0 ? (
          <EmptyState title="No rounds played yet">
            Your best score of every hole is kept here, over all your verified rounds on this course.
          </EmptyState>
        ) : (
          <ListStates query={course} waiting="Loading the course">
            {(card) => <Ringer course={card} round={eclecticRound} whole={whole} />}
          </ListStates>
        )
      }
    </ListStates>
  );
}

function Ringer({ course, round, whole }: { course: Course; round: EclecticRound; whole: boolean }) {
  const { data: user } = useQuery(userQuery());
  const { data: history } = useQuery(historyQuery(course.id, 'date-desc'));
  const [selected, select] = useState<number | null>(null);
  const { totals, rounds, holeScores } = round;
  const nines = eclecticNines(round, course, user?.gender ?? 'MALE', selected);
  const cards = nines.flatMap(({ holes }) => holes);
  const hole = holeScores.find(({ holeNumber }) => holeNumber === selected);
  const card = cards.find(({ number }) => number === selected);
  const main = (
    <Stack aria-label="Your eclectic card">
      <RingerCard
        title={course.name}
        about={`${user?.fullName ?? ''} · best of ${rounds === 1 ? '1 round' : `${rounds} rounds`}`}
        total={totals.totalScoreStroke}
        points={totals.totalScoreStableford}
        nines={nines}
        onHole={(number) => select(number === selected ? null : number)}
      />
      {hole !== undefined && card !== undefined ? (
        <HoleRounds hole={hole} card={card} history={history?.rounds ?? []} />
      ) : (
        <Note>Pick a hole to see its round.</Note>
      )}
      {whole && <ScoreKey />}
    </Stack>
  );
  if (!whole) return main;
  return (
    <Columns>
      {main}
      <Stack aria-labelledby="origins">
        <h2 id="origins">Where your best scores came from</h2>
        <Note>The first round that reached the best strokes of each hole.</Note>
        <AllHoles holes={holeScores} cards={cards} />
      </Stack>
    </Columns>
  );
}
