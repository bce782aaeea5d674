import type { CardEntry } from '@fairmark/scoring';
import * as fc from 'fast-check';
import { Course, type Step } from './testing/course.js';
import { sameValue, valueOf } from './box.js';

/** However bad the reception, a golfer's last score arrives once and overwrites nothing that she has not seen. */

const HOLES = [1, 2];
const seed = 2_611;
const numRuns = 2_000;

/** How often each kind of step happens. */
type Frequencies = Partial<Record<Step['kind'], number>>;
const ONE_PHONE: Frequencies = {
  tap: 6,
  send: 4,
  timeout: 2,
  reload: 2,
  ask: 4,
  fetched: 1,
  arrive: 4,
  arriveAndLinger: 1,
  loseRequest: 1,
  answer: 4,
  loseAnswer: 1,
};
const TWO_PHONES: Frequencies = { ...ONE_PHONE, decide: 3, sign: 1, reopen: 2 };

const value: fc.Arbitrary<CardEntry> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 3, max: 6 }).map((strokes) => ({ strokes, noScore: false })) },
  { weight: 2, arbitrary: fc.constant({ strokes: null, noScore: false }) },
  { weight: 1, arbitrary: fc.constant({ strokes: null, noScore: true }) },
);

function rounds(frequencies: Frequencies): fc.Arbitrary<Step[]> {
  const kinds = Object.entries(frequencies) as [Step['kind'], number][];
  const step = fc.record({
    kind: fc.oneof(...kinds.map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind) }))),
    phone: fc.nat({ max: 1 }),
    tab: fc.nat({ max: 1 }),
    pick: fc.nat({ max: 7 }),
    hole: fc.constantFrom(...HOLES),
    value,
    flag: fc.boolean(),
  });
  return fc.array(step, { minLength: 5, maxLength: 70 });
}

function expectRecordedOnce({ server }: Course): void {
  const keys = server.log.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
}

describe(`scores in transit (seed ${seed})`, () => {
  it('of one phone are never hidden and all arrive, and the server ends with what the golfer entered last', () => {
    fc.assert(
      fc.property(rounds(ONE_PHONE), (steps) => {
        const course = new Course(1);
        const phone = course.phones[0]!;
        for (const step of steps) {
          course.apply(step);
          for (const [hole, { value: last }] of phone.lastTap) expect(phone.shown(hole).value).toEqual(last);
        }
        course.settle();
        course.lateArrivals();
        expect(phone.box.waiting).toEqual([]);
        for (const hole of HOLES) {
          const last = phone.lastTap.get(hole)?.value ?? valueOf(null);
          expect(valueOf(course.server.holes.get(hole) ?? null)).toEqual(last);
          expect(phone.shown(hole).value).toEqual(last);
        }
        expectRecordedOnce(course);
      }),
      { seed, numRuns },
    );
  });

  it('of two phones arrive or are refused while a card is signed and reopened, and overwrite nothing unseen', () => {
    fc.assert(
      fc.property(rounds(TWO_PHONES), (steps) => {
        const course = new Course(2);
        for (const step of steps) course.apply(step);
        course.settle();
        course.settle();
        const { server } = course;
        expectRecordedOnce(course);
        for (const phone of course.phones) {
          expect(phone.box.waiting.filter(({ state }) => state === 'waiting')).toEqual([]);
          for (const [hole, last] of phone.lastTap) {
            const refused = phone.box.waiting.find((score) => score.holeNumber === hole);
            expect(refused === undefined ? server.answers.has(last.key) : sameValue(refused, last.value)).toBe(true);
          }
          for (const hole of HOLES) {
            expect(phone.shown(hole).value).toEqual(valueOf(server.holes.get(hole) ?? null));
          }
        }
        for (const { phone, hole, replaced } of server.log) {
          const own = server.log.some((other) => other.phone === phone && other.id === replaced);
          const knowing = replaced === null || own || course.phones[phone]!.shownIds.get(hole)?.has(replaced) === true;
          expect({ phone, hole, replaced, knowing }).toMatchObject({ knowing: true });
        }
      }),
      { seed, numRuns },
    );
  });
});
