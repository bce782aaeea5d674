import { Fragment, useState, type ReactNode } from 'react';
import { Button } from '../../ui/button.js';
import { EmptyState } from '../../ui/empty-state.js';
import { onDemand } from '../../ui/on-demand.js';
import { Skeleton } from '../../ui/skeleton.js';
import { HeadRow } from './page-parts.js';
import type { ShownCourse } from './use-shown-course.js';

// The search is not loaded with the results.
const CourseSheet = onDemand(async () => (await import('./course-sheet.js')).CourseSheet);

/** Properties of {@link CourseHead}. */
export interface CourseHeadProps {
  course: ShownCourse;
  /** The page can show all courses at once. */
  every?: boolean;
  /** The heading's level: 1 where it is the page's. */
  level?: 1 | 2;
  title: string;
}

/** The head of results: what they are, of which course, and the way to another one (spec section 2, dialogs). */
export function CourseHead({ course, every = false, level = 1, title }: CourseHeadProps): ReactNode {
  const Heading = level === 1 ? 'h1' : 'h2';
  const name = course.id === null && every ? 'All courses' : (course.name ?? '\u00a0');
  return (
    <HeadRow>
      <div>
        <Heading>{title}</Heading>
        <p>{name}</p>
      </div>
      {/* Without a course there is the way to one in the results' place. */}
      {(course.id !== null || every) && (
        <AnotherCourse course={course} every={every} kind="secondary">
          Show another course
        </AnotherCourse>
      )}
    </HeadRow>
  );
}

/** Results of the shown course; while it is not known where they will stand, and without one the way to choose it. */
export function OfCourse({ course, children }: { course: ShownCourse; children: (courseId: string) => ReactNode }) {
  if (course.id === undefined) return <Skeleton label="Loading your home course" height={320} />;
  if (course.id !== null) return <Fragment key={course.id}>{children(course.id)}</Fragment>;
  return (
    <EmptyState
      title="Which course?"
      action={
        <AnotherCourse course={course} kind="primary">
          Choose a course
        </AnotherCourse>
      }
    >
      Your golf number names no home course. Choose a course to see its results.
    </EmptyState>
  );
}

interface AnotherCourseProps extends Pick<CourseHeadProps, 'course' | 'every'> {
  kind: 'primary' | 'secondary';
  children: ReactNode;
}

function AnotherCourse({ course, every = false, kind, children }: AnotherCourseProps): ReactNode {
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  if (open && !opened) setOpened(true);
  return (
    <>
      <Button kind={kind} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {children}
      </Button>
      {opened && <CourseSheet open={open} onOpenChange={setOpen} course={course} every={every} />}
    </>
  );
}
