import { LIMITS, MESSAGES } from '@fairmark/contract';
import type { CompetitionType, CourseRef, PublicUser, Weekday } from '@fairmark/contract';
import { array, mixed, number, object, string, type InferType } from 'yup';

/** Client-side validation of "Create a competition": what a golfer can leave out or type. The rest is only chosen. */
export const competitionSchema = object({
  competitionName: string()
    .trim()
    .required(MESSAGES.required)
    .max(LIMITS.competitionNameMax, MESSAGES.competitionNameLong),
  competitionType: mixed<CompetitionType>().required(MESSAGES.required),
  course: mixed<CourseRef>().required(MESSAGES.required),
  duration: number().required(MESSAGES.required),
  days: array(mixed<Weekday>().required()).required(MESSAGES.required).min(1, MESSAGES.required),
  allowance: number().required(MESSAGES.required),
  players: array(mixed<PublicUser>().required()).required(MESSAGES.required).min(1, MESSAGES.required),
});

/** The submitted values, with course and golfers. */
export type CompetitionValues = InferType<typeof competitionSchema>;

/** Initial values. Numbers chosen from lists and tiles are strings. */
export const COMPETITION_START = {
  competitionName: '',
  competitionType: 'ECLECTIC',
  course: null as CourseRef | null,
  duration: String(LIMITS.competitionWeeksDefault),
  days: [] as Weekday[],
  allowance: '100',
  players: [] as PublicUser[],
};
