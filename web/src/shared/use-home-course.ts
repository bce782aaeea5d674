import type { CourseRef } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { userQuery } from '../api/auth.js';
import { storedCourse } from '../api/lookups.js';

/** The signed-in golfer's home course; null: none; undefined: not known yet. */
export function useHomeCourse(): CourseRef | null | undefined {
  const { data, isError } = useQuery({ ...userQuery(), select: ({ homeCourse }) => homeCourse });
  return data === undefined && isError ? null : data;
}

/** Id of the default course: the home course, else the last one chosen on this phone. */
export function useUsualCourse(): string | null | undefined {
  const home = useHomeCourse();
  return home === undefined ? undefined : (home?.id ?? storedCourse());
}
