import type { ReactNode } from 'react';
import { Page } from '../../ui/page-parts.js';
import { CourseHead, OfCourse } from './parts/course-head.js';
import { DailyResults, RESULTS_HEIGHT } from './daily-results.js';
import { useShownCourse } from './parts/use-shown-course.js';

/** /clubhouse/leaderboard: a course's verified rounds of today. */
export function Leaderboard(): ReactNode {
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
