import {
  COMPETITION_ALLOWANCES,
  COMPETITION_TYPES,
  LIMITS,
  MESSAGES,
  WEEKDAYS,
  type CompetitionType,
  type Course,
  type PublicUser,
  type Weekday,
} from '@fairmark/contract';
import { array, mixed, number, object, string, type InferType } from 'yup';

/** Client-side validation of "Create a competition". */
export const competitionSchema = object({
  competitionName: string()
    .trim()
    .required(MESSAGES.required)
    .max(LIMITS.competitionNameMax, MESSAGES.competitionNameLong),
  competitionType: mixed<CompetitionType>()
    .required(MESSAGES.required)
    .oneOf([...COMPETITION_TYPES], MESSAGES.required)
    .test('eclectic', MESSAGES.competitionOnlyEclectic, (type) => type === 'ECLECTIC'),
  course: mixed<Course>().required(MESSAGES.required),
  duration: number()
    .typeError(MESSAGES.required)
    .required(MESSAGES.required)
    .integer(MESSAGES.competitionWeeks)
    .min(LIMITS.competitionWeeksMin, MESSAGES.competitionWeeks)
    .max(LIMITS.competitionWeeksMax, MESSAGES.competitionWeeks),
  days: array(
    mixed<Weekday>()
      .required()
      .oneOf([...WEEKDAYS], MESSAGES.competitionDays),
  )
    .required(MESSAGES.required)
    .min(1, MESSAGES.required)
    .test('once', MESSAGES.competitionDays, (days) => new Set(days).size === days.length),
  allowance: number()
    .required(MESSAGES.required)
    .oneOf([...COMPETITION_ALLOWANCES], MESSAGES.competitionAllowance),
  players: array(mixed<PublicUser>().required())
    .required(MESSAGES.required)
    .min(1, MESSAGES.required)
    .max(LIMITS.competitionPlayersMax, MESSAGES.competitionPlayersMany)
    .test('once', MESSAGES.competitionPlayerOnce, (golfers) => {
      const ids = golfers.map(({ id }) => id);
      return new Set(ids).size === ids.length;
    }),
});

/** The submitted values, with complete course and golfers. */
export type CompetitionValues = InferType<typeof competitionSchema>;

/** Initial values. Numbers chosen from lists and tiles are strings. */
export const COMPETITION_START = {
  competitionName: '',
  competitionType: 'ECLECTIC',
  course: null as Course | null,
  duration: String(LIMITS.competitionWeeksDefault),
  days: [] as Weekday[],
  allowance: '100',
  players: [] as PublicUser[],
};
