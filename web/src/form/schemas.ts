import { GENDERS, LIMITS, MESSAGES } from '@fairmark/contract';
import { number, object, ref, string, type InferType, mixed } from 'yup';

const fullNameRule = string().trim().required(MESSAGES.fullNameRequired).max(LIMITS.fullNameMax, MESSAGES.fullNameLong);

/** An email address with a domain that has a dot, as the server wants it. */
const emailRule = string()
  .trim()
  .required(MESSAGES.emailRequired)
  .max(LIMITS.emailMax, MESSAGES.emailInvalid)
  .email(MESSAGES.emailInvalid)
  .matches(/@[^@.]+(\.[^@.]+)+$/, MESSAGES.emailInvalid);

/** A golf association number: text of 7, 8 or 10 digits. */
const golfNumberRule = string()
  .trim()
  .required(MESSAGES.golfNumberRequired)
  .test('digits-and-length', (value, { createError }) => {
    if (!/^[0-9]*$/.test(value)) return createError({ message: MESSAGES.golfNumberDigits });
    const known: readonly number[] = LIMITS.golfNumberLengths;
    return known.includes(value.length) || createError({ message: MESSAGES.golfNumberLength });
  });

const handicapRule = number()
  .typeError(MESSAGES.handicapRequired)
  .required(MESSAGES.handicapRequired)
  .min(LIMITS.handicapMin, MESSAGES.handicapRange)
  .max(LIMITS.handicapMax, MESSAGES.handicapRange);

/** A password that is being chosen; the few that everybody tries first are known to the server. */
const newPasswordRule = string()
  .required(MESSAGES.passwordRequired)
  .min(LIMITS.passwordMin, MESSAGES.passwordShort)
  .max(LIMITS.passwordMax, MESSAGES.passwordLong);

const samePasswordRule = string()
  .required(MESSAGES.passwordsMatch)
  .oneOf([ref('password')], MESSAGES.passwordsMatch);

/** Create account. */
export const signUpSchema = object({
  fullName: fullNameRule,
  email: emailRule,
  golflinkNumber: golfNumberRule,
  handicap: handicapRule,
  password: newPasswordRule,
  confirmPassword: samePasswordRule,
  gender: string().required(MESSAGES.genderUnknown).oneOf(GENDERS, MESSAGES.genderUnknown),
});

/** What Create account sends, and the repeated password that stays here. */
export type SignUpValues = InferType<typeof signUpSchema>;

/** Create account before anything was typed. */
export const SIGN_UP_START = {
  fullName: '',
  email: '',
  golflinkNumber: '',
  handicap: LIMITS.signUpHandicap as number,
  password: '',
  confirmPassword: '',
  gender: '',
};

/** Sign in: whatever the password is, only the server judges it. */
export const signInSchema = object({ email: emailRule, password: string().required(MESSAGES.passwordRequired) });

/** What Sign in sends. */
export type SignInValues = InferType<typeof signInSchema>;

/** An email alone: Forgot Password and Resend Verification Email. */
export const emailSchema = object({ email: emailRule });

/** A new password, twice. */
export const resetPasswordSchema = object({ password: newPasswordRule, confirmPassword: samePasswordRule });

/** The current password, and a new one twice. */
export const changePasswordSchema = resetPasswordSchema.shape({
  current: string().required(MESSAGES.passwordRequired),
});

/** The profile with a new picture; null: it stays as it is. */
export const accountSchema = object({
  fullName: fullNameRule,
  golflinkNumber: golfNumberRule,
  handicap: handicapRule,
  avatar: mixed<File>()
    .nullable()
    .defined()
    .test('size', MESSAGES.fileTooLarge, (file) => file === null || file.size <= LIMITS.avatarBytesMax),
});

/** What the account page sends. */
export type AccountValues = InferType<typeof accountSchema>;
