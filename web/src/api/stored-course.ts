import { session } from './call/session.js';
import { readStored, writeStored } from './call/stored.js';

/**
 * Remembers on this phone the course that the golfer chose last, null forgets it: a golfer without a home course does not choose
 * it at every visit.
 */
export function rememberCourse(courseId: string | null): void {
  const mine = session();
  if (mine !== null) writeStored(`course.${mine.userId}`, courseId);
}

/** The course that the signed-in golfer chose last on this phone. */
export function storedCourse(): string | null {
  return readStored(`course.${session()?.userId}`);
}
