import { readStored, writeStored } from './call/stored.js';
import { session } from './call/session.js';

export { forgetRound } from './call/session.js';

/** The match in progress and the hole to resume at, as far as this phone knows them (docs/product.md, Scoring 18). */
export function storedRound() {
  const hole = readStored('round');
  return { matchId: readStored('match'), hole: hole === null ? null : Number(hole) };
}

/** Stores the match whose lobby or round the golfer is in. */
export function rememberMatch(matchId: string): void {
  if (readStored('match') === matchId) return;
  writeStored('match', matchId);
  writeStored('round', null);
}

/** Stores the hole to resume at. */
export function rememberHole(hole: number): void {
  writeStored('round', String(hole));
}

/** Stores the golfer's last choice of course on this phone, for golfers without a home course; null forgets it. */
export function rememberCourse(courseId: string | null): void {
  const mine = session();
  if (mine !== null) writeStored(`course.${mine.userId}`, courseId);
}

/** The course that the signed-in golfer last chose on this phone. */
export const storedCourse = (): string | null => readStored(`course.${session()?.userId}`);
