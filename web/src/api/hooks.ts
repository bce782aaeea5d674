import type { ServerPayload } from '@fairmark/contract';
import { useEffect } from 'react';
import { onHint, watchCourse, watchMatch, type HintEvent } from './realtime.js';

/** Looks at a match as long as the component shows it. */
export function useMatchRoom(matchId: string | null): void {
  useEffect(() => (matchId === null ? undefined : watchMatch(matchId)), [matchId]);
}

/** Looks at a course's leaderboard as long as the component shows it: what changes there is asked for again. */
export function useCourseRoom(courseId: string): void {
  useEffect(() => watchCourse(courseId), [courseId]);
}

/** Hears every realtime hint as long as the component is there. `listener` should keep its identity. */
export function useHints(listener: (event: HintEvent, payload: ServerPayload<HintEvent>) => void): void {
  useEffect(() => onHint(listener), [listener]);
}
