import { LIMITS, MESSAGES, type CourseRef, type PublicUser } from '@fairmark/contract';
import { ValidationError } from 'yup';
import { COMPETITION_START, competitionSchema } from './competition-schema.js';

const COURSE: CourseRef = { id: 'harrow', name: 'Harrow Point', clubName: 'Harrow Point', courseName: 'Headland' };
const golfer = (id: string): PublicUser => ({
  id,
  fullName: id,
  handicap: 9,
  handicapForShow: '9.0',
  avatar: null,
  homeCourse: null,
});
const GOOD = {
  ...COMPETITION_START,
  competitionName: ' Winter Ringers ',
  course: COURSE,
  days: ['Saturday', 'Sunday'],
  players: [golfer('alex')],
};

it('casts to what is sent', () => {
  expect(competitionSchema.cast(GOOD)).toMatchObject({
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
  ['no type', { competitionType: undefined }, { competitionType: MESSAGES.required }],
  ['a type to come', { competitionType: 'TRAVELLING' }, { competitionType: MESSAGES.competitionOnlyEclectic }],
  ['no course', { course: null }, { course: MESSAGES.required }],
  ['no duration', { duration: '' }, { duration: MESSAGES.required }],
  ['3 weeks', { duration: '3' }, { duration: MESSAGES.competitionWeeks }],
  ['4 weeks', { duration: '4' }, {}],
  ['15 weeks', { duration: '15' }, {}],
  ['16 weeks', { duration: '16' }, { duration: MESSAGES.competitionWeeks }],
  ['no days', { days: [] }, { days: MESSAGES.required }],
  ['a day twice', { days: ['Monday', 'Monday'] }, { days: MESSAGES.competitionDays }],
  ['another allowance', { allowance: '90' }, { allowance: MESSAGES.competitionAllowance }],
  ['no allowance at all', { allowance: '0' }, {}],
  ['no players', { players: [] }, { players: MESSAGES.required }],
  ['a player twice', { players: [golfer('a'), golfer('a')] }, { players: MESSAGES.competitionPlayerOnce }],
])('%s', (_, change, errors) => {
  expect(errorsOf({ ...GOOD, ...change })).toEqual(errors);
});

/** The first text of each field, as a form shows them. */
function errorsOf(values: object): Record<string, string> {
  try {
    competitionSchema.validateSync(values, { abortEarly: false });
    return {};
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return Object.fromEntries(error.inner.map(({ path = '', message }) => [path, message] as const).reverse());
  }
}
