import { LIMITS, type Course, type Match, type Ok, type PublicUser, type Tee } from '@fairmark/contract';
import { keepPreviousData, queryOptions, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { call } from './call/client.js';
import { hasCode, messageOf } from './call/errors.js';
import { queryClient } from './call/query-client.js';
import { read } from './call/read.js';
import { session } from './call/session.js';
import { readStored, writeStored } from './call/stored.js';

/** Courses by any part of their name; without text the first ones. */
export const coursesQuery = (text: string) =>
  read(['courses', text], '/api/courses', {
    ask: () => ({ query: { query: text }, anonymous: true }),
    select: ({ courses }: Ok & { courses: Course[] }) => courses,
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
    // A search may have found it.
    initialData: () =>
      queryClient
        .getQueriesData<{ courses: Course[] }>({ queryKey: ['courses'] })
        .flatMap(([, found]) => found?.courses ?? [])
        .find(({ id }) => id === courseId),
    staleTime: Infinity,
    // If it has failed; an answer never goes stale.
    refetchOnReconnect: true,
  });
}

/** The match's tee with the course's own name for it, once the course is loaded. */
export const useTeeName = ({ course, tee }: Pick<Match, 'course' | 'tee'>): string =>
  teeName(tee, useQuery(courseQuery(course.id)).data);

/** "White (Standard)", or just the kind of tee if the course has no name for it. */
export function teeName(tee: Tee, course: Pick<Course, 'tees'> | undefined): string {
  const name = course?.tees.find((one) => one.tee === tee)?.name ?? null;
  return name === null ? tee : `${name} (${tee})`;
}

/** Stores the golfer's last choice of course on this phone, for golfers without a home course; null forgets it. */
export function rememberCourse(courseId: string | null): void {
  const mine = session();
  if (mine !== null) writeStored(`course.${mine.userId}`, courseId);
}

/** The course that the signed-in golfer last chose on this phone. */
export const storedCourse = (): string | null => readStored(`course.${session()?.userId}`);

/** Other golfers by part of their name (at least 2 characters). */
export const golfersQuery = (text: string) =>
  read(['golfers', text], '/api/user/search', {
    ask: () => ({ query: { query: text } }),
    select: ({ users }: Ok & { users: PublicUser[] }) => users,
    enabled: text.trim().length >= LIMITS.searchTextMin,
    placeholderData: keepPreviousData,
  });

/** What the server finds for a text, asked once the typing pauses; nothing unless `enabled`. */
export function useSearch<Answer, Found>(
  text: string,
  queryOf: (text: string) => UseQueryOptions<Answer, Error, Found[]>,
  enabled: boolean,
): { found: Found[]; loading: boolean; error: string | undefined } {
  const wanted = text.trim().slice(0, LIMITS.searchTextMax);
  const [asked, ask] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => ask(wanted), LIMITS.searchDebounceMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data = [], isFetching, error } = useQuery({ enabled, ...queryOf(asked) });
  if (!enabled) return { found: [], loading: false, error: undefined };
  const message = error === null ? undefined : messageOf(error);
  return { found: data, loading: asked !== wanted || isFetching, error: message };
}
