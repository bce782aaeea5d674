import type { Course, Match, ServerPayload, Tee } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { courseQuery } from '../lookups.js';
import { onHint, watchCourse, watchMatch, type HintEvent } from './realtime.js';

/** Looks at a match as long as the component shows it. */
export function useMatchRoom(matchId: string | null): void {
  useEffect(() => (matchId === null ? undefined : watchMatch(matchId)), [matchId]);
}

/** Looks at a course's leaderboard as long as the component shows it: what changes there is asked for again. */
export function useCourseRoom(courseId: string): void {
  useEffect(() => watchCourse(courseId), [courseId]);
}

/** Hears every realtime hint as long as the component is there. */
export function useHints(listener: (event: HintEvent, payload: ServerPayload<HintEvent>) => void): void {
  useEffect(() => onHint(listener), [listener]);
}

/** The tee of a match by its course's own name for it, as soon as the course is known: it stays known for as long as the page. */
export const useTeeName = ({ course, tee }: Pick<Match, 'course' | 'tee'>): string =>
  teeName(tee, useQuery(courseQuery(course.id)).data);

/** The address of a course's small picture; undefined: it has none, or is not known yet. */
export const useCoursePicture = (courseId: string): string | undefined =>
  useQuery(courseQuery(courseId)).data?.image?.small.url;

/** "White (Standard)"; the kind alone where the course has no name for it. */
export function teeName(tee: Tee, course: Pick<Course, 'tees'> | undefined): string {
  const name = course?.tees.find((one) => one.tee === tee)?.name ?? null;
  return name === null ? tee : `${name} (${tee})`;
}
