import { GENDERS, TEES, type Tee } from '@fairmark/contract';
import { holeCard, OWN_VALUES, ratingKinds } from '../course-card.js';
import type { CourseInput } from '../course-file.js';
import type { Finding } from './entry-file.js';

/** Checks rules that span several fields of a course, each of which is already in its range. */
export function checkCourse(course: CourseInput): Finding[] {
  const numbers = [...checkNumbers(course)];
  return numbers.length > 0 ? numbers : [...checkFields(course)];
}

type Findings = Generator<Finding, void, undefined>;

function* checkFields(course: CourseInput): Findings {
  yield* checkTees(course);
  yield* checkRatings(course);
  const offered = new Set<Tee>(['Standard', ...course.tees.map(({ tee }) => tee)]);
  for (const played of PLAYED) {
    if (!offered.has(played.tee)) yield* checkNoOwnValues(course, played);
    yield* checkIndexes(course, played);
    yield* checkDistances(course, played);
  }
}

/** Each tee as each gender plays it, with the keys of a hole's own and standard values. */
const PLAYED = TEES.flatMap((tee) =>
  GENDERS.map((gender) => ({ tee, gender, key: OWN_VALUES[gender][tee], standard: OWN_VALUES[gender].Standard })),
);
type Played = (typeof PLAYED)[number];

const DISTANCES: Readonly<Record<number, { min: number; max: number }>> = {
  3: { min: 40, max: 280 },
  4: { min: 150, max: 500 },
  5: { min: 280, max: 650 },
  6: { min: 420, max: 850 },
};

function* checkNumbers({ holes }: CourseInput): Findings {
  for (const { at } of repeated(holes.map(({ number }) => number))) {
    yield { path: ['holes', at, 'number'], message: `hole ${holes[at]?.number} occurs twice` };
  }
}

function* checkTees({ tees, ratings }: CourseInput): Findings {
  for (const { at } of repeated(tees.map(({ tee }) => tee))) {
    yield { path: ['tees', at, 'tee'], message: 'occurs twice' };
  }
  for (const [at, { tee }] of tees.entries()) {
    const kinds = new Set([...ratingKinds(tee, 'MALE'), ...ratingKinds(tee, 'FEMALE')]);
    if (ratings.some(({ ratingKind }) => kinds.has(ratingKind))) continue;
    yield { path: ['tees', at, 'tee'], message: `needs a rating: ${[...kinds].join(' or ')}` };
  }
}

function* checkRatings(course: CourseInput): Findings {
  const kinds = course.ratings.map(({ ratingKind }) => ratingKind);
  const offered = new Set(course.tees.map(({ tee }) => tee));
  for (const { at } of repeated(kinds)) yield { path: ['ratings', at, 'ratingKind'], message: 'occurs twice' };
  for (const [at, rating] of course.ratings.entries()) {
    const { ratingKind, par, ratingCopy } = rating;
    // Either both slope and scratch rating, or words in their place.
    for (const field of ['slope', 'scratch'] as const) {
      if ((rating[field] === undefined) === (ratingCopy !== undefined)) continue;
      const message = ratingCopy === undefined ? 'is missing' : 'must be left out beside a ratingCopy';
      yield { path: ['ratings', at, field], message };
    }
    // The men's set of the long tees applies to women too if they have none.
    const isRated = ({ tee, gender }: Played): boolean =>
      offered.has(tee) && ratingKinds(tee, gender).find((kind) => kinds.includes(kind)) === ratingKind;
    const rated = PLAYED.filter(isRated);
    if (rated.length === 0) {
      yield { path: ['ratings', at, 'ratingKind'], message: 'is for a tee that the course does not offer' };
    }
    for (const gender of GENDERS) {
      const tee = rated.find((played) => played.gender === gender)?.tee;
      if (tee === undefined) continue;
      const sum = course.holes.reduce((total, hole) => total + holeCard(hole, tee, gender).par, 0);
      const whose = gender === 'FEMALE' ? "women's" : "men's";
      if (sum === par) continue;
      const message = `is ${par}, but the ${whose} pars of its holes add up to ${sum}`;
      yield { path: ['ratings', at, 'par'], message };
    }
  }
}

function* checkNoOwnValues({ holes }: CourseInput, { tee, key }: Played): Findings {
  for (const [at, hole] of holes.entries()) {
    if (hole[key] === undefined) continue;
    yield { path: ['holes', at, key], message: `is for the ${tee} tee, which the course does not offer` };
  }
}

/** The stroke indexes of 18 holes must be 1 to 18, each once; second and third indexes 19 to 36 and 37 to 54. */
function* checkIndexes({ holes }: CourseInput, { tee, gender, key, standard }: Played): Findings {
  if (!holes.some((hole) => hole[key]?.index !== undefined)) return;
  // The index that applies to a hole: the tee's own, otherwise the standard one.
  const pathTo = (at: number): Finding['path'] => {
    return ['holes', at, holes[at]?.[key]?.index === undefined ? standard : key, 'index'];
  };
  const indexes = holes.map((hole) => [holeCard(hole, tee, gender).strokeIndex].flat());
  const size = indexes[0]?.length;
  const odd = indexes.findIndex((index) => index.length !== size);
  if (odd >= 0) {
    yield { path: pathTo(odd), message: 'must have as many numbers as the other holes: one each, or three each' };
    return;
  }
  for (const rank of [0, 1, 2].slice(0, size)) {
    const numbers = indexes.map((index) => index[rank] ?? 0);
    for (const { at, first } of repeated(numbers)) {
      yield { path: pathTo(at), message: `${numbers[at]} is also the index of hole ${holes[first]?.number}` };
    }
  }
}

function* checkDistances({ holes }: CourseInput, { tee, gender, key }: Played): Findings {
  for (const [at, hole] of holes.entries()) {
    const distance = hole[key]?.distance;
    const { par } = holeCard(hole, tee, gender);
    const range = DISTANCES[par];
    if (distance === undefined || range === undefined || (distance >= range.min && distance <= range.max)) continue;
    const message = `of a par ${par} must be ${range.min} to ${range.max} metres`;
    yield { path: ['holes', at, key, 'distance'], message };
  }
}

/** Indexes of values that occur earlier in the list, each with the index of the first occurrence. */
function repeated(values: readonly (string | number)[]): { at: number; first: number }[] {
  return values.map((value, at) => ({ at, first: values.indexOf(value) })).filter(({ at, first }) => first < at);
}
