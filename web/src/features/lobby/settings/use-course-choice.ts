import type { Course } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { userQuery } from '../../../api/auth.js';
import { courseQuery } from '../../../api/lookups.js';
import { rememberCourse, storedCourse } from '../../../api/stored-round.js';

/** Searching for a course and taking one, beginning with the golfer's usual one. */
export function useCourseChoice() {
  const home = useUsualCourse();
  // undefined: nobody has touched it yet.
  const [picked, setPicked] = useState<Course | null>();
  const [typed, setTyped] = useState<string>();
  const chosen = picked === undefined ? home.course : picked;
  // While somebody searches nothing is chosen: what is typed and what counts are never two courses.
  const seeking = typed !== undefined;
  return {
    value: seeking ? null : chosen,
    text: typed ?? chosen?.name ?? '',
    /** Whether the list shows. */
    seeking,
    busy: picked === undefined && home.loading,
    onTextChange: setTyped,
    onSelect: (next: Course | null) => {
      if (next !== null) rememberCourse(next.id);
      setPicked(next);
      setTyped(next === null ? '' : undefined);
    },
  };
}

/** The golfer's home course; without one, the course chosen last on this phone. */
function useUsualCourse(): { course: Course | null; loading: boolean } {
  const { data: user } = useQuery(userQuery());
  const id = user === undefined ? null : (user.homeCourse?.id ?? storedCourse());
  const { data, isPending } = useQuery({ ...courseQuery(id ?? ''), enabled: id !== null });
  return { course: data ?? null, loading: id !== null && isPending };
}
