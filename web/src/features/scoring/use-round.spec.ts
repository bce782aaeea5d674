/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { asksForRunning, matchOfPage } from './use-round.js';

it.each([
  ['the remembered one', null, 'a', null, 'a', true],
  ['the remembered one, also named in the address', 'a', 'a', null, 'a', true],
  ['the one in progress, on a phone that remembers none', null, null, 'a', 'a', true],
  ['the named one, which is in progress', 'a', null, 'a', 'a', true],
  ['the named one, in progress, on a phone that remembers an older one', 'a', 'old', 'a', 'a', true],
  ['a named one, while another is remembered and in progress', 'b', 'a', 'a', 'b', false],
  ['a named one while none is in progress', 'b', null, null, 'b', false],
  ['none', null, null, null, null, false],
])('the match is %s', (_, named, mine, running, matchId, inPlay) => {
  expect(matchOfPage({ named, mine, running })).toEqual({ matchId, inPlay });
});

it.each([
  [null, 'a', false],
  ['a', 'a', false],
  [null, null, true],
  ['a', null, true],
  ['b', 'a', true],
])('named %s, remembered %s: reads which match is in progress: %s', (named, mine, asked) => {
  expect(asksForRunning({ named, mine })).toBe(asked);
});
