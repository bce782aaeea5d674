/* oxlint-disable no-restricted-imports -- the golden rows come from a file */
import { readFileSync } from 'node:fs';
import { scoresAgree } from './card/agreement.js';
import { cardTotals } from './card/card.js';
import { competitionNett } from './competition/competition-nett.js';
import { countback, segmentScore, type CountbackCard, type CountbackSegment } from './competition/countback.js';
import { dailyHandicap } from './handicap/daily-handicap.js';
import { holeResult } from './card/formats.js';
import { eclectic } from './competition/eclectic.js';
import { nettDoubleBogey, parResult, stablefordPoints, type PlayedHole } from './card/hole-result.js';
import { nineTotals } from './competition/nine-totals.js';
import { leaderboard } from './competition/leaderboard.js';
import type { Direction } from './competition/ranking.js';
import { strokesReceived } from './card/strokes-received.js';
import type { CardEntry, Format, Gender, ScoredHole, StrokeIndex } from './card/types.js';

/** A row's input: the union of what the kinds use. */
interface Input {
  gaHandicap: number;
  slopeRating: number;
  scratchRating: number;
  gender: Gender;
  par?: number;
  strokeIndex?: StrokeIndex;
  strokesReceived?: number;
  dailyHandicap: number;
  handicap: number;
  handicapPercent: number;
  eclecticGross: number;
  gross: number & (number | null)[];
  holes: ScoredHole[];
  rounds: { dailyHandicap: number; gross: number[] }[] & (number | null)[][];
  hole: number;
  scores: number[];
  direction: Direction;
  format: Format;
  values: number[] & Record<string, number>;
  segment: string;
  fractions: Record<string, string>;
  startHole: number;
  left: Strokes;
  right: Strokes;
  player: Side;
  marker: Side;
}

type Strokes = number[] | { gross: number[]; handicap: number };

type Side = { gross: number; points?: number } | { noScore: true; points?: number };

interface Row {
  id: string;
  kind: string;
  input: Input;
  expected: unknown;
  /** Where the product differs from the source; `note` says why. */
  ourValue?: unknown;
}

const rows = JSON.parse(readFileSync(new URL('../vectors/scoring-vectors.json', import.meta.url), 'utf8')) as Row[];

const EIGHTEEN = Array.from({ length: 18 }, (_, i) => i);
const INDEXES = EIGHTEEN.map((i) => i + 1);
const flat = (value: number): number[] => EIGHTEEN.map(() => value);
const entriesOf = (gross: (number | null)[]) => gross.map((strokes) => ({ strokes, noScore: strokes === null }));

/** Rows give the strokes received, the handicap and index that they follow from, or both. */
function played(input: Input): PlayedHole {
  const { par = 4, strokeIndex, strokesReceived: stated } = input;
  const received = strokeIndex === undefined ? (stated ?? 0) : strokesReceived(input.dailyHandicap, strokeIndex);
  if (stated !== undefined) expect(received).toBe(stated);
  return { par, strokesReceived: received, strokes: input.gross };
}

function stablefordHoles(holes: ScoredHole[], handicap: number, gross: (number | null)[]): number[] {
  return holes.map(({ par, strokeIndex }, i) =>
    stablefordPoints({ par, strokesReceived: strokesReceived(handicap, strokeIndex), strokes: gross[i] ?? null }),
  );
}

/** The sources also write back for last: back9, back-6. */
const segmentOf = (name: string) => name.replace(/^back-?/, 'last') as CountbackSegment;

const WINNER = { '-1': 'left', '0': 'tie', '1': 'right' } as const;

/** A card of strokes; all holes of these rows have the same par on both sides, so par can stay 0. */
const strokeCard = (gross: readonly (number | null)[], handicap = 0): CountbackCard => ({
  format: 'STROKE',
  dailyHandicap: handicap,
  results: gross,
});

const cardOf = (side: Strokes): CountbackCard =>
  Array.isArray(side) ? strokeCard(side) : strokeCard(side.gross, side.handicap);

function countbackRow(input: Input, expected: unknown): unknown {
  if (input.left !== undefined) {
    const [a, b] = [cardOf(input.left), cardOf(input.right)];
    expect(countback(b, a).order + countback(a, b).order).toBe(0);
    return WINNER[`${countback(a, b).order}`];
  }
  if (input.values !== undefined) {
    const results = EIGHTEEN.map((i) => input.values[`${i + 1}`] ?? null);
    const card: CountbackCard = { format: 'STABLEFORD', dailyHandicap: 0, results };
    const names = Object.keys(expected as object);
    return Object.fromEntries(names.map((name) => [name, segmentScore(card, segmentOf(name))]));
  }
  if (input.gross !== undefined) return segmentScore(strokeCard(input.gross), segmentOf(input.segment));
  const share = (name: string): number => 0 - (segmentScore(strokeCard(flat(0), input.handicap), segmentOf(name)) ?? 0);
  if (input.fractions !== undefined) {
    return Object.fromEntries(Object.keys(input.fractions).map((name) => [name, share(name)]));
  }
  if (input.segment !== undefined) return { allowance: share(input.segment) };
  if (input.startHole !== undefined) {
    const counted = EIGHTEEN.filter((hole) => segmentScore(strokeCard(flat(0).with(hole, 1)), 'last9') === 1);
    return { lastNineHoles: `${(counted[0] ?? 0) + 1}-${(counted.at(-1) ?? 0) + 1}` };
  }
  throw new Error('a countback row of a shape that is not tested');
}

function roundRow({ holes, gross, dailyHandicap }: Input, expected: unknown): unknown {
  const totals = cardTotals({ entries: entriesOf(gross), holes, dailyHandicap });
  const perHole = stablefordHoles(holes, dailyHandicap, gross);
  const found = { ...totals, total: totals.stableford, perHole, out: totals.out.stableford, in: totals.in.stableford };
  return typeof expected === 'number' ? totals.stableford : pick(found, expected);
}

/** The values that a row states. */
function pick(found: object, expected: unknown): object {
  return Object.fromEntries(Object.entries(found).filter(([name]) => name in (expected as object)));
}

function eclecticRow(input: Input, expected: unknown): unknown {
  if (input.eclecticGross !== undefined) {
    const card = { gross: flat(4).with(0, input.eclecticGross - 17 * 4), strokeIndexes: INDEXES };
    const { handicap: dailyHandicap, handicapPercent: allowance } = input;
    return { nett: competitionNett({ ...card, dailyHandicap, allowance }).total };
  }
  if (input.hole !== undefined) {
    const rounds = input.scores.map((score) => flat(9).with(input.hole - 1, score));
    return eclectic(rounds).holes[input.hole - 1];
  }
  if (input.holes !== undefined) {
    const stableford = input.rounds.map((round) => stablefordHoles(input.holes, round.dailyHandicap, round.gross));
    const { holes: holesGross } = eclectic(input.rounds.map((round) => round.gross));
    const { holes: holesStableford } = eclectic(stableford, 'higher');
    const [gross, points] = [holesGross, holesStableford].map((holes) => nineTotals(holes).total);
    return { gross, holesGross, stableford: points, holesStableford };
  }
  const best = eclectic(input.rounds);
  const { out: front9, in: back9, total } = nineTotals(best.holes);
  return pick({ ...best, total, back9, front9 }, expected);
}

function scoreMatchRow(input: Input): boolean {
  const hole = played(input);
  const entry = (side: Side): CardEntry => {
    const strokes = 'noScore' in side ? null : side.gross;
    const points = stablefordPoints({ ...hole, strokes });
    expect(points).toBe(side.points ?? points);
    return { strokes, noScore: strokes === null };
  };
  return scoresAgree({ format: input.format, ...hole, player: entry(input.player), marker: entry(input.marker) });
}

const ACTUAL: Record<string, (input: Input, expected: unknown) => unknown> = {
  daily_handicap: ({ gaHandicap, slopeRating, scratchRating, par = NaN, gender }) =>
    dailyHandicap({ handicap: gaHandicap, slopeRating, scratchRating, parRating: par, gender }),
  strokes_received: ({ dailyHandicap, strokeIndex = NaN }) => strokesReceived(dailyHandicap, strokeIndex),
  stableford_points: (input) => stablefordPoints(played(input)),
  par_result: (input) => parResult(played(input)),
  stroke_net_to_par: (input) => {
    const hole = played(input);
    return (holeResult({ ...hole, format: 'STROKE' }) ?? NaN) - hole.strokesReceived - hole.par;
  },
  net_double_bogey: (input) => nettDoubleBogey(played(input)),
  stableford_round: roundRow,
  nett_total: ({ gross, dailyHandicap }) => {
    const strokes = flat(5).with(0, gross - 17 * 5);
    const holes = INDEXES.map((strokeIndex) => ({ par: 4, strokeIndex }));
    return cardTotals({ entries: entriesOf(strokes), holes, dailyHandicap }).nett;
  },
  nine_totals: ({ gross }) => nineTotals(gross),
  countback: countbackRow,
  rank: ({ values, direction }) => {
    const cards = values.map((value) => ({ value, includesNoScore: false }));
    return leaderboard(cards, direction === 'lower' ? 'nett' : 'stableford').map(({ rank }) => rank);
  },
  eclectic: eclecticRow,
  score_match: scoreMatchRow,
};

it.each(rows.map((row) => [row.id, row] as const))('published examples: %s', (_id, row) => {
  const actual = ACTUAL[row.kind];
  if (actual === undefined) throw new Error(`no check for rows of kind ${row.kind}`);
  const expected = row.ourValue ?? row.expected;
  expect(actual(row.input, expected)).toEqual(expected);
});
