/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { LIMITS, MESSAGES } from '@fairmark/contract';
import { ValidationError, type Schema } from 'yup';
import { aCompetition, aGolfer } from '../features/competitions/testing/table.js';
import { lazySchema } from './form.js';
import { COMPETITION_START, competitionSchema, emailSchema } from './schemas.js';
import { resetPasswordSchema, signInSchema, signUpSchema } from './schemas.js';

const GOOD = {
  fullName: 'Karrie Webb',
  email: 'karrie@example.com',
  golflinkNumber: '2040512345',
  handicap: 9.1,
  password: 'correct horse',
  confirmPassword: 'correct horse',
  gender: 'FEMALE',
};

it.each([
  ['a good one', {}, []],
  ['a plus handicap', { handicap: -10.9 }, []],
  ['7 digits', { golflinkNumber: '1234567' }, []],
  ['spaces around', { email: ' karrie@example.com ', golflinkNumber: ' 12345678 ' }, []],
  ['no name', { fullName: ' ' }, [MESSAGES.fullNameRequired]],
  ['a long name', { fullName: 'a'.repeat(LIMITS.fullNameMax + 1) }, [MESSAGES.fullNameLong]],
  ['no email', { email: '' }, [MESSAGES.emailRequired]],
  ['half an email', { email: 'karrie@' }, [MESSAGES.emailInvalid]],
  ['a quotation mark in an email', { email: 'karrie’s@example.com' }, [MESSAGES.emailInvalid]],
  ['umlauts', { email: "jürgen.o'hara@golf-müller.example" }, []],
  ['a domain with an underscore', { email: 'karrie@ex_ample.com' }, [MESSAGES.emailInvalid]],
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
])('Create account checks %s', (_, change, texts) => {
  expect(textsOf(signUpSchema, { ...GOOD, ...change })).toEqual(texts);
});

it('Sign in does not check the rules for a password, and a new password has to be repeated', () => {
  expect(textsOf(signInSchema, { email: 'karrie@example.com', password: 'x' })).toEqual([]);
  const nothing = [MESSAGES.emailRequired, MESSAGES.passwordRequired];
  expect(textsOf(signInSchema, { email: '', password: '' })).toEqual(nothing);
  const once = { password: 'correct horse', confirmPassword: '' };
  expect(textsOf(resetPasswordSchema, once)).toEqual([MESSAGES.passwordsMatch]);
});

it('the form for an email trims it', () => {
  expect(emailSchema.cast({ email: '  karrie@example.com ' })).toEqual({ email: 'karrie@example.com' });
});

const COMPETITION = {
  ...COMPETITION_START,
  competitionName: ' Winter Ringers ',
  course: aCompetition().course,
  days: ['Saturday', 'Sunday'],
  players: [aGolfer('Alex Kerr')],
};

it('a competition is cast to what is sent', () => {
  expect(competitionSchema.cast(COMPETITION)).toMatchObject({
    competitionName: 'Winter Ringers',
    duration: LIMITS.competitionWeeksDefault,
    allowance: 100,
  });
});

it.each([
  ['a good one', {}, {}],
  ['no name', { competitionName: ' ' }, { competitionName: MESSAGES.required }],
  ['the longest name', { competitionName: 'a'.repeat(25) }, {}],
  ['a longer name', { competitionName: 'a'.repeat(26) }, { competitionName: MESSAGES.competitionNameLong }],
  ['no course', { course: null }, { course: MESSAGES.required }],
  ['no days', { days: [] }, { days: MESSAGES.required }],
  ['no players', { players: [] }, { players: MESSAGES.required }],
])('Create a competition checks %s', (_, change, errors) => {
  expect(errorsOf(competitionSchema, { ...COMPETITION, ...change })).toEqual(errors);
});

/** The first text of each field, as a form shows them. */
function errorsOf(schema: Schema, values: object): Record<string, string> {
  try {
    schema.validateSync(values, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map(({ path = '', message }) => [path, message] as const).reverse());
  }
}

const textsOf = (schema: Schema, values: object): string[] => Object.values(errorsOf(schema, values)).reverse();

const TYPED = { email: ' karrie@example.com ', password: '' };

it('leaves validation to the server while its code cannot be loaded, then validates and trims', async () => {
  let signal = false;
  const schema = lazySchema(() => (signal ? Promise.resolve(signInSchema) : Promise.reject(new Error('No signal'))));
  expect(await schema.validate(TYPED)).toEqual(TYPED);
  signal = true;
  await expect(schema.validate(TYPED)).rejects.toThrow('Password is required');
  const password = 'correct horse';
  expect(await schema.validate({ ...TYPED, password })).toEqual({ email: 'karrie@example.com', password });
});

it('validates what was typed last when typing went on while its code loaded', async () => {
  let arrive: (schema: typeof signInSchema) => void = () => undefined;
  const coming = new Promise<typeof signInSchema>((resolve) => (arrive = resolve));
  const schema = lazySchema(() => coming);
  const typed = [TYPED, { ...TYPED, password: 'correct horse' }];
  const results = Promise.allSettled(typed.map((values) => schema.validate(values)));
  arrive(signInSchema);
  expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
});
