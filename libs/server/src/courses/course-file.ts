import {
  AUSTRALIAN_STATES,
  LIMITS,
  RATING_KINDS,
  TEES,
  type Gender,
  type RatingKind,
  type Tee,
  type AustralianState,
} from '@fairmark/contract';
import { z } from 'zod';

/** File format of courses: fields, types and ranges (docs/courses.md). check-course.ts has the rules across fields. */

const NAME_MAX = 100;
const COPY_MAX = 60;
const FILE_MAX = 300;
/** Control characters, and lone surrogates, which the database cannot store. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

export const text = (max: number) =>
  z
    .string('must be text')
    .trim()
    .min(1, 'must not be empty')
    .max(max, `must be ${max} characters or less`)
    .refine((value) => !UNPRINTABLE.test(value), 'must not hold control characters');

export const whole = (min: number, max: number) => {
  const must = `must be a whole number from ${min} to ${max}`;
  return z.number(must).refine((value) => Number.isInteger(value) && value >= min && value <= max, must);
};

const matching = (pattern: RegExp, must: string) => z.string('must be text').regex(pattern, must);

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`);

export const group = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? 'is not a known field' : 'must be an object'),
  });

const list = <Item extends z.ZodType>(item: Item, min: number, max: number) =>
  z.array(item, 'must be a list').min(min, `must have at least ${min}`).max(max, `must have at most ${max}`);

const RANKS = [whole(1, 18), whole(19, 36), whole(37, 54)] as const;

const strokeIndex = z.union([RANKS[0], z.tuple(RANKS)], {
  error: 'must be a number from 1 to 18, or three numbers, from 1 to 18, 19 to 36 and 37 to 54',
});

const distance = whole(30, 900);
const played = group({ distance, index: strokeIndex });
const ownOfTee = group({ distance: distance.optional(), index: strokeIndex.optional() });
const par = whole(3, 6);

const hole = group({
  number: whole(1, LIMITS.holes),
  par: group({ mens: par, ladies: par, mensChampionship: par, ladiesChampionship: par }),
  standard: played,
  ladiesStandard: played,
  championship: ownOfTee.optional(),
  ladiesChampionship: ownOfTee.optional(),
  pro: ownOfTee.optional(),
  ladiesPro: ownOfTee.optional(),
});

const rating = group({
  ratingKind: oneOf(RATING_KINDS),
  slope: whole(55, 155).optional(),
  scratch: z
    .number('must be a number from 40 to 90')
    .refine(
      (value) => value >= 40 && value <= 90 && Number.isInteger(Math.round(value * 1e6) / 1e5),
      'must be a number from 40 to 90 with at most one decimal',
    )
    .optional(),
  ratingCopy: text(COPY_MAX).optional(),
  par: whole(54, 108),
});

const tee = group({
  tee: oneOf(TEES),
  name: text(30).nullable().default(null),
  colour: matching(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #1f4e8c')
    .nullable()
    .default(null),
});

/** The first five digits of the club's members' golf numbers. */
export const GOLFLINK_COURSE_ID = matching(
  /^\d{5}(?:-\d{1,3})?$/,
  'must be five digits, for a further course of the club followed by a dash and a number',
);

export const COURSE = group({
  golflinkCourseId: GOLFLINK_COURSE_ID,
  name: text(NAME_MAX),
  clubName: text(NAME_MAX),
  courseName: text(NAME_MAX),
  state: oneOf(AUSTRALIAN_STATES),
  timeZone: z
    .string('must be text')
    .refine((name) => /^[A-Za-z]+(\/[A-Za-z_]+)+$/.test(name) && isTimeZone(name), {
      error: 'must be the name of a time zone such as Australia/Perth',
    })
    .optional(),
  image: text(FILE_MAX).nullable().default(null),
  tees: list(tee, 1, TEES.length),
  ratings: list(rating, 1, RATING_KINDS.length),
  holes: list(hole, LIMITS.holes, LIMITS.holes),
});

/** A course in a file, with every field in its range. */
export type CourseInput = z.infer<typeof COURSE>;

/** The tee and gender that a rating set was measured for. The Pro tee uses the championship ratings. */
export const RATING_SETS: Readonly<Record<RatingKind, { tee: Tee; gender: Gender }>> = {
  'Championship Tees': { tee: 'Championship', gender: 'MALE' },
  'Ladies Championship Tees': { tee: 'Championship', gender: 'FEMALE' },
  'Standard Tees': { tee: 'Standard', gender: 'MALE' },
  'Ladies Tees': { tee: 'Standard', gender: 'FEMALE' },
};

/** Default time zone of each state (IANA). A course with another, as in Broken Hill, gives its own in the file. */
export const TIME_ZONES: Readonly<Record<AustralianState, string>> = {
  ACT: 'Australia/Sydney',
  NSW: 'Australia/Sydney',
  NT: 'Australia/Darwin',
  QLD: 'Australia/Brisbane',
  SA: 'Australia/Adelaide',
  TAS: 'Australia/Hobart',
  VIC: 'Australia/Melbourne',
  WA: 'Australia/Perth',
};

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-AU', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
