import { competitionWith } from '@fairmark/events/testing/competitions';
import { COMPETITION_EXAMPLES } from '@fairmark/events/testing/event-examples';
import type { LeaderboardPlace } from '@fairmark/scoring';
import { competitionTable, sortedTable, type CompetitionCard, type TableRow } from './competition-table.js';

const DAY = '2026-09-09';
const PARS = Array.from({ length: 18 }, () => 4);

const competition = (players: string[], allowance = 100) =>
  competitionWith(players, { days: ['Wednesday', 'Sunday'], allowance });

/** Fours on eighteen par 4s, index 1 to 18, except the holes named; null: No Score. */
function card(
  userId: string,
  named: Record<number, number | null> = {},
  about: Partial<CompetitionCard> & { others?: number } = {},
): CompetitionCard {
  const { others = 4, ...rest } = about;
  return {
    matchId: `${userId} ${rest.day ?? DAY}`,
    userId,
    courseId: COMPETITION_EXAMPLES.CompetitionCreated.course.courseId,
    day: DAY,
    startedAt: `${rest.day ?? DAY}T02:00:00.000Z`,
    verifiedAt: `${rest.day ?? DAY}T08:00:00.000Z`,
    correctedAt: null,
    dailyHandicap: 0,
    strokes: PARS.map((_, i) => (named[i + 1] === undefined ? others : (named[i + 1] ?? null))),
    pars: PARS,
    strokeIndexes: PARS.map((_, i) => i + 1),
    ...rest,
  };
}

/** The row of Ann, who plays alone. */
const rowOf = (cards: CompetitionCard[], allowance?: number): TableRow =>
  competitionTable(competition(['ann'], allowance), cards)[0]!;
const hole = ({ strokes, points, pars, from, origins }: TableRow, number: number) => ({
  strokes: strokes[number - 1],
  points: points[number - 1],
  par: pars[number - 1],
  from: origins[from[number - 1] ?? -1],
});

describe('a row', () => {
  it('holds the best of each hole, with the first round that reached it', () => {
    const row = rowOf([
      card('ann', { 1: 5, 2: 3 }),
      card('ann', { 1: 4, 2: 3, 3: 6 }, { day: '2026-09-13', dailyHandicap: 2 }),
      card('ann', { 1: 4 }, { day: '2026-09-16' }),
    ]);
    expect(row).toMatchObject({ contributingRounds: 3, gross: 71, updatedAt: '2026-09-16T08:00:00.000Z' });
    // Index 1 and a daily handicap of 2 in that round.
    const from = { matchId: 'ann 2026-09-13', day: '2026-09-13' };
    expect(hole(row, 1)).toEqual({ strokes: 4, points: 3, par: 4, from });
    expect(hole(row, 2)?.from?.day).toBe(DAY);
    expect(hole(row, 3)).toMatchObject({ strokes: 4, from: { day: DAY } });
  });

  it('is never improved by a No Score, and leaves a hole empty that has nothing else', () => {
    const row = rowOf([card('ann', { 1: 7, 2: null }), card('ann', { 1: null, 2: null }, { day: '2026-09-13' })]);
    expect(hole(row, 1)).toMatchObject({ strokes: 7 });
    expect(hole(row, 2)).toEqual({ strokes: null, points: null, par: 4, from: undefined });
    expect(row).toMatchObject({ gross: null, nett: { out: null, in: 36, total: null } });
  });

  it('ignores cards that do not count, before and after the finish is recorded', () => {
    const [open, verifiedBefore] = [competition(['ann']), '2026-10-05T13:00:00.000Z'];
    const late = card('ann', { 1: 3 }, { day: '2026-10-04', verifiedAt: verifiedBefore });
    const table = competitionTable(open, [card('ann')]);
    for (const state of [open, { ...open, status: 'FINISHED', verifiedBefore } as const]) {
      expect(competitionTable(state, [card('ann'), late, card('stranger', { 2: 3 })])).toEqual(table);
    }
  });

  it('exists without a round, and then has no place', () => {
    const row = rowOf([]);
    expect(row).toMatchObject({ contributingRounds: 0, gross: null, dailyHandicap: null, updatedAt: null });
    expect(row.places).toEqual({ gross: null, nett: null, firstNine: null, lastNine: null });
    expect(hole(row, 18)).toEqual({ strokes: null, points: null, par: null, from: undefined });
  });

  it('deducts the allowance’s percent of the latest daily handicap', () => {
    const cards = [
      card('ann', {}, { dailyHandicap: 30 }),
      card('ann', { 1: 9 }, { day: '2026-09-13', dailyHandicap: 15 }),
    ];
    const nett = { total: 72 - 11, out: 36 - 9, in: 36 - 2 };
    expect(rowOf(cards, 75)).toMatchObject({ dailyHandicap: 15, allowedStrokes: 11, gross: 72, nett });
  });

  it('uses the daily handicap of the later of two rounds on a day', () => {
    const row = rowOf([
      card('ann', {}, { matchId: 'morning', dailyHandicap: 9 }),
      card('ann', {}, { matchId: 'afternoon', dailyHandicap: 3 }),
    ]);
    expect(row).toMatchObject({ dailyHandicap: 3, contributingRounds: 2 });
  });
});

describe('places', () => {
  /** By player: the rank, with a T if it is shared, and on what the row was ahead of the next; null without a place. */
  const places = (rows: TableRow[], column: keyof TableRow['places']) =>
    Object.fromEntries(rows.map(({ userId, places: { [column]: place } }) => [userId, place && placeOf(place)]));
  const placeOf = ({ rank, tied, decidedBy }: LeaderboardPlace): string =>
    `${tied ? 'T' : ''}${rank}${decidedBy === null ? '' : ` on ${decidedBy}`}`;

  it('are decided on the last nine, six, three, then hole by hole, and otherwise shared', () => {
    const rows = competitionTable(competition(['ann', 'bob', 'cat', 'dan', 'eve']), [
      card('ann', { 1: 3, 2: 5 }),
      card('bob', { 1: 5, 18: 3 }),
      card('cat', { 2: 3, 1: 5 }),
      card('dan', { 1: 3, 2: 5 }),
      card('eve', { 1: 9 }),
    ]);
    expect(places(rows, 'gross')).toEqual({
      ann: 'T3',
      bob: '1 on last9',
      cat: '2 on hole2',
      dan: 'T3',
      eve: '5',
    });
  });

  it('rank rows with a missing hole after complete ones, and rows without a round not at all', () => {
    const rows = competitionTable(competition(['ann', 'bob', 'cat', 'dan']), [
      card('bob', { 18: null }, { others: 3 }),
      card('cat', {}, { others: 9 }),
      card('dan', { 1: null }, { others: 3 }),
    ]);
    expect(places(rows, 'gross')).toEqual({ ann: null, bob: 'T2', cat: '1', dan: 'T2' });
    expect(places(rows, 'firstNine')).toEqual({ ann: null, bob: '1', cat: '2', dan: '3' });
  });

  it('by nett compare with the par of the card played, and split the handicap in countback', () => {
    const rows = competitionTable(competition(['ann', 'bob', 'cat']), [
      // 73 on a par of 73, less 9.
      card('ann', { 14: 5 }, { pars: PARS.with(13, 5), dailyHandicap: 9 }),
      card('bob', {}, { dailyHandicap: 8 }),
      // 71 less 8, on par 72.
      card('cat', { 1: 3 }, { dailyHandicap: 8 }),
    ]);
    expect(rows.map(({ nett, nettToPar }) => [nett.total, nettToPar.total])).toEqual([
      [64, -9],
      [64, -8],
      [63, -9],
    ]);
    // Last nine to par: 0 less 4.5 against 0 less 4.
    expect(places(rows, 'nett')).toEqual({ ann: '1 on last9', bob: '3', cat: '2' });
  });
});

describe('sorted', () => {
  const rows = competitionTable(competition(['none', 'ann', 'bob', 'cat']), [
    card('ann', { 1: 3 }, { dailyHandicap: 0 }),
    card('bob', {}, { dailyHandicap: 10 }),
    card('bob', {}, { dailyHandicap: 10, day: '2026-09-13' }),
    card('cat', { 2: 5, 18: 4 }, { dailyHandicap: 18 }),
    card('cat', { 2: 5, 18: 4 }, { dailyHandicap: 18, day: '2026-09-13' }),
    card('cat', { 2: 5, 18: 4 }, { dailyHandicap: 4, day: '2026-09-16' }),
  ]);

  it.each([
    ['gross', ['ann', 'bob', 'cat', 'none']],
    ['gross-rank', ['ann', 'bob', 'cat', 'none']],
    ['nett', ['bob', 'cat', 'ann', 'none']],
    ['nett-rank', ['bob', 'cat', 'ann', 'none']],
    ['first-9', ['bob', 'cat', 'ann', 'none']],
    ['last-9', ['bob', 'cat', 'ann', 'none']],
    ['rounds', ['cat', 'bob', 'ann', 'none']],
  ] as const)('by %s: %j', (sort, order) => {
    expect(sortedTable(rows, sort).map(({ userId }) => userId)).toEqual(order);
  });
});

it.each([
  ['first-9', { 18: 3 }],
  ['last-9', { 1: 3 }],
  ['rounds', { 18: 3 }],
] as const)('sorted with equal first keys by %s, the better nett comes first', (sort, named) => {
  const rows = competitionTable(competition(['ann', 'bob']), [card('ann'), card('bob', named)]);
  expect(sortedTable(rows, sort).map(({ userId }) => userId)).toEqual(['bob', 'ann']);
});

it('sorted by a nine, the better nine relative to its par comes first', () => {
  const firstPar = (par: number) => ({ pars: [par, ...PARS.slice(1)] });
  const cards = [card('bob', {}, firstPar(3)), card('ann', { 1: 5 }, firstPar(5))];
  const rows = sortedTable(competitionTable(competition(['bob', 'ann']), cards), 'first-9');
  expect(rows.map(({ userId, nett }) => [userId, nett.out])).toEqual([
    ['ann', 37],
    ['bob', 36],
  ]);
});
