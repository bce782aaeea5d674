/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { ERRORS, type ErrorCode } from '@fairmark/contract';
import { ApiError } from '../../../api/call/errors.js';
import { signRefusal, stillApplies } from './use-signing.js';
import { eighteen } from '../../../outbox/testing/match.js';
import { twoBall } from '../testing/cards.js';

const refused = (code: ErrorCode, details: Record<string, unknown> = {}) =>
  signRefusal(new ApiError(code, ERRORS[code].message, ERRORS[code].status, details), twoBall().rounds, 'sam');

test('scores that differ have the catalogue’s text, and the holes of each card', () => {
  const cards = [
    { userId: 'sam', mismatchingScoreHoleNumbers: [3, 12] },
    { userId: 'alex', mismatchingScoreHoleNumbers: [4] },
  ];
  expect(refused('SCORES_DONT_MATCH', { mismatchingScoreHoleNumbers: [3, 4, 12], cards })).toEqual({
    text: "Your scores don't match. Issues are highlighted. Please fix so both match.",
    more: ['Your card: holes 3 and 12 differ.', "Alex's card: hole 4 differs."],
    cards: ['sam', 'alex'],
    code: 'SCORES_DONT_MATCH',
  });
});

test('a score that was changed after it was shown is named, until the golfer signs again', () => {
  const refusal = refused('SCORE_CHANGED', { cards: [{ userId: 'alex', changedHoleNumbers: [7] }] });
  expect(refusal.more).toEqual(["Alex's card: hole 7 was changed."]);
  expect(stillApplies(refusal, twoBall().rounds)).toBe(true);
});

test('a changed score has its old and new value, once the page shows the new one', () => {
  const shown = twoBall().rounds;
  const rounds = twoBall({ byMarker: eighteen(4, { 7: 6, 9: 'NS' }) }).rounds;
  const [holes, changed] = [rounds[0]!.holes, [7, 9, 11, 13]];
  for (const hole of changed) holes[hole - 1]!.marker!.id = `new-${hole}`;
  holes[12]!.marker!.strokes = null;
  const details = { cards: [{ userId: 'sam', changedHoleNumbers: changed }] };
  const { message, status } = ERRORS.SCORE_CHANGED;
  const { more } = signRefusal(new ApiError('SCORE_CHANGED', message, status, details), rounds, 'sam', shown);
  expect(more).toEqual([
    'Your card: hole 7 was 4 and is 6 now, hole 9 was 4 and is No Score now, ' +
      'hole 11 was entered again, hole 13 was 4 and is empty now.',
  ]);
});

test.each([
  ['ROUND_NOT_COMPLETE', ''],
  ['ROUND_NOT_COMPLETE_BY_MARKER', ' by Alex'],
] as const)('%s names the missing holes', (code, by) => {
  const { text, more } = refused(code, { cards: [{ userId: 'alex', missingHoleNumbers: [17, 18] }] });
  expect(text).toBe(
    'Round is still in progress. Both players must complete the round first before verifying and signing scores.',
  );
  expect(more).toEqual([`Alex's card: holes 17 and 18 not entered${by}.`]);
});

test('any other error says that the round could not be verified', () => {
  expect(refused('GENERIC')).toMatchObject({ text: 'Unable to verify your round.', more: [] });
  expect(refused('NO_MARKER')).toMatchObject({
    text: 'Unable to verify your round.',
    more: [ERRORS.NO_MARKER.message],
  });
  expect(signRefusal(new Error('x'), [], 'sam')).toMatchObject({ text: 'Unable to verify your round.', more: [] });
});

test('a refusal no longer applies once the cards that it named are ready', () => {
  const refusal = refused('SCORES_DONT_MATCH', { cards: [{ userId: 'sam', mismatchingScoreHoleNumbers: [3] }] });
  expect(stillApplies(refusal, twoBall({ byMarker: eighteen(4, { 3: 5 }) }).rounds)).toBe(true);
  expect(stillApplies(refusal, twoBall({}, { byMarker: eighteen(4, { 3: 5 }) }).rounds)).toBe(false);
  const missing = refused('ROUND_NOT_COMPLETE', { cards: [{ userId: 'sam', missingHoleNumbers: [3] }] });
  expect(stillApplies(missing, twoBall({ byPlayer: eighteen(4, { 3: null }) }).rounds)).toBe(true);
  expect(stillApplies(missing, twoBall().rounds)).toBe(false);
  expect(stillApplies(refused('GENERIC'), twoBall().rounds)).toBe(true);
});
