import { ERRORS, type Format, type PlayType, type Tee } from '@fairmark/contract';

/** The choices made so far. */
export interface SetUp {
  playType: PlayType;
  course: object | null;
  matchType: Format | null;
  tee: Tee | null;
  /** Whether my daily handicap can be computed for that tee. */
  rated: boolean;
}

/** The first missing choice; empty: complete. A practice round needs no format: it is always Stableford. */
export function whatIsMissing({ playType, course, matchType, tee, rated }: SetUp): string {
  if (course === null) return 'Choose a course';
  if (playType === 'COMPETITION' && matchType === null) return 'Choose a match type';
  if (tee === null) return 'Choose a tee';
  if (!rated) return ERRORS.HANDICAP_UNKNOWN.message;
  return '';
}

/** The effective tee: the picked one if the course has it, or the only one. */
export function takenTee(tees: readonly { tee: Tee }[], picked: Tee | null): Tee | null {
  const [only] = tees;
  if (tees.length === 1 && only !== undefined) return only.tee;
  return tees.some(({ tee }) => tee === picked) ? picked : null;
}
