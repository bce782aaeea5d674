import { useQuery } from '@tanstack/react-query';
import { hasCode } from '../../../api/call/errors.js';
import { courseQuery } from '../../../api/lookups.js';
import { useHomeCourse, useUsualCourse } from '../../../shared/use-home-course.js';
import { useUrlParam } from '../../../shared/routing/use-url.js';
import { rememberCourse } from '../../../api/stored-round.js';

/** The course whose results a page shows. */
export interface ShownCourse {
  /** Null: none chosen; undefined: not known yet. */
  id: string | null | undefined;
  name: string | undefined;
  /** Shows another course on this page; null clears the choice. */
  show: (courseId: string | null) => void;
}

/** The course in the URL; by default every course if `first` says so, else the home course or the last one chosen. */
export function useShownCourse(first: 'home' | 'every' = 'home'): ShownCourse {
  const [fromUrl, show] = useUrlParam('course');
  const home = useHomeCourse();
  const usual = useUsualCourse();
  const id = fromUrl ?? (first === 'every' ? null : usual);
  const isHome = home?.id === id;
  const { data, error } = useQuery({ ...courseQuery(id ?? ''), enabled: typeof id === 'string' && !isHome });
  const showAndRemember = (courseId: string | null): void => {
    if (courseId !== null) rememberCourse(courseId);
    show(courseId);
  };
  // The remembered course no longer exists.
  const isGone = fromUrl === null && hasCode(error, 'COURSE_NOT_FOUND');
  return { id: isGone ? null : id, name: (isHome ? home : data)?.name, show: showAndRemember };
}
