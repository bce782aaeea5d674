import type { Course, Ok, PublicUser } from '@fairmark/contract';
import { LIMITS } from '@fairmark/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './client.js';

/** Courses by any part of a name; without text the first ones. */
export function coursesQuery(text: string) {
  return queryOptions({
    queryKey: ['courses', text],
    queryFn: async ({ signal }) =>
      (
        await call<Ok & { courses: Course[] }>('GET', '/api/courses', {
          query: { query: text },
          anonymous: true,
          signal,
        })
      ).courses,
    placeholderData: keepPreviousData,
  });
}

/** One course with its tees and holes. */
export function courseQuery(courseId: string) {
  return queryOptions({
    queryKey: ['course', courseId],
    queryFn: async ({ signal }) =>
      (await call<Ok & { course: Course }>('GET', `/api/courses/${courseId}`, { anonymous: true, signal })).course,
    staleTime: Infinity,
  });
}

/** Other golfers by a part of their name (at least 2 characters). */
export function golfersQuery(text: string) {
  return queryOptions({
    queryKey: ['golfers', text],
    queryFn: async ({ signal }) =>
      (await call<Ok & { users: PublicUser[] }>('GET', '/api/user/search', { query: { query: text }, signal })).users,
    enabled: text.trim().length >= LIMITS.searchTextMin,
    placeholderData: keepPreviousData,
  });
}
