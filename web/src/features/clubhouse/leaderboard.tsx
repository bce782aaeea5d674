import type { ReactNode } from 'react';
import { ChooseCourse, CourseHead } from './course-head.js';
import { DailyResults } from './daily-results.js';
import { Page } from './page-parts.js';
import { useShownCourse } from './use-shown-course.js';

/** /clubhouse/leaderboard: a course's verified rounds of today. */
export function Leaderboard(): ReactNode {
  const course = useShownCourse();
  return (
    <Page>
      <CourseHead course={course} title="Daily leaderboard" />
      {course.id === null && <ChooseCourse course={course} />}
      {typeof course.id === 'string' && <DailyResults key={course.id} courseId={course.id} />}
    </Page>
  );
}
