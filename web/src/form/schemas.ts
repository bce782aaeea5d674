import { GENDERS, isEmailAddress, LIMITS, MESSAGES } from '@fairmark/contract';
import type { CompetitionType, CourseRef, PublicUser, Weekday } from '@fairmark/contract';
import { array, mixed, number, object, ref, string, type InferType } from 'yup';

/** What has to be filled in, and is empty at first. `missing`: what the field then says. */
const filledIn = (missing: string) => string().default('').required(missing);

const fullNameRule = filledIn(MESSAGES.fullNameRequired).trim().max(LIMITS.fullNameMax, MESSAGES.fullNameLong);

const emailRule = filledIn(MESSAGES.emailRequired).trim().test('email', MESSAGES.emailInvalid, isEmailAddress);

/** A golf association number: text of 7, 8 or 10 digits. */
const golfNumberRule = filledIn(MESSAGES.golfNumberRequired)
  .trim()
  .matches(/^[0-9]*$/, MESSAGES.golfNumberDigits)
  .test('length', MESSAGES.golfNumberLength, ({ length }) => LIMITS.golfNumberLengths.some((one) => one === length));

const handicapRule = number()
  .typeError(MESSAGES.handicapRequired)
  .required(MESSAGES.handicapRequired)
  .min(LIMITS.handicapMin, MESSAGES.handicapRange)
  .max(LIMITS.handicapMax, MESSAGES.handicapRange);

/** The server also refuses the most common passwords. */
const newPassword = {
  password: filledIn(MESSAGES.passwordRequired)
    .min(LIMITS.passwordMin, MESSAGES.passwordShort)
    .max(LIMITS.passwordMax, MESSAGES.passwordLong),
  confirmPassword: filledIn(MESSAGES.passwordsMatch).oneOf([ref('password')], MESSAGES.passwordsMatch),
};

export const signUpSchema = object({
  fullName: fullNameRule,
  email: emailRule,
  golflinkNumber: golfNumberRule,
  handicap: handicapRule,
  ...newPassword,
  gender: filledIn(MESSAGES.genderUnknown).oneOf(GENDERS, MESSAGES.genderUnknown),
});

/** Sign in. Only the server checks the password. */
export const signInSchema = object({ email: emailRule, password: filledIn(MESSAGES.passwordRequired) });

/** For Forgot Password and Resend Verification Email. */
export const emailSchema = object({ email: emailRule });

/** A new password, twice. */
export const resetPasswordSchema = object(newPassword);

/** The current password, and a new one twice. */
export const changePasswordSchema = object({ ...newPassword, current: filledIn(MESSAGES.passwordRequired) });

/** The profile, with a new photo or null to keep the current one. */
export const accountSchema = object({
  fullName: fullNameRule,
  golflinkNumber: golfNumberRule,
  handicap: handicapRule,
  avatar: mixed<File>()
    .nullable()
    .defined()
    .test('size', MESSAGES.fileTooLarge, (file) => file === null || file.size <= LIMITS.avatarBytesMax),
});

export type AccountValues = InferType<typeof accountSchema>;

/** Client-side validation of "Create a competition": what a golfer can leave out or type. The rest is only chosen. */
export const competitionSchema = object({
  competitionName: filledIn(MESSAGES.required).trim().max(LIMITS.competitionNameMax, MESSAGES.competitionNameLong),
  competitionType: mixed<CompetitionType>().required(MESSAGES.required),
  course: mixed<CourseRef>().required(MESSAGES.required),
  duration: number().required(MESSAGES.required),
  days: array(mixed<Weekday>().required()).required(MESSAGES.required).min(1, MESSAGES.required),
  allowance: number().required(MESSAGES.required),
  players: array(mixed<PublicUser>().required()).required(MESSAGES.required).min(1, MESSAGES.required),
});

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
