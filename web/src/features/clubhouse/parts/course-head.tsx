import styled from '@emotion/styled';
import { ChevronDown } from 'lucide-react';
import { Fragment, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { hasCode } from '../../../api/call/errors.js';
import { courseQuery } from '../../../api/lookups.js';
import { PictureOfCourse } from '../../../shared/picture-of-course.js';
import { useUrlParam } from '../../../shared/routing/use-url.js';
import { useHomeCourse, useUsualCourse } from '../../../shared/use-home-course.js';
import { Button } from '../../../ui/button.js';
import { Pictured } from '../../../ui/pictures.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { lazyDialog } from '../../../ui/overlays/on-demand.js';
import { Skeleton } from '../../../ui/skeleton.js';
import { HeadRow } from '../../../ui/page-parts.js';

// The course search loads on demand.
const CourseSheet = lazyDialog(async () => (await import('./course-sheet.js')).CourseSheet);

const Chooser = styled(Button)`
  &[data-kind='quiet'] {
    justify-content: start;
    margin-block: calc(-1 * var(--space-2));
    padding-inline: 0;
    border: 0;
    font-weight: 400;
    text-align: start;
    overflow-wrap: anywhere;
  }
  &[data-kind='primary'] {
    margin-top: var(--space-3);
  }
  /* Its name is that of the course. */
  @media print {
    display: inline-flex;
    & svg {
      display: none;
    }
  }
`;

/** The course whose results a page shows. */
interface ShownCourse {
  /** Null: none chosen; undefined: not known yet. */
  id: string | null | undefined;
  /** Whether all courses are shown while none is chosen. */
  orAll: boolean;
  name: string | undefined;
}

interface CourseHeadProps {
  course: ShownCourse;
  level?: 1 | 2;
  title: string;
  beside?: ReactNode;
}

/** The heading of results with their course. The button to change it is always the same element, to keep focus. */
export function CourseHead({ course, level = 1, title, beside }: CourseHeadProps) {
  const [open, setOpen] = useState(false);
  const Heading = level === 1 ? 'h1' : 'h2';
  const none = course.id === null && !course.orAll;
  return (
    <HeadRow>
      <Pictured>
        {typeof course.id === 'string' && <PictureOfCourse courseId={course.id} />}
        <div>
          <Heading>{title}</Heading>
          <Chooser kind={none ? 'primary' : 'quiet'} aria-haspopup="dialog" onClick={() => setOpen(true)}>
            {none ? (
              'Choose a course'
            ) : (
              <>
                {course.id === null ? 'All courses' : (course.name ?? '\u00a0')}
                <ChevronDown size={18} />
                <span className="visually-hidden"> Show another course</span>
              </>
            )}
          </Chooser>
        </div>
      </Pictured>
      {beside}
      <CourseSheet open={open} onOpenChange={setOpen} orAll={course.orAll && course.id !== null} />
    </HeadRow>
  );
}

type OfCourseProps = { course: ShownCourse; height?: number; children: (courseId: string) => ReactNode };

/** Results of the shown course; a skeleton until it is known, and an explanation if there is none. */
export function OfCourse({ course, height = 320, children }: OfCourseProps) {
  if (course.id === undefined) return <Skeleton label="Loading your home course" height={height} />;
  if (course.id !== null) return <Fragment key={course.id}>{children(course.id)}</Fragment>;
  return <EmptyState>Your home course is not known. Choose a course to see its results.</EmptyState>;
}

/** The course in the URL; by default all courses if `orAll`, else the home course or the last one chosen. */
export function useShownCourse({ orAll = false } = {}): ShownCourse {
  const [fromUrl] = useUrlParam('course');
  const home = useHomeCourse();
  const usual = useUsualCourse();
  const id = fromUrl ?? (orAll ? null : usual);
  const isHome = home?.id === id;
  const { data, error } = useQuery({ ...courseQuery(id ?? ''), enabled: typeof id === 'string' && !isHome });
  // The remembered course no longer exists.
  const isGone = fromUrl === null && hasCode(error, 'COURSE_NOT_FOUND');
  return { id: isGone ? null : id, orAll, name: (isHome ? home : data)?.name };
}
