import { GENDERS, type Gender, type RatingKind, type Tee } from '@fairmark/contract';
import type { CourseCard, HoleCard, TeeCard } from '@fairmark/events';
import type { CourseRow, StoredHole } from '../database/entities.js';

/** The parts of a course that a card is made from: a row, or a course being imported. */
export type CardSource = Omit<CourseRow, 'image'>;

/** A course's card from a tee, as matches record it. `byGender` lacks genders without a numeric rating for it. */
export function courseCard(course: CardSource, tee: Tee): CourseCard {
  const { id: courseId, name, clubName, courseName, state, timeZone, golflinkCourseId } = course;
  const card: CourseCard = { courseId, name, clubName, courseName, state, timeZone, golflinkCourseId, byGender: {} };
  if (!course.tees.some((offered) => offered.tee === tee)) return card;
  for (const gender of GENDERS) {
    const teeCard = cardOfGender(course, tee, gender);
    if (teeCard !== null) card.byGender[gender] = teeCard;
  }
  return card;
}

/** Rating sets for a gender on a tee, preferred first. On the two longer tees, women fall back to the men's set. */
export function ratingKinds(tee: Tee, gender: Gender): readonly RatingKind[] {
  if (tee === 'Standard') return gender === 'FEMALE' ? ['Ladies Tees'] : ['Standard Tees'];
  return gender === 'FEMALE' ? ['Ladies Championship Tees', 'Championship Tees'] : ['Championship Tees'];
}

/** The key of a hole's own values on each tee. */
export const OWN_VALUES = {
  MALE: { Standard: 'standard', Championship: 'championship', Pro: 'pro' },
  FEMALE: { Standard: 'ladiesStandard', Championship: 'ladiesChampionship', Pro: 'ladiesPro' },
} as const satisfies Record<Gender, Record<Tee, keyof StoredHole>>;

/** A hole for one gender from one tee: championship pars on the two longer tees, standard values as the fallback. */
export function holeCard(hole: StoredHole, tee: Tee, gender: Gender): HoleCard {
  const keys = OWN_VALUES[gender];
  const [own, standard] = [hole[keys[tee]], hole[keys.Standard]];
  const { mens, ladies, mensChampionship, ladiesChampionship } = hole.par;
  const pars =
    tee === 'Standard' ? { MALE: mens, FEMALE: ladies } : { MALE: mensChampionship, FEMALE: ladiesChampionship };
  return {
    number: hole.number,
    par: pars[gender],
    distance: own?.distance ?? standard.distance,
    strokeIndex: own?.index ?? standard.index,
  };
}

function cardOfGender(course: CardSource, tee: Tee, gender: Gender): TeeCard | null {
  const ratingKind = ratingKinds(tee, gender).find((kind) =>
    course.slopeRatings.some((one) => one.ratingKind === kind),
  );
  const [slopeRating, scratchRating, parRating] = [course.slopeRatings, course.scratchRatings, course.parRatings].map(
    (ratings) => ratings.find((entry) => entry.ratingKind === ratingKind)?.rating,
  );
  // The preferred set may have words in place of numbers: then the rating is unknown, rather than another set's.
  if (ratingKind === undefined || slopeRating === undefined) return null;
  if (scratchRating === undefined || parRating === undefined) return null;
  const holes = course.holes.map((hole) => holeCard(hole, tee, gender)).sort((one, other) => one.number - other.number);
  return { ratingKind, slopeRating, scratchRating, parRating, holes };
}
