import { GENDERS, isEmailAddress, LIMITS, MESSAGES } from '@fairmark/contract';
import { number, object, ref, string, type InferType, mixed } from 'yup';

const fullNameRule = string().trim().required(MESSAGES.fullNameRequired).max(LIMITS.fullNameMax, MESSAGES.fullNameLong);

const emailRule = string().trim().required(MESSAGES.emailRequired).test('email', MESSAGES.emailInvalid, isEmailAddress);

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

/** A new password; the server also refuses the most common ones. */
const newPasswordRule = string()
  .required(MESSAGES.passwordRequired)
  .min(LIMITS.passwordMin, MESSAGES.passwordShort)
  .max(LIMITS.passwordMax, MESSAGES.passwordLong);

const samePasswordRule = string()
  .required(MESSAGES.passwordsMatch)
  .oneOf([ref('password')], MESSAGES.passwordsMatch);

export const signUpSchema = object({
  fullName: fullNameRule,
  email: emailRule,
  golflinkNumber: golfNumberRule,
  handicap: handicapRule,
  password: newPasswordRule,
  confirmPassword: samePasswordRule,
  gender: string().required(MESSAGES.genderUnknown).oneOf(GENDERS, MESSAGES.genderUnknown),
});

/** The submitted values, including the confirmation, which is not sent. */
export type SignUpValues = InferType<typeof signUpSchema>;

export const SIGN_UP_START = {
  fullName: '',
  email: '',
  golflinkNumber: '',
  handicap: LIMITS.signUpHandicap as number,
  password: '',
  confirmPassword: '',
  gender: '',
};

/** Sign in. Only the server checks the password. */
export const signInSchema = object({ email: emailRule, password: string().required(MESSAGES.passwordRequired) });

export type SignInValues = InferType<typeof signInSchema>;

/** For Forgot Password and Resend Verification Email. */
export const emailSchema = object({ email: emailRule });

/** A new password, twice. */
export const resetPasswordSchema = object({ password: newPasswordRule, confirmPassword: samePasswordRule });

/** The current password, and a new one twice. */
export const changePasswordSchema = resetPasswordSchema.shape({
  current: string().required(MESSAGES.passwordRequired),
});

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
