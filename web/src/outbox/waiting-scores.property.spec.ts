import type { CardEntry } from '@fairmark/scoring';
import * as fc from 'fast-check';
import { Course, type Step } from './testing/course.js';
import { sameValue, valueOf } from './box.js';

/** However bad the reception, a golfer's last score arrives once and overwrites nothing that she has not seen. */

const HOLES = [1, 2];
const seed = 2_611;
const numRuns = 2_000;

const value: fc.Arbitrary<CardEntry> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 3, max: 6 }).map((strokes) => ({ strokes, noScore: false })) },
  { weight: 2, arbitrary: fc.constant({ strokes: null, noScore: false }) },
  { weight: 1, arbitrary: fc.constant({ strokes: null, noScore: true }) },
);
const phone = fc.nat({ max: 1 });
const tab = fc.nat({ max: 1 });
const pick = fc.nat({ max: 7 });

function kinds<K extends string>(...names: K[]): { kind: fc.Arbitrary<K> } {
  return { kind: fc.constantFrom(...names) };
}

const ofOnePhone: fc.Arbitrary<Step>[] = [
  fc.record({ ...kinds('tap'), phone, hole: fc.constantFrom(...HOLES), value, late: fc.boolean() }),
  fc.record({ ...kinds('send', 'send', 'timeout'), phone, tab }),
  fc.record({ ...kinds('ask', 'ask', 'reload'), phone }),
  fc.record({
    ...kinds('arrive', 'arrive', 'arriveAndLinger', 'loseRequest', 'answer', 'answer', 'loseAnswer', 'fetched'),
    pick,
  }),
  fc.record({ ...kinds('arrive', 'answer'), pick }),
];
const ofTwoPhones: fc.Arbitrary<Step>[] = [
  ...ofOnePhone,
  ...ofOnePhone,
  fc.record({ ...kinds('decide'), phone, mine: fc.boolean() }),
  fc.record(kinds('sign', 'reopen', 'reopen')),
];

function rounds(steps: fc.Arbitrary<Step>[]) {
  return fc.array(fc.oneof(...steps), { minLength: 5, maxLength: 70 });
}

function run(phones: number, steps: readonly Step[]): Course {
  const course = new Course(phones);
  for (const step of steps) course.apply(step);
  return course;
}

function expectRecordedOnce({ server }: Course): void {
  const keys = server.log.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
}

describe(`scores in transit (seed ${seed})`, () => {
  it('of one phone all arrive, and the server ends with what the golfer entered last', () => {
    fc.assert(
      fc.property(rounds(ofOnePhone), (steps) => {
        const course = run(1, steps);
        const [phone] = course.phones;
        course.settle();
        course.lateArrivals();
        expect(phone!.box.waiting).toEqual([]);
        for (const hole of HOLES) {
          const last = phone!.lastTap.get(hole)?.value ?? valueOf(null);
          expect(valueOf(course.server.holes.get(hole) ?? null)).toEqual(last);
          expect(phone!.shown(hole).value).toEqual(last);
        }
        expectRecordedOnce(course);
      }),
      { seed, numRuns },
    );
  });

  it('of one phone never hide from the golfer what she entered last', () => {
    fc.assert(
      fc.property(rounds(ofOnePhone), (steps) => {
        const course = new Course(1);
        const [phone] = course.phones;
        for (const step of steps) {
          course.apply(step);
          for (const [hole, { value }] of phone!.lastTap) expect(phone!.shown(hole).value).toEqual(value);
        }
      }),
      { seed, numRuns },
    );
  });

  it('of two phones arrive or are refused while a card is signed and reopened, and overwrite nothing unseen', () => {
    fc.assert(
      fc.property(rounds(ofTwoPhones), (steps) => {
        const course = run(2, steps);
        course.settle();
        course.settle();
        const { server } = course;
        expectRecordedOnce(course);
        for (const phone of course.phones) {
          expect(phone.box.waiting.filter(({ state }) => state === 'waiting')).toEqual([]);
          for (const [hole, { value, key }] of phone.lastTap) {
            const refused = phone.box.waiting.find((score) => score.holeNumber === hole);
            expect(refused === undefined ? server.knows(key) : sameValue(refused, value)).toBe(true);
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
