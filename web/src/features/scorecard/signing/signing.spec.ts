/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { type MatchAnswer, type Round, ERRORS, type ErrorCode } from '@fairmark/contract';
import { cardStatus, firstCard, lineText, signingOf, signsText, waitReason } from './signing.js';
import { ALEX, answer, card, CAT, eighteen, SAM, threeBall, twoBall } from '../../../outbox/testing/match.js';
import { ApiError } from '../../../api/call/errors.js';
import { cardsOf } from '../parts/sides.js';
import { signRefusal } from './use-signing.js';

const missing = { byPlayer: eighteen(4, { 3: null }) } as const;
const both = { signed: ['PLAYER', 'MARKER'] as ('PLAYER' | 'MARKER')[] };
const player = { signed: ['PLAYER'] as 'PLAYER'[] };
const marker = { signed: ['MARKER'] as 'MARKER'[] };
/** Signed by me as its marker, before its player deleted the account. */
const playerGone = { ...card({ player: ALEX, marker: SAM, ...marker }), cannotBeVerified: true };

const viewOf = (match: MatchAnswer) => signingOf(cardsOf(match, 'sam'));
const seen = (round: Round) => cardsOf(answer([round]), 'sam')[0]!;

describe('the state of signing', () => {
  const whole = "You sign your own card and Alex's.";
  const theirs = "You sign Alex's card as its marker.";
  const mine = 'You sign your own card.';
  const alone = card({ player: SAM, marker: null });
  const markerGone = { ...card({ player: SAM, marker: ALEX, ...marker }), marker: null };
  const practice = answer([card({ player: SAM, marker: null }, { isSocial: true })], { isSocial: true });
  test.each([
    ['no card is signed', twoBall(), 'sign', whole],
    ['only my marker has signed', twoBall(marker, player), 'sign', whole],
    ['I have signed both', twoBall(player, marker), 'waiting', ''],
    ['I have signed mine, then the other was reopened', twoBall(player, {}), 'sign', theirs],
    ['three, all ready', threeBall(), 'sign', whole],
    ['three, mine not ready', threeBall(missing), 'sign', theirs],
    ['three, the other not ready', threeBall({}, missing), 'sign', mine],
    ['three, none ready', threeBall(missing, missing), 'sign', whole],
    ['two, one of them not ready: all or nothing', twoBall({}, missing), 'sign', whole],
    ['three, mine verified, the others not', threeBall(both, both, {}), 'done', ''],
    ['I withdrew and still mark', twoBall({ withdrawn: true }), 'sign', theirs],
    ['my marker has signed and deleted the account', answer([markerGone]), 'sign', mine],
    ['I have no marker, and mark no card', answer([alone]), 'none', ''],
    ['a practice round', practice, 'none', ''],
    ['before the start', answer([], { started: false }), 'none', ''],
  ])('%s', (_, match, state, text) => {
    const view = viewOf(match);
    expect(view.state).toBe(state);
    expect(signsText(view.next)).toBe(text);
  });

  test('must be done once my part is entered', () => {
    const must = (match: MatchAnswer) => viewOf(match).must;
    expect(must(twoBall())).toBe(true);
    expect(must(twoBall({ byMarker: [] }, {}))).toBe(true);
    expect(must(twoBall(missing, { byMarker: [] }))).toBe(false);
    expect(must(twoBall(player, marker))).toBe(false);
  });
});

describe('the status of a card', () => {
  const bothLack = { ...missing, byMarker: [] };
  const mineFirst = 'Waiting for you to enter 1 hole, and for Alex to enter 18 holes';
  const markersFirst = 'Waiting for you to enter 18 holes, and for Alex to enter 1 hole';
  test.each([
    ['verified', card({ player: SAM, marker: ALEX, ...both }), 'Verified and signed'],
    ['withdrawn', card({ player: SAM, marker: ALEX, withdrawn: true }), 'Withdrawn'],
    ['without marker', card({ player: SAM, marker: null }), 'No marker: cannot be verified'],
    ['whose player has gone', playerGone, 'Its player has left: cannot be verified'],
    ['my hole is missing', card({ player: SAM, marker: ALEX, ...missing }), 'Waiting for you to enter 1 hole'],
    ['holes of both are missing', card({ player: SAM, marker: ALEX, ...bothLack }), mineFirst],
    ['holes of both are missing, and I mark it', card({ player: ALEX, marker: SAM, ...bothLack }), markersFirst],
    ['a difference', card({ player: SAM, marker: ALEX, byMarker: eighteen(4, { 5: 6 }) }), 'Hole 5 differs'],
    ['unsigned', card({ player: SAM, marker: ALEX }), 'Waiting for you and Alex to sign'],
    ['unsigned, and I mark it', card({ player: ALEX, marker: SAM }), 'Waiting for you and Alex to sign'],
    ['of two others', card({ player: ALEX, marker: CAT, ...player }), 'Waiting for Cat to sign'],
  ])('%s', (_, round, text) => {
    expect(cardStatus(seen(round))).toBe(text);
  });

  test('the lines of the signatures say who has to sign', () => {
    const lines = (round: Round) => {
      const { player: first, marker: second } = seen(round);
      return [first, second].map((side) => lineText(round, side));
    };
    expect(lines(card({ player: SAM, marker: ALEX }))).toEqual(['Waiting for you', 'Waiting for Alex']);
    // Why is said above them, once.
    for (const never of [card({ player: SAM, marker: null }), playerGone]) expect(lines(never)[0]).toBe('Not signed');
    expect(lines(card({ player: SAM, marker: ALEX, withdrawn: true }))[0]).toBe('Not signed');
  });
});

test.each([
  ['unsigned', card({ player: SAM, marker: ALEX }), false],
  ['signed by me', card({ player: SAM, marker: ALEX, ...player }), true],
  ['signed, and I mark it', card({ player: ALEX, marker: SAM, ...player }), true],
  ['signed, of two others', card({ player: ALEX, marker: CAT, ...player }), false],
  ['verified', card({ player: SAM, marker: ALEX, ...both }), false],
])('may a card be reopened: %s', (_, round, may) => {
  expect(seen(round).mayReopen).toBe(may);
});

test.each([
  [[], ''],
  [['waiting'], '1 score is still waiting to be sent'],
  [['waiting', 'waiting'], '2 scores are still waiting to be sent'],
  [['waiting', 'refused'], '1 of your scores needs attention first'],
] as const)('scores %j on the phone: %s', (states, text) => {
  expect(waitReason(states.map((state) => ({ state })))).toBe(text);
});

test.each([
  ['mine', twoBall().rounds, 'sam'],
  ['mine although I withdrew', [card({ player: SAM, marker: ALEX, withdrawn: true })], 'sam'],
  ['the one that I mark after I withdrew', twoBall({ withdrawn: true }).rounds, 'alex'],
  ['any card, when I have none', [card({ player: ALEX, marker: CAT })], 'alex'],
  ['none without cards', [], ''],
])('the card to show first is %s', (_, rounds, userId) => {
  expect(firstCard(cardsOf(answer(rounds), 'sam'))).toBe(userId);
});

const refused = (code: ErrorCode, details: Record<string, unknown> = {}, rounds = twoBall().rounds, shown = rounds) =>
  signRefusal(
    new ApiError(code, ERRORS[code].message, ERRORS[code].status, details),
    cardsOf(answer(rounds), 'sam'),
    cardsOf(answer(shown), 'sam'),
  );

test('scores that differ have the catalogue’s text, and the holes of each card', () => {
  const cards = [
    { userId: 'sam', mismatchingScoreHoleNumbers: [3, 12] },
    { userId: 'alex', mismatchingScoreHoleNumbers: [4] },
  ];
  expect(refused('SCORES_DONT_MATCH', { mismatchingScoreHoleNumbers: [3, 4, 12], cards })).toEqual({
    text: "Your scores don't match. Issues are highlighted. Please fix so both match.",
    more: ['Your card: holes 3 and 12 differ.', "Alex's card: hole 4 differs."],
    cards: ['sam', 'alex'],
  });
});

test('a score that was changed after it was shown is named, until the golfer signs again', () => {
  const details = { cards: [{ userId: 'alex', changedHoleNumbers: [7] }] };
  const refusal = refused('SCORE_CHANGED', details, twoBall().rounds, twoBall().rounds);
  expect(refusal?.more).toEqual(["Alex's card: hole 7 was changed."]);
});

test('a changed score has its old and new value, once the page shows the new one', () => {
  const shown = twoBall().rounds;
  const rounds = twoBall({ byMarker: eighteen(4, { 7: 6, 9: 'NS' }) }).rounds;
  const [holes, changed] = [rounds[0]!.holes, [7, 9, 11, 13]];
  for (const hole of changed) holes[hole - 1]!.marker!.id = `new-${hole}`;
  holes[12]!.marker!.strokes = null;
  const details = { cards: [{ userId: 'sam', changedHoleNumbers: changed }] };
  expect(refused('SCORE_CHANGED', details, rounds, shown)?.more).toEqual([
    'Your card: hole 7 was 4 and is 6 now, hole 9 was 4 and is No Score now, ' +
      'hole 11 was entered again, hole 13 was 4 and is empty now.',
  ]);
});

test.each([
  ['ROUND_NOT_COMPLETE', ''],
  ['ROUND_NOT_COMPLETE_BY_MARKER', ' by Alex'],
] as const)('%s names the missing holes', (code, by) => {
  expect(refused(code, { cards: [{ userId: 'alex', missingHoleNumbers: [17, 18] }] })).toMatchObject({
    text: 'Round is still in progress. Both players must complete the round first before verifying and signing scores.',
    more: [`Alex's card: holes 17 and 18 not entered${by}.`],
  });
});

test('any other error says that the round could not be verified', () => {
  expect(refused('GENERIC')).toMatchObject({ text: 'Unable to verify your round.', more: [] });
  expect(refused('NO_MARKER')).toMatchObject({
    text: 'Unable to verify your round.',
    more: [ERRORS.NO_MARKER.message],
  });
  expect(signRefusal(new Error('x'), [])).toMatchObject({ text: 'Unable to verify your round.', more: [] });
});

test('a refusal names the holes that are still open, and none applies once they are settled', () => {
  const shown = twoBall().rounds;
  const differing = { cards: [{ userId: 'sam', mismatchingScoreHoleNumbers: [3, 5] }] };
  const settling = twoBall({ byMarker: eighteen(4, { 5: 5, 7: 5 }) }, { byMarker: eighteen(4, { 3: 5 }) }).rounds;
  expect(refused('SCORES_DONT_MATCH', differing, settling, shown)?.more).toEqual(['Your card: hole 5 differs.']);
  const settled = twoBall({}, { byMarker: eighteen(4, { 3: 5 }) }).rounds;
  expect(refused('SCORES_DONT_MATCH', differing, settled, shown)).toBeNull();
  const missing = { cards: [{ userId: 'sam', missingHoleNumbers: [3, 5] }] };
  const playing = twoBall({ byPlayer: eighteen(4, { 3: null }), byMarker: eighteen(4, { 5: null }) }).rounds;
  for (const [code, more] of [
    ['ROUND_NOT_COMPLETE', 'Your card: hole 3 not entered.'],
    ['ROUND_NOT_COMPLETE_BY_MARKER', 'Your card: hole 5 not entered by Alex.'],
  ] as const) {
    expect(refused(code, missing, playing, shown)?.more).toEqual([more]);
    expect(refused(code, missing, twoBall().rounds, shown)).toBeNull();
  }
});
