import { dailyHandicap, type Gender } from '@fairmark/scoring';
import { TEES, type Tee } from '@fairmark/contract';
import { courseCard } from './course-card.js';
import { coursesOf, demoCourse, DEMO_COURSES } from '../testing/courses.js';

const GENDERS: Gender[] = ['MALE', 'FEMALE'];

/** `[par, distance, index]` of one hole. */
function played(id: string, tee: Tee, gender: Gender, number: number): unknown[] {
  const hole = courseCard(demoCourse(id), tee).byGender[gender]?.holes[number - 1];
  return [hole?.par, hole?.distance, hole?.strokeIndex];
}

test.each([
  ['30990', 'Pro', 'MALE', 'Championship Tees', 72],
  ['30990', 'Championship', 'MALE', 'Championship Tees', 72],
  ['30990', 'Standard', 'MALE', 'Standard Tees', 72],
  ['30990', 'Pro', 'FEMALE', 'Ladies Championship Tees', 73],
  ['30990', 'Championship', 'FEMALE', 'Ladies Championship Tees', 73],
  ['30990', 'Standard', 'FEMALE', 'Ladies Tees', 73],
  ['30990-2', 'Pro', 'FEMALE', 'Championship Tees', 70],
  ['30990-2', 'Championship', 'FEMALE', 'Championship Tees', 70],
  ['30990-2', 'Standard', 'FEMALE', 'Ladies Tees', 70],
] as const)('on %s the %s tee is played by %s golfers with the rating %s, par %i', (id, tee, gender, kind, par) => {
  expect(courseCard(demoCourse(id), tee).byGender[gender]).toMatchObject({ ratingKind: kind, parRating: par });
});

test('a hole has the values of its tee, and the standard ones of the gender for the rest', () => {
  const hole = demoCourse('20990').holes[0]!;
  const { standard, ladiesStandard, pro, ladiesChampionship } = hole;
  expect(played('20990', 'Standard', 'MALE', 1)).toEqual([4, standard.distance, standard.index]);
  expect(played('20990', 'Pro', 'MALE', 1)).toEqual([4, pro?.distance, pro?.index]);
  expect(ladiesChampionship).toEqual({ distance: expect.any(Number) });
  const ladies = [4, ladiesChampionship?.distance, ladiesStandard.index];
  expect(played('20990', 'Championship', 'FEMALE', 1)).toEqual(ladies);
  expect(hole).not.toHaveProperty('ladiesPro');
  expect(played('20990', 'Pro', 'FEMALE', 1)).toEqual([4, ladiesStandard.distance, ladiesStandard.index]);
});

test('the championship pars apply to the long tees only', () => {
  const course = demoCourse('30990-2');
  const hole = course.holes[0]!;
  hole.par = { mens: 4, ladies: 5, mensChampionship: 3, ladiesChampionship: 6 };
  const pars = (tee: Tee): unknown[] =>
    GENDERS.map((gender) => courseCard(course, tee).byGender[gender]?.holes[0]?.par);
  expect([pars('Standard'), pars('Championship'), pars('Pro')]).toEqual([
    [4, 5],
    [3, 6],
    [3, 6],
  ]);
});

test('a gender without a rating, and a tee that the course does not offer, have no card', () => {
  const course = demoCourse('30990');
  for (const ratings of [course.slopeRatings, course.scratchRatings, course.parRatings]) {
    ratings.splice(0, ratings.length, ...ratings.filter(({ ratingKind }) => ratingKind !== 'Ladies Tees'));
  }
  expect(Object.keys(courseCard(course, 'Standard').byGender)).toEqual(['MALE']);
  // Words in place of a rating are not a number, and do not fall back to another set.
  for (const ratings of [course.slopeRatings, course.scratchRatings]) {
    const set = ratings.find(({ ratingKind }) => ratingKind === 'Ladies Championship Tees')!;
    delete set.rating;
    set.ratingCopy = 'Being rated';
  }
  expect(Object.keys(courseCard(course, 'Championship').byGender)).toEqual(['MALE']);
  course.tees = course.tees.filter(({ tee }) => tee !== 'Pro');
  expect(courseCard(course, 'Pro').byGender).toEqual({});
});

test('the holes are in order, whatever the order of the file', () => {
  const course = demoCourse('30990');
  course.holes.reverse();
  const numbers = courseCard(course, 'Standard').byGender.MALE?.holes.map(({ number }) => number);
  expect(numbers).toEqual(Array.from({ length: 18 }, (_, at) => at + 1));
});

test('every demo course is playable by every gender from every tee', () => {
  for (const { golflinkCourseId } of coursesOf(DEMO_COURSES)) {
    for (const tee of TEES) {
      for (const gender of GENDERS) {
        const card = courseCard(demoCourse(golflinkCourseId), tee).byGender[gender]!;
        expect(card.holes.reduce((sum, { par }) => sum + par, 0)).toBe(card.parRating);
        expect(Number.isInteger(dailyHandicap({ handicap: 18.4, gender, ...card }))).toBe(true);
      }
    }
  }
});
