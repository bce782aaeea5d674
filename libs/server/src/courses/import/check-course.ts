import type { Gender, RatingKind, Tee } from '@fairmark/contract';
import { holeCard, ratingKinds } from '../course-card.js';
import { RATING_SETS } from '../rating-sets.js';
import type { CourseInput, HoleInput } from '../course-file.js';
import type { Finding, Path } from './problem.js';

/** Rules over several fields of a course, each of which is in its range already. */
export function checkCourse(course: CourseInput): Finding[] {
  const holes = checkNumbers(course);
  if (holes.length > 0) return holes;
  return [
    ...checkTees(course),
    ...checkRatings(course),
    ...checkOwnValues(course),
    ...PLAYED.flatMap(({ tee, gender, key }) => [
      ...checkIndexes(course, tee, gender, key),
      ...checkDistances(course, tee, gender, key),
    ]),
  ];
}

type OwnKey = Exclude<keyof HoleInput, 'number' | 'par'>;

/** Each tee and gender, and where a hole keeps its values. */
const PLAYED: readonly { tee: Tee; gender: Gender; key: OwnKey }[] = [
  { tee: 'Standard', gender: 'MALE', key: 'standard' },
  { tee: 'Standard', gender: 'FEMALE', key: 'ladiesStandard' },
  { tee: 'Championship', gender: 'MALE', key: 'championship' },
  { tee: 'Championship', gender: 'FEMALE', key: 'ladiesChampionship' },
  { tee: 'Pro', gender: 'MALE', key: 'pro' },
  { tee: 'Pro', gender: 'FEMALE', key: 'ladiesPro' },
];

/** Shortest and longest hole that is believed, in metres, by par. */
const DISTANCES: Readonly<Record<number, { min: number; max: number }>> = {
  3: { min: 40, max: 280 },
  4: { min: 150, max: 500 },
  5: { min: 280, max: 650 },
  6: { min: 420, max: 850 },
};

function checkNumbers({ holes }: CourseInput): Finding[] {
  return repeated(holes.map(({ number }) => number)).map(({ at }) =>
    finding(['holes', at, 'number'], `hole ${holes[at]?.number} is there twice`),
  );
}

function checkTees({ tees, ratings }: CourseInput): Finding[] {
  const rated = new Set(ratings.map(({ ratingKind }) => ratingKind));
  return [
    ...repeated(tees.map(({ tee }) => tee)).map(({ at }) => finding(['tees', at, 'tee'], 'is there twice')),
    ...tees.flatMap(({ tee }, at) => {
      const kinds = new Set([...ratingKinds(tee, 'MALE'), ...ratingKinds(tee, 'FEMALE')]);
      return [...kinds].some((kind) => rated.has(kind))
        ? []
        : [finding(['tees', at, 'tee'], `needs a rating: ${[...kinds].join(' or ')}`)];
    }),
  ];
}

function checkRatings(course: CourseInput): Finding[] {
  const kinds = course.ratings.map(({ ratingKind }) => ratingKind);
  return [
    ...repeated(kinds).map(({ at }) => finding(['ratings', at, 'ratingKind'], 'is there twice')),
    ...course.ratings.flatMap(checkNumbersOrWords),
    ...course.ratings.flatMap(({ ratingKind, par }, at) => {
      const tees = teesOf(course, ratingKind);
      if (tees.length === 0) {
        return [finding(['ratings', at, 'ratingKind'], 'is for a tee that the course does not offer')];
      }
      return gendersOf(kinds, ratingKind).flatMap((gender) => {
        const sum = totalPar(course, tees[0] ?? 'Standard', gender);
        const whose = gender === 'FEMALE' ? "women's" : "men's";
        return sum === par
          ? []
          : [finding(['ratings', at, 'par'], `is ${par}, but the ${whose} pars of its holes add up to ${sum}`)];
      });
    }),
  ];
}

/** Slope and scratch rating, or words in place of both. */
function checkNumbersOrWords(rating: CourseInput['ratings'][number], at: number): Finding[] {
  const hasWords = rating.ratingCopy !== undefined;
  return (['slope', 'scratch'] as const)
    .filter((field) => (rating[field] !== undefined) === hasWords)
    .map((field) => finding(['ratings', at, field], hasWords ? 'must be left out beside a ratingCopy' : 'is missing'));
}

/** Tees of the course that a rating set is for. */
function teesOf(course: CourseInput, kind: RatingKind): Tee[] {
  const { tee: rated, gender } = RATING_SETS[kind];
  return course.tees
    .map(({ tee }) => tee)
    .filter((tee) => ratingKinds(tee, gender)[0] === ratingKinds(rated, gender)[0]);
}

/** Who plays by a rating set: women also by the men's one of the long tees where there is none of their own. */
function gendersOf(kinds: readonly RatingKind[], kind: RatingKind): Gender[] {
  const { gender } = RATING_SETS[kind];
  const shared = kind === 'Championship Tees' && !kinds.includes('Ladies Championship Tees');
  return shared ? ['MALE', 'FEMALE'] : [gender];
}

const totalPar = ({ holes }: CourseInput, tee: Tee, gender: Gender): number =>
  holes.reduce((sum, hole) => sum + holeCard(hole, tee, gender).par, 0);

function checkOwnValues({ holes, tees }: CourseInput): Finding[] {
  const offered = new Set(tees.map(({ tee }) => tee));
  return PLAYED.filter(({ tee }) => tee !== 'Standard' && !offered.has(tee)).flatMap(({ tee, key }) =>
    holes.flatMap((hole, at) =>
      hole[key] === undefined
        ? []
        : [finding(['holes', at, key], `is of the ${tee} tee, which the course does not offer`)],
    ),
  );
}

/** 18 holes share out the numbers 1 to 18, and where there are three, 19 to 36 and 37 to 54. */
function checkIndexes(course: CourseInput, tee: Tee, gender: Gender, key: OwnKey): Finding[] {
  if (!course.holes.some((hole) => hole[key]?.index !== undefined)) return [];
  const places = course.holes.map((hole, at) => indexPath(hole, at, key, gender));
  const indexes = course.holes.map((hole) => {
    const { strokeIndex } = holeCard(hole, tee, gender);
    return typeof strokeIndex === 'number' ? [strokeIndex] : [...strokeIndex];
  });
  const size = indexes[0]?.length;
  const odd = indexes.findIndex((index) => index.length !== size);
  if (odd >= 0) {
    return [finding(places[odd] ?? [], 'must have as many numbers as the other holes: one each, or three each')];
  }
  return [0, 1, 2].slice(0, size).flatMap((rank) => {
    const numbers = indexes.map((index) => index[rank] ?? 0);
    return repeated(numbers).map(({ at, first }) =>
      finding(places[at] ?? [], `${numbers[at]} is also the index of hole ${course.holes[first]?.number}`),
    );
  });
}

/** Where a hole's index comes from: its own for the tee, else the standard one. */
function indexPath(hole: HoleInput, at: number, key: OwnKey, gender: Gender): Path {
  const standard = gender === 'FEMALE' ? 'ladiesStandard' : 'standard';
  return ['holes', at, hole[key]?.index === undefined ? standard : key, 'index'];
}

function checkDistances(course: CourseInput, tee: Tee, gender: Gender, key: OwnKey): Finding[] {
  return course.holes.flatMap((hole, at) => {
    const distance = hole[key]?.distance;
    const { par } = holeCard(hole, tee, gender);
    const range = DISTANCES[par];
    if (distance === undefined || range === undefined || (distance >= range.min && distance <= range.max)) return [];
    return [finding(['holes', at, key, 'distance'], `of a par ${par} must be ${range.min} to ${range.max} metres`)];
  });
}

function finding(path: Path, message: string): Finding {
  return { path, message };
}

/** Each value that was there before, with the place of the first. */
function repeated(values: readonly (string | number)[]): { at: number; first: number }[] {
  return values.map((value, at) => ({ at, first: values.indexOf(value) })).filter(({ at, first }) => first < at);
}
