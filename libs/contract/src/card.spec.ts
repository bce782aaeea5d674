import type { CardEntry, Format } from '@fairmark/scoring';
import { cardResults, scoredEntry } from './card.js';
import type { ScoreEntry } from './entities.js';
import { handicapForShow, type Side } from './values.js';

const NUMBERS = Array.from({ length: 18 }, (_, index) => index + 1);
/** Eighteen par 4s with indexes 1 to 18. */
const HOLES = NUMBERS.map((strokeIndex) => ({ par: 4, strokeIndex }));
const NS: CardEntry = { strokes: null, noScore: true };
const strokes = (count: number): CardEntry => ({ strokes: count, noScore: false });

interface Example {
  format?: Format;
  isSocial?: boolean;
  cannotBeVerified?: boolean;
  player?: Record<number, CardEntry>;
  marker?: Record<number, CardEntry>;
  corrected?: ReadonlyMap<number, CardEntry>;
}

/** The results of a card off 9. */
function resultsOf(example: Example) {
  const { format = 'STABLEFORD', isSocial = false, cannotBeVerified = false } = example;
  const { player = {}, marker = {}, ...more } = example;
  const entries = (side: Side, written: Record<number, CardEntry>) =>
    NUMBERS.map((holeNumber): ScoreEntry | null => {
      const entry = written[holeNumber];
      if (entry === undefined) return null;
      const enteredBy = { id: side, fullName: side };
      const place = { id: `${side}-${holeNumber}`, matchId: 'm', userId: 'PLAYER', holeNumber, side, enteredBy };
      const fields = { ...place, ...entry, createdAt: '2026-05-01T09:00:00.000Z' };
      return scoredEntry(fields, { par: 4, strokesReceived: holeNumber > 9 ? 0 : 1 }, format);
    });
  const [own, markers] = [entries('PLAYER', player), entries('MARKER', marker)];
  return cardResults(
    { format, isSocial, cannotBeVerified, dailyHandicap: 9, holes: HOLES },
    { player: own, marker: markers, ...more },
  );
}

const everyHole = (entry: CardEntry): Record<number, CardEntry> =>
  Object.fromEntries(NUMBERS.map((hole) => [hole, entry]));

describe('a card', () => {
  it.each([
    ['STABLEFORD', strokes(4), strokes(5), true, false],
    ['STABLEFORD', strokes(7), strokes(8), false, true],
    ['STABLEFORD', strokes(9), NS, false, true],
    ['STABLEFORD', NS, NS, false, false],
    ['PAR', strokes(6), strokes(7), false, true],
    ['STROKE', strokes(6), strokes(7), true, false],
    ['STROKE', strokes(6), strokes(6), false, false],
    ['STROKE', strokes(6), null, false, false],
  ] as const)('%s: %j against %j is a mismatch: %s, other strokes: %s', (format, mine, theirs, mismatch, other) => {
    const card = resultsOf({ format, player: { 1: mine }, marker: theirs === null ? {} : { 1: theirs } });
    expect(card.holes[0]).toMatchObject({ mismatch, differentStrokes: other });
    expect(card.mismatchingScoreHoleNumbers).toEqual(mismatch ? [1] : []);
  });

  it('has no differences to settle if it cannot be verified', () => {
    const card = resultsOf({
      cannotBeVerified: true,
      player: { 1: strokes(4), 2: NS },
      marker: { 1: strokes(5), 2: strokes(9) },
    });
    const same = { mismatch: false, differentStrokes: false };
    expect(card.holes.slice(0, 2)).toMatchObject([same, same]);
    expect(card.mismatchingScoreHoleNumbers).toEqual([]);
  });

  it('counts the player’s entries until the marker has entered all 18, then the marker’s', () => {
    const { 1: first = NS, ...most } = { ...everyHole(strokes(5)), 18: NS } as Record<number, CardEntry>;
    const player = { 1: strokes(4) };
    expect(resultsOf({ player, marker: most }).scoreTotals).toMatchObject({ thru: 1, gross: 4, nett: null });
    const card = resultsOf({ player, marker: { ...most, 1: first } });
    expect(card.scoreTotals).toMatchObject({ thru: 18, gross: 17 * 5 + 6, nett: 82, includesNoScore: true });
    expect(card.holes[0]?.strokes).toBe(5);
    expect(card.holes[17]).toMatchObject({ strokes: 6, noScore: true });
    expect(card.incompleteHoles).toEqual({ player: NUMBERS.slice(1), marker: [] });
  });

  it('needs no marker’s entries in a practice round', () => {
    const card = resultsOf({ isSocial: true, player: { 3: NS } });
    expect(card.incompleteHoles).toEqual({ player: NUMBERS.filter((hole) => hole !== 3), marker: [] });
    expect(card.holes[2]).toMatchObject({ strokes: 6, noScore: true, player: { scoreStableford: 0 } });
  });

  it('counts the committee’s corrections', () => {
    const both = everyHole(strokes(5));
    const card = resultsOf({ player: both, marker: both, corrected: new Map([[2, NS]]) });
    expect(card.holes[1]).toMatchObject({ strokes: 6, noScore: true, corrected: true, mismatch: false });
    expect(card.holes[1]?.marker).toMatchObject({ strokes: 5 });
    expect(card.holes.filter(({ corrected }) => corrected)).toHaveLength(1);
    expect(card.scoreTotals).toMatchObject({ gross: 17 * 5 + 7, includesNoScore: true });
  });
});

it.each([
  [-2.4, 1, '+2.4'],
  [0, 1, '0.0'],
  [-0, 1, '0.0'],
  [12, 1, '12.0'],
  [-4, 0, '+4'],
  [0, 0, '0'],
] as const)('a handicap of %d with %i decimals is written %s', (handicap, decimals, written) => {
  expect(handicapForShow(handicap, decimals)).toBe(written);
});
