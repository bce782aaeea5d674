import { randomBytes, randomUUID } from 'node:crypto';
import type { Config } from '../platform/tokens.js';
import { bearer } from '../testing/api.js';
import { AccessTokens } from './access-tokens.js';

/** Access tokens, including ones that were verified before. */

const tokens = () => new AccessTokens({ jwtSecret: randomBytes(32) } as Config);
const someone = () => ({ userId: randomUUID(), sessionId: randomUUID(), version: 3 });
const inAMinute = () => new Date(Date.now() + 60_000);

afterEach(() => jest.useRealTimers());

test('identify their session each time they are verified', async () => {
  const own = tokens();
  const [ann, ben] = [someone(), someone()];
  const [ofAnn, ofBen] = [own.sign(ann, inAMinute()), own.sign(ben, inAMinute())];
  for (const _ of [1, 2]) {
    expect(await own.verify(bearer(ofAnn))).toEqual(ann);
    expect(await own.verify(bearer(ofBen))).toEqual(ben);
  }
});

test('are refused after any change, even once the original was verified', async () => {
  const own = tokens();
  const token = own.sign(someone(), inAMinute());
  await own.verify(bearer(token));
  const [head = '', payload = '', signature = ''] = token.split('.');
  const other = own.sign(someone(), inAMinute()).split('.')[1] ?? '';
  for (const forged of [`${head}.${other}.${signature}`, `${head}.${payload}.`, `${token}x`, 'x']) {
    for (const _ of [1, 2]) expect(await own.verify(bearer(forged))).toBeNull();
  }
  expect(await tokens().verify(bearer(token))).toBeNull();
});

test('expire with their session, even once they were verified', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const own = tokens();
  const token = own.sign(someone(), inAMinute());
  expect(await own.verify(bearer(token))).not.toBeNull();
  jest.setSystemTime(Date.now() + 59_000);
  expect(await own.verify(bearer(token))).not.toBeNull();
  jest.setSystemTime(Date.now() + 1_001);
  expect(await own.verify(bearer(token))).toBeNull();
});
