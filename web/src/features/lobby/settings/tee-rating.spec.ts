import type { CourseRating, Gender, Tee } from '@fairmark/contract';
import { teeRating } from './tee-field.js';

const mens = { ratingKind: 'Championship Tees', tee: 'Championship', gender: 'MALE', rating: 130 } as const;
const ladies = { ratingKind: 'Ladies Tees', tee: 'Standard', gender: 'FEMALE', ratingCopy: 'Being rated' } as const;
const own = { ratingKind: 'Ladies Championship Tees', tee: 'Championship', gender: 'FEMALE', ratingCopy: '–' } as const;

test.each<[Tee, Gender | undefined, CourseRating[], CourseRating | undefined]>([
  ['Pro', 'MALE', [mens, ladies], mens],
  ['Championship', 'FEMALE', [mens, ladies], mens],
  // Words are no reason to take another set's number.
  ['Pro', 'FEMALE', [mens, own, ladies], own],
  ['Standard', 'FEMALE', [mens, ladies], ladies],
  ['Standard', 'MALE', [mens, ladies], undefined],
  ['Standard', undefined, [mens, ladies], undefined],
])('%s for %s', (tee, gender, slopeRatings, expected) => {
  expect(teeRating({ slopeRatings }, tee, gender)).toEqual(expected);
});

test('without a course there is none', () => {
  expect(teeRating(null, 'Pro', 'MALE')).toBeUndefined();
});
