import type { Course, CourseRating, Gender, Tee } from '@fairmark/contract';

/**
 * The slope rating for a golfer's daily handicap from a tee, or the club's note in its place; undefined if there is
 * neither, or the gender is unknown. Pro tees use the championship ratings; women use the men's if they have none.
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

/** Whether a daily handicap can be computed from a tee. True while the gender is unknown: the server checks. */
export function isRated(
  course: Pick<Course, 'slopeRatings'> | null,
  tee: Tee | null,
  gender: Gender | undefined,
): boolean {
  return gender === undefined || tee === null || teeRating(course, tee, gender)?.rating !== undefined;
}
