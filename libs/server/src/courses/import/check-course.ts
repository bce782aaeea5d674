import { GENDERS, TEES, type Tee } from '@fairmark/contract';
import { holeCard, OWN_VALUES, ratingKinds } from '../course-card.js';
import type { CourseInput } from '../course-file.js';
import type { Path, FileEntry, Refuse } from './entry-file.js';

/** Checks rules that span several fields of a course, each of which is already in its range. */
export function checkCourse(course: CourseInput, refuse: Refuse): void {
  const { holes } = course;
  const again = repeated(holes.map(({ number }) => number));
  for (const { at } of again) refuse(['holes', at, 'number'], `hole ${holes[at]?.number} occurs twice`);
  if (again.length > 0) return;
  checkTees(course, refuse);
  checkRatings(course, refuse);
  const offered = new Set<Tee>(['Standard', ...course.tees.map(({ tee }) => tee)]);
  for (const played of PLAYED) {
    checkOwnValues(course, played, offered.has(played.tee), refuse);
    checkIndexes(course, played, refuse);
  }
}

/** Refuses courses with the number or name of an earlier one. */
export function compareCourses(courses: readonly FileEntry<CourseInput>[]): void {
  for (const field of ['golflinkCourseId', 'name'] as const) {
    const given = courses.map(({ entry }) => entry[field].toLowerCase());
    for (const { at } of repeated(given)) courses[at]?.refuse([field], 'is that of another course in this file');
  }
}

/** Each tee as each gender plays it, with the keys of a hole's own and standard values. */
const PLAYED = TEES.flatMap((tee) =>
  GENDERS.map((gender) => ({ tee, gender, key: OWN_VALUES[gender][tee], standard: OWN_VALUES[gender].Standard })),
);
type Played = (typeof PLAYED)[number];

/** The shortest and the longest distance of each par, in metres. */
const DISTANCES: Readonly<Record<number, readonly [number, number]>> = {
  3: [40, 280],
  4: [150, 500],
  5: [280, 650],
  6: [420, 850],
};

function checkTees({ tees, ratings }: CourseInput, refuse: Refuse): void {
  for (const { at } of repeated(tees.map(({ tee }) => tee))) refuse(['tees', at, 'tee'], 'occurs twice');
  for (const [at, { tee }] of tees.entries()) {
    const kinds = new Set([...ratingKinds(tee, 'MALE'), ...ratingKinds(tee, 'FEMALE')]);
    if (ratings.some(({ ratingKind }) => kinds.has(ratingKind))) continue;
    refuse(['tees', at, 'tee'], `needs a rating: ${[...kinds].join(' or ')}`);
  }
}

function checkRatings({ tees, ratings, holes }: CourseInput, refuse: Refuse): void {
  const kinds = ratings.map(({ ratingKind }) => ratingKind);
  const offered = new Set(tees.map(({ tee }) => tee));
  for (const { at } of repeated(kinds)) refuse(['ratings', at, 'ratingKind'], 'occurs twice');
  for (const [at, rating] of ratings.entries()) {
    const { ratingKind, par, ratingCopy } = rating;
    // Either both slope and scratch rating, or words in their place.
    for (const field of ['slope', 'scratch'] as const) {
      if ((rating[field] === undefined) === (ratingCopy !== undefined)) continue;
      refuse(['ratings', at, field], ratingCopy === undefined ? 'is missing' : 'must be left out beside a ratingCopy');
    }
    // The men's set of the long tees applies to women too if they have none.
    const rated = PLAYED.filter(
      ({ tee, gender }) =>
        offered.has(tee) && ratingKinds(tee, gender).find((kind) => kinds.includes(kind)) === ratingKind,
    );
    if (rated.length === 0) refuse(['ratings', at, 'ratingKind'], 'is for a tee that the course does not offer');
    for (const gender of GENDERS) {
      const tee = rated.find((played) => played.gender === gender)?.tee;
      if (tee === undefined) continue;
      const sum = holes.reduce((total, hole) => total + holeCard(hole, tee, gender).par, 0);
      const whose = gender === 'FEMALE' ? "women's" : "men's";
      if (sum !== par) refuse(['ratings', at, 'par'], `is ${par}, but the ${whose} pars of its holes add up to ${sum}`);
    }
  }
}

/** Only a tee that is offered has values of its own. Distances are in the range of the par. */
function checkOwnValues(
  { holes }: CourseInput,
  { tee, gender, key }: Played,
  isOffered: boolean,
  refuse: Refuse,
): void {
  for (const [at, hole] of holes.entries()) {
    const own = hole[key];
    if (own === undefined) continue;
    if (!isOffered) refuse(['holes', at, key], `is for the ${tee} tee, which the course does not offer`);
    const { par } = holeCard(hole, tee, gender);
    const { distance } = own;
    const [min = 0, max = Infinity] = DISTANCES[par] ?? [];
    if (distance === undefined || (distance >= min && distance <= max)) continue;
    refuse(['holes', at, key, 'distance'], `of a par ${par} must be ${min} to ${max} metres`);
  }
}

/** The stroke indexes of 18 holes must be 1 to 18, each once; second and third indexes 19 to 36 and 37 to 54. */
function checkIndexes({ holes }: CourseInput, { tee, gender, key, standard }: Played, refuse: Refuse): void {
  if (!holes.some((hole) => hole[key]?.index !== undefined)) return;
  // The index that applies to a hole: the tee's own, otherwise the standard one.
  const pathTo = (at: number): Path => ['holes', at, holes[at]?.[key]?.index === undefined ? standard : key, 'index'];
  const indexes = holes.map((hole) => [holeCard(hole, tee, gender).strokeIndex].flat());
  const size = indexes[0]?.length;
  const odd = indexes.findIndex((index) => index.length !== size);
  if (odd >= 0) {
    refuse(pathTo(odd), 'must have as many numbers as the other holes: one each, or three each');
    return;
  }
  for (const rank of [0, 1, 2].slice(0, size)) {
    const numbers = indexes.map((index) => index[rank] ?? 0);
    for (const { at, first } of repeated(numbers)) {
      refuse(pathTo(at), `${numbers[at]} is also the index of hole ${holes[first]?.number}`);
    }
  }
}

/** Indexes of values that occur earlier in the list, each with the index of the first occurrence. */
function repeated(values: readonly (string | number)[]): { at: number; first: number }[] {
  return values.map((value, at) => ({ at, first: values.indexOf(value) })).filter(({ at, first }) => first < at);
}
