import { LIMITS, type Course, type Ok, type PublicUser } from '@fairmark/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call/client.js';
import { hasCode } from './call/errors.js';
import { read } from './call/read.js';
import { rememberCourse, storedCourse } from './stored-round.js';

/** Courses by any part of their name; without text the first ones. */
export const coursesQuery = (text: string) =>
  read(['courses', text], '/api/courses', {
    ask: () => ({ query: { query: text }, anonymous: true }),
    pick: ({ courses }: Ok & { courses: Course[] }) => courses,
    placeholderData: keepPreviousData,
  });

/** A course with its tees and holes. If it no longer exists, it is forgotten as last choice. Code: COURSE_NOT_FOUND. */
export function courseQuery(courseId: string) {
  return queryOptions({
    queryKey: ['course', courseId],
    queryFn: ({ signal }) =>
      call<Ok & { course: Course }>('GET', `/api/courses/${courseId}`, { anonymous: true, signal }).then(
        ({ course }) => course,
        (error: unknown) => {
          if (hasCode(error, 'COURSE_NOT_FOUND') && storedCourse() === courseId) rememberCourse(null);
          throw error;
        },
      ),
    staleTime: Infinity,
    // If it has failed; an answer never goes stale.
    refetchOnReconnect: true,
  });
}

/** Other golfers by part of their name (at least 2 characters). */
export const golfersQuery = (text: string) =>
  read(['golfers', text], '/api/user/search', {
    ask: () => ({ query: { query: text } }),
    pick: ({ users }: Ok & { users: PublicUser[] }) => users,
    enabled: text.trim().length >= LIMITS.searchTextMin,
    placeholderData: keepPreviousData,
  });
