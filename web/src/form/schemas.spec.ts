import { LIMITS, MESSAGES } from '@fairmark/contract';
import { ValidationError, type Schema } from 'yup';
import { emailSchema, resetPasswordSchema, signInSchema, signUpSchema } from './schemas.js';

const GOOD = {
  fullName: 'Karrie Webb',
  email: 'karrie@example.com',
  golflinkNumber: '2040512345',
  handicap: 9.1,
  password: 'correct horse',
  confirmPassword: 'correct horse',
  gender: 'FEMALE',
};

describe('Create account', () => {
  it.each([
    ['a good one', {}, []],
    ['a plus handicap', { handicap: -10.9 }, []],
    ['7 digits', { golflinkNumber: '1234567' }, []],
    ['spaces around', { email: ' karrie@example.com ', golflinkNumber: ' 12345678 ' }, []],
    ['no name', { fullName: ' ' }, [MESSAGES.fullNameRequired]],
    ['a long name', { fullName: 'a'.repeat(LIMITS.fullNameMax + 1) }, [MESSAGES.fullNameLong]],
    ['no email', { email: '' }, [MESSAGES.emailRequired]],
    ['half an email', { email: 'karrie@' }, [MESSAGES.emailInvalid]],
    ['a domain without a dot', { email: 'karrie@example' }, [MESSAGES.emailInvalid]],
    ['no number', { golflinkNumber: '' }, [MESSAGES.golfNumberRequired]],
    ['letters in the number', { golflinkNumber: '12345a' }, [MESSAGES.golfNumberDigits]],
    ['9 digits', { golflinkNumber: '123456789' }, [MESSAGES.golfNumberLength]],
    ['no handicap', { handicap: undefined }, [MESSAGES.handicapRequired]],
    ['a handicap beyond 54', { handicap: 54.1 }, [MESSAGES.handicapRange]],
    ['a short password', { password: '1234567', confirmPassword: '1234567' }, [MESSAGES.passwordShort]],
    ['no password', { password: '', confirmPassword: '' }, [MESSAGES.passwordRequired, MESSAGES.passwordsMatch]],
    ['another password', { confirmPassword: 'correct horsf' }, [MESSAGES.passwordsMatch]],
    ['no gender', { gender: '' }, [MESSAGES.genderUnknown]],
    ['another gender', { gender: 'OTHER' }, [MESSAGES.genderUnknown]],
  ])('%s', (_, change, texts) => {
    expect(textsOf(signUpSchema, { ...GOOD, ...change })).toEqual(texts);
  });
});

it('Sign in does not judge the password', () => {
  expect(textsOf(signInSchema, { email: 'karrie@example.com', password: 'x' })).toEqual([]);
  expect(textsOf(signInSchema, { email: '', password: '' })).toEqual([
    MESSAGES.emailRequired,
    MESSAGES.passwordRequired,
  ]);
});

it('an email alone is trimmed', () => {
  expect(emailSchema.cast({ email: '  karrie@example.com ' })).toEqual({ email: 'karrie@example.com' });
});

it('a new password is given twice', () => {
  expect(textsOf(resetPasswordSchema, { password: 'correct horse', confirmPassword: '' })).toEqual([
    MESSAGES.passwordsMatch,
  ]);
});

/** The first text of each field, as a form shows them. */
function textsOf(schema: Schema, values: Record<string, unknown>): string[] {
  try {
    schema.validateSync(values, { abortEarly: false });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const first = new Map<string | undefined, string>();
    for (const { path, message } of error.inner) if (!first.has(path)) first.set(path, message);
    return [...first.values()];
  }
}
