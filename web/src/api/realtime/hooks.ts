import type { Course, Match, ServerPayload, Tee } from '@fairmark/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { courseQuery } from '../lookups.js';
import { onHint, watchCourse, watchMatch, type HintEvent } from './realtime.js';

/** Watches a match while the component is mounted. */
export function useMatchRoom(matchId: string | null): void {
  useEffect(() => (matchId === null ? undefined : watchMatch(matchId)), [matchId]);
}

/** Watches a course's leaderboard while the component is mounted: changes are refetched. */
export function useCourseRoom(courseId: string | null): void {
  useEffect(() => (courseId === null ? undefined : watchCourse(courseId)), [courseId]);
}

/** Calls `listener` with every realtime hint while the component is mounted. */
export function useHints(listener: (event: HintEvent, payload: ServerPayload<HintEvent>) => void): void {
  useEffect(() => onHint(listener), [listener]);
}

/** The match's tee with the course's own name for it, once the course is loaded. */
export const useTeeName = ({ course, tee }: Pick<Match, 'course' | 'tee'>): string =>
  teeName(tee, useQuery(courseQuery(course.id)).data);

/** "White (Standard)", or just the kind of tee if the course has no name for it. */
export function teeName(tee: Tee, course: Pick<Course, 'tees'> | undefined): string {
  const name = course?.tees.find((one) => one.tee === tee)?.name ?? null;
  return name === null ? tee : `${name} (${tee})`;
}
