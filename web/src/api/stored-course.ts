import { session } from './session.js';
import { readStored, writeStored } from './stored.js';

/** Remembers on this phone the course that the golfer chose last: one without a home course does not choose it at every visit. */
export function rememberCourse(courseId: string): void {
  writeStored(`course.${session()?.userId}`, courseId);
}

/** The course that the signed-in golfer chose last on this phone. */
export function storedCourse(): string | null {
  return readStored(`course.${session()?.userId}`);
}
