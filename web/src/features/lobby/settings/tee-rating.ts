import type { Course, CourseRating, Gender, Tee } from '@fairmark/contract';

/**
 * The slope rating that a golfer's daily handicap from a tee comes from, or the words in its place; undefined: there is neither,
 * or it is not known who asks. Pro is played by the championship ratings, and by women by the men's where they have none.
 */
export function teeRating(
  course: Pick<Course, 'slopeRatings'> | null,
  tee: Tee,
  gender: Gender | undefined,
): CourseRating | undefined {
  const ofTee = course?.slopeRatings.filter((one) => (one.tee === 'Standard') === (tee === 'Standard')) ?? [];
  const own = ofTee.find((one) => one.gender === gender);
  return own ?? (tee === 'Standard' || gender !== 'FEMALE' ? undefined : ofTee[0]);
}

/** Whether a daily handicap can be computed from a tee. As long as it is not known who asks, the server has the say. */
export function isRated(
  course: Pick<Course, 'slopeRatings'> | null,
  tee: Tee | null,
  gender: Gender | undefined,
): boolean {
  return gender === undefined || tee === null || teeRating(course, tee, gender)?.rating !== undefined;
}
