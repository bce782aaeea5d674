import type { CourseRating, Gender, Tee } from '@fairmark/contract';
import { teeRating } from './tee-field.js';

const mens = { ratingKind: 'Championship Tees', tee: 'Championship', gender: 'MALE', rating: 130 } as const;
const ladies = { ratingKind: 'Ladies Tees', tee: 'Standard', gender: 'FEMALE', ratingCopy: 'Being rated' } as const;
const own = { ratingKind: 'Ladies Championship Tees', tee: 'Championship', gender: 'FEMALE', ratingCopy: '–' } as const;

test.each<[Tee, Gender | undefined, CourseRating[], CourseRating | undefined]>([
  ['Pro', 'MALE', [mens, ladies], mens],
  ['Championship', 'FEMALE', [mens, ladies], mens],
  // A rating set with words instead of numbers is not replaced by another set.
  ['Pro', 'FEMALE', [mens, own, ladies], own],
  ['Standard', 'FEMALE', [mens, ladies], ladies],
  ['Standard', 'MALE', [mens, ladies], undefined],
  ['Standard', undefined, [mens, ladies], undefined],
])('the rating of %s for %s', (tee, gender, slopeRatings, expected) => {
  expect(teeRating({ slopeRatings }, tee, gender)).toEqual(expected);
});

test('there is no rating without a course', () => {
  expect(teeRating(null, 'Pro', 'MALE')).toBeUndefined();
});
