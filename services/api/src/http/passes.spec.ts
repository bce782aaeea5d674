import type { Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validate } from 'class-validator';
import fc from 'fast-check';
import * as auth from '../auth/auth.requests.js';
import * as clubhouse from '../clubhouse/clubhouse.dto.js';
import * as competition from '../competitions/competition.commands.js';
import * as match from '../match/commands/match.commands.js';
import { filled } from '../permissions/testing/inputs.js';
import * as position from '../positions/position.query.js';
import * as users from '../users/users.requests.js';
import { inputPipe } from './input.pipe.js';
import { passes } from './passes.js';

/** Classes always left to class-validator, as they hold lists or objects. */
const NOT_PLAIN = [
  'CorrectCard',
  'CreateCompetition',
  'SetCompetitionPlayers',
  'SetSettings',
  'SignCards',
  'StartMatch',
];

const OPTIONS = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true, stopAtFirstError: true };
const isInput = (one: unknown): one is Type<object> =>
  typeof one === 'function' && getMetadataStorage().getTargetValidationMetadatas(one, '', false, false).length > 0;
const kinds = [auth, clubhouse, competition, match, position, users].flatMap((file) =>
  Object.values(file).filter(isInput),
);

/** Values that some fields accept, and some that no field accepts. */
const value = fc.oneof(
  fc.constantFrom(null, undefined, true, 0, 1, 18, 4.5, -3, 1e9, '', '7', ' x ', 'POOL', [], {}, ['x'], { x: 1 }),
  fc.constantFrom('2026-05-01T08:30:00.000Z', '2026-13-01', 'kim@golfers.test', '1234567', 'a long password'),
  fc.uuid(),
  fc.uuid().map((id) => id.toUpperCase()),
  fc.string(),
  fc.integer(),
  fc.double(),
);

/** A valid input of the class with a few fields changed or left out. */
const sentAs = (kind: Type<object>) => {
  const whole = filled(kind);
  const names = [...Object.keys(whole), 'unknown', 'constructor', 'toString'];
  const changes = fc.oneof(fc.constant({}), fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 3 }));
  const left = fc.oneof(fc.constant(Object.keys(whole)), fc.subarray(Object.keys(whole)));
  return fc.tuple(left, changes).map(([keep, changed]) => ({
    ...Object.fromEntries(keep.map((name) => [name, whole[name]])),
    ...changed,
  }));
};

/** False where class-validator throws, as on 5e-324 when it counts decimals. */
const holds = (question: () => Promise<boolean>): Promise<boolean> => question().catch(() => false);

describe('the fast check of inputs', () => {
  it.each(kinds.map((kind) => [kind.name, kind] as const))(
    'accepts the same input for %s as class-validator and class-transformer',
    async (name, kind) => {
      let taken = 0;
      await fc.assert(
        fc.asyncProperty(sentAs(kind), async (sent) => {
          const input = plainToInstance(kind, sent);
          const isTaken = await holds(async () => (await validate(input, OPTIONS)).length === 0);
          if (isTaken) taken += 1;
          expect(await holds(async () => passes(input))).toBe(isTaken && !NOT_PLAIN.includes(name));
          const made: unknown = isTaken ? await inputPipe().transform(sent, { type: 'body', metatype: kind }) : input;
          expect(made).toStrictEqual(input);
        }),
        { numRuns: 200 },
      );
      // Some inputs were valid, or nothing was compared.
      expect(taken > 0 || NOT_PLAIN.includes(name)).toBe(true);
    },
  );
});
