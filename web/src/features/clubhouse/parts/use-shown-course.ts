import { useQuery } from '@tanstack/react-query';
import { hasCode } from '../../../api/call/errors.js';
import { courseQuery } from '../../../api/lookups.js';
import { useHomeCourse, useUsualCourse } from '../../../shared/use-home-course.js';
import { useUrlParam } from '../../../shared/routing/use-url.js';
import { rememberCourse } from '../../../api/stored-round.js';

/** The course whose results a page shows. */
export interface ShownCourse {
  /** Null: none has been chosen; undefined: not known yet. */
  id: string | null | undefined;
  name: string | undefined;
  /** Shows another one; nothing but this page changes. Null: as if none had been chosen. */
  show: (courseId: string | null) => void;
}

/** The course that the address names; else, unless the page shows every course at first, the home course or the one chosen last. */
export function useShownCourse(first: 'home' | 'every' = 'home'): ShownCourse {
  const [asked, show] = useUrlParam('course');
  const home = useHomeCourse();
  const usual = useUsualCourse();
  const id = asked ?? (first === 'every' ? null : usual);
  const isHome = home?.id === id;
  const { data, error } = useQuery({ ...courseQuery(id ?? ''), enabled: typeof id === 'string' && !isHome });
  const showAndRemember = (courseId: string | null): void => {
    if (courseId !== null) rememberCourse(courseId);
    show(courseId);
  };
  // It was remembered, and is there no more.
  const isGone = asked === null && hasCode(error, 'COURSE_NOT_FOUND');
  return { id: isGone ? null : id, name: (isHome ? home : data)?.name, show: showAndRemember };
}
