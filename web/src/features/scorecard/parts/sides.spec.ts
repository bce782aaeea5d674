import type { MatchAnswer, Round } from '@fairmark/contract';
import { cardsOf, holesText, type Issue, issuesOf, otherMissingText } from './sides.js';
import { ALEX, answer, card, CAT, eighteen, SAM, threeBall, twoBall } from '../../../outbox/testing/match.js';

const issues = (match: MatchAnswer, id = 'sam'): Issue[] =>
  cardsOf(match, 'sam').flatMap((one) => (one.round.player.id === id ? issuesOf(one) : []));
const seen = (round: Round) => cardsOf(answer([round]), 'sam')[0]!;
const short = (match: MatchAnswer, id?: string) =>
  issues(match, id).map(({ kind, holeNumber, text, editable }) => [kind, holeNumber, text, editable]);

test.each([
  ['my own', card({ player: SAM, marker: ALEX }), true],
  ['one that I mark', card({ player: ALEX, marker: SAM }), true],
  ['of two others', card({ player: ALEX, marker: CAT }), false],
  ['signed by one', card({ player: SAM, marker: ALEX, signed: ['MARKER'] }), false],
  ['verified', card({ player: SAM, marker: ALEX, signed: ['PLAYER', 'MARKER'] }), false],
  ['withdrawn', card({ player: SAM, marker: ALEX, withdrawn: true }), false],
  ['mine without a marker', card({ player: SAM, marker: null }), true],
])('whether I may write on a card %s', (_, round, may) => {
  expect(seen(round).mayWrite).toBe(may);
});

describe('issues', () => {
  test('hold different results on my card and on one that I mark, with my score first', () => {
    const match = twoBall({ byMarker: eighteen(4, { 5: 3 }) }, { byPlayer: eighteen(4, { 6: 5 }) });
    expect(short(match)).toEqual([['mismatch', 5, 'You 4 · Alex 3', true]]);
    expect(short(match, 'alex')).toEqual([['mismatch', 6, 'You 4 · Alex 5', true]]);
  });

  test('hold all that I can settle on any card, my own first, with the card of each', () => {
    const differs = { byMarker: eighteen(4, { 5: 3 }) };
    const match = threeBall(differs, differs, differs);
    const cards = cardsOf({ ...match, rounds: match.rounds.toReversed() }, 'sam');
    expect(
      cards
        .flatMap((one) => issuesOf(one).filter(({ editable }) => editable))
        .map((issue) => [issue.card.name, issue.holeNumber]),
    ).toEqual([
      ['your card', 5],
      ["Alex's card", 5],
    ]);
  });

  test('between two other golfers cannot be edited', () => {
    const match = threeBall({}, {}, { byMarker: eighteen(4, { 2: 'NS' }) });
    expect(short(match, 'cat')).toEqual([['mismatch', 2, 'Cat 4 · Alex No Score', false]]);
  });

  test('hold a note for different strokes with the same result', () => {
    const sides = { byPlayer: eighteen(4, { 1: 9 }), byMarker: eighteen(4, { 1: 8 }) };
    expect(short(twoBall(sides))).toEqual([['note', 1, "You 9 · Alex 8. Your card will show the marker's 8.", false]]);
    expect(short(twoBall({}, sides), 'alex')[0]?.[2]).toBe("You 8 · Alex 9. The card will show the marker's 8.");
  });

  test('say that a verified card shows the marker’s strokes', () => {
    const verified = { byPlayer: eighteen(4, { 1: 9 }), byMarker: eighteen(4, { 1: 8 }) };
    const [note] = issues(twoBall({ ...verified, signed: ['PLAYER', 'MARKER'] }));
    expect(note?.text).toBe("You 9 · Alex 8. Your card shows the marker's 8.");
  });

  test('hold no note for a hole that the committee has corrected', () => {
    const verified = { byPlayer: eighteen(4, { 1: 9, 2: 9 }), byMarker: eighteen(4, { 1: 8, 2: 8 }) };
    const corrected = twoBall({ ...verified, signed: ['PLAYER', 'MARKER'], corrected: { 1: 6 } });
    expect(issues(corrected).map(({ holeNumber }) => holeNumber)).toEqual([2]);
  });

  test('hold my missing holes while they are few, and never those of the other side', () => {
    const few = twoBall({
      byPlayer: eighteen(4, { 3: null, 7: null }),
      byMarker: eighteen(4, { 9: null }),
    });
    expect(short(few)).toEqual([
      ['missing', 3, 'You not entered · Alex 4', true],
      ['missing', 7, 'You not entered · Alex 4', true],
    ]);
    const many = twoBall({ byPlayer: [], byMarker: [] });
    expect(issues(many)).toEqual([]);
    expect(seen(many.rounds[0]!).missing).toHaveLength(18);
  });

  test('are none on a withdrawn card, and have no other side in a practice round', () => {
    expect(issues(twoBall({ withdrawn: true, byPlayer: eighteen(5) }))).toEqual([]);
    const practice = card({ player: SAM, marker: null, byPlayer: eighteen(4, { 2: null }) }, { isSocial: true });
    expect(short(answer([practice], { isSocial: true }))).toEqual([['missing', 2, 'Not entered', true]]);
  });
});

test('my entry and the other side’s follow from my part in the card', () => {
  const match = twoBall({ byMarker: eighteen(3) }, { byMarker: eighteen(5) });
  const strokes = cardsOf(match, 'sam').map(({ own, other }) => [own, other].map(({ entries }) => entries[0]?.strokes));
  expect(strokes).toEqual([
    [4, 3],
    [5, 4],
  ]);
});

test('a card says whose entries are missing', () => {
  const waits = (round: Round) => otherMissingText(seen(round));
  expect(waits(card({ player: SAM, marker: ALEX, byMarker: eighteen(4, { 5: null, 6: null }) }))).toBe(
    'Alex has not entered holes 5 and 6 yet.',
  );
  expect(waits(card({ player: SAM, marker: ALEX, byPlayer: [] }))).toBe('');
  expect(waits(card({ player: ALEX, marker: CAT, byPlayer: eighteen(4, { 1: null }), byMarker: [] }))).toBe(
    'Alex has not entered hole 1 yet. Cat has not entered holes 1 to 18 yet.',
  );
  expect(waits(card({ player: SAM, marker: null }))).toBe('');
});

test.each([
  [[5, 3], 'holes 3 and 5'],
  [[3, 5, 7, 8, 9, 10], 'holes 3, 5 and 7 to 10'],
])('holes %j are written as %s', (numbers, text) => {
  expect(holesText(numbers)).toBe(text);
});
