import type { CompetitionSort, RoundRef } from '@fairmark/contract';
import { showsHoles, whichCount, type CompetitionCandidate, type CompetitionState } from '@fairmark/events';
import {
  allowanceStrokes,
  competitionNett,
  eclectic,
  leaderboard,
  nineTotals,
  rank,
  stablefordPoints,
  strokesReceived,
  type CountbackSegment,
  type LeaderboardCard,
  type NineTotals,
  type StrokeIndex,
} from '@fairmark/scoring';

/** A verified card. Lists have 18 elements, hole 1 first. */
export interface CompetitionCard extends CompetitionCandidate {
  matchId: string;
  /** When its round began; ISO 8601. */
  startedAt: string;
  /** By the committee, the last time; null: never. */
  correctedAt: string | null;
  dailyHandicap: number;
  /** Null: No Score. */
  strokes: (number | null)[];
  pars: number[];
  strokeIndexes: StrokeIndex[];
}

/** A place in a column: standard ranking (1, 1, 3). */
export interface Place {
  rank: number;
  /** Shares its rank. */
  tied: boolean;
  /** Where it beat the next one of the same total; only totals are broken by countback. */
  decidedBy: CountbackSegment | null;
}

/** A player's row. Totals are null with a hole missing, places while no round counts. Lists of holes: hole 1 first. */
export interface TableRow {
  userId: string;
  /** False: the player has not consented yet, so that the row is a name without rounds. */
  shown: boolean;
  rounds: number;
  /** Of the latest round that counts. */
  dailyHandicap: number | null;
  allowed: number | null;
  /** The best so far. */
  strokes: (number | null)[];
  /** Points of that score, by the daily handicap of its own round. */
  points: (number | null)[];
  /** As the round that set the hole has it, otherwise the latest round. */
  pars: (number | null)[];
  /** Which of `origins`. */
  from: (number | null)[];
  /** The rounds that set a hole, oldest first. */
  origins: RoundRef[];
  gross: number | null;
  nett: NineTotals<number | null>;
  nettToPar: NineTotals<number | null>;
  updatedAt: string | null;
  /** When the committee last corrected one of its rounds. */
  correctedAt: string | null;
  places: Record<'gross' | 'nett' | 'firstNine' | 'lastNine', Place | null>;
}

const NOTHING: NineTotals<null> = { out: null, in: null, total: null };
const NO_ROUND = {
  dailyHandicap: null,
  allowed: null,
  nett: NOTHING,
  nettToPar: NOTHING,
  updatedAt: null,
  correctedAt: null,
};
const NO_PLACES: TableRow['places'] = { gross: null, nett: null, firstNine: null, lastNine: null };

/**
 * The table of an eclectic, a row for every player in the order of adding. It is a function of the competition and of
 * cards that can't change any more, so it is the same wherever and however late it is computed.
 *
 * @param cards oldest first: by day, then by the start of the round; those that don't count are passed over
 */
export function competitionTable(state: CompetitionState, cards: readonly CompetitionCard[]): TableRow[] {
  const counting = new Map<string, CompetitionCard[]>([...state.players.keys()].map((userId) => [userId, []]));
  const counts = whichCount(state);
  for (const card of cards) if (counts(card)) counting.get(card.userId)?.push(card);
  return placed(
    [...counting].map(([userId, own]) => {
      const starts = own.map(({ startedAt }) => startedAt);
      const shown = showsHoles(state, userId, starts);
      return { ...rowOf(userId, shown ? own : [], state.allowance), shown };
    }),
  );
}

function rowOf(userId: string, cards: readonly CompetitionCard[], allowance: number): Omit<TableRow, 'shown'> {
  const latest = cards.at(-1);
  const best = eclectic(cards.map(({ strokes }) => strokes)).holes;
  // A hole is shown with the first round that reached its score: par, points and index are those of that round.
  const setBy = best.map(
    (strokes, i) => (strokes === null ? null : cards.find((card) => card.strokes[i] === strokes)) ?? null,
  );
  const origins = cards.filter((card) => setBy.includes(card));
  const row = {
    userId,
    rounds: cards.length,
    strokes: best,
    points: setBy.map((card, i) => (card === null ? null : pointsOf(card, i))),
    pars: setBy.map((card, i) => (card ?? latest)?.pars[i] ?? null),
    from: setBy.map((card) => (card === null ? null : origins.indexOf(card))),
    origins: origins.map(({ matchId, day }) => ({ matchId, day })),
    gross: nineTotals(best).total,
    places: NO_PLACES,
  };
  if (latest === undefined) return { ...row, ...NO_ROUND };
  const { dailyHandicap, strokeIndexes } = latest;
  const nett = competitionNett({ gross: best, strokeIndexes, dailyHandicap, allowance });
  const par = nineTotals(row.pars);
  return {
    ...row,
    dailyHandicap,
    allowed: allowanceStrokes(dailyHandicap, allowance),
    nett,
    nettToPar: {
      out: difference(nett.out, par.out),
      in: difference(nett.in, par.in),
      total: difference(nett.total, par.total),
    },
    updatedAt: latestOf(cards.map(({ verifiedAt }) => verifiedAt)),
    correctedAt: latestOf(cards.map(({ correctedAt }) => correctedAt)),
  };
}

function pointsOf({ pars, strokeIndexes, strokes, dailyHandicap }: CompetitionCard, i: number): number | null {
  const [par, index] = [pars[i], strokeIndexes[i]];
  if (par === undefined || index === undefined) return null;
  return stablefordPoints({ par, strokesReceived: strokesReceived(dailyHandicap, index), strokes: strokes[i] ?? null });
}

/** Those without a round have no place; those with a hole missing share the last one. */
function placed(rows: readonly TableRow[]): TableRow[] {
  const ranked = rows.filter(({ rounds }) => rounds > 0);
  const places = (cards: LeaderboardCard[]): readonly Place[] => leaderboard(cards, 'NETT');
  const columns = {
    gross: places(ranked.map((row) => leaderboardCard(row, row.gross, 0))),
    nett: places(ranked.map((row) => leaderboardCard(row, row.nettToPar.total, row.allowed ?? 0))),
    firstNine: placesOf(ranked.map(({ nettToPar }) => nettToPar.out)),
    lastNine: placesOf(ranked.map(({ nettToPar }) => nettToPar.in)),
  };
  const at = new Map(ranked.map((row, i) => [row, i]));
  return rows.map((row) => {
    const placeIn = (column: readonly Place[]): Place | null => column[at.get(row) ?? -1] ?? null;
    const { gross, nett, firstNine, lastNine } = columns;
    const [out, back] = [placeIn(firstNine), placeIn(lastNine)];
    return { ...row, places: { gross: placeIn(gross), nett: placeIn(nett), firstNine: out, lastNine: back } };
  });
}

/** Lowest first; a tie is broken on strokes relative to par less the share of the strokes given. */
function leaderboardCard({ strokes, pars }: TableRow, value: number | null, dailyHandicap: number): LeaderboardCard {
  const results = strokes.map((value, i) => difference(value, pars[i] ?? null));
  return { value, includesNoScore: false, countback: { format: 'STROKE', dailyHandicap, results } };
}

function placesOf(values: readonly (number | null)[]): Place[] {
  const ranks = rank(values, 'lower');
  return ranks.map((own) => ({
    rank: own,
    tied: ranks.filter((other) => other === own).length > 1,
    decidedBy: null,
  }));
}

const RANK_OF: Record<CompetitionSort, (row: TableRow) => number[]> = {
  gross: ({ gross, places }) => [gross ?? Infinity, orLast(places.gross)],
  'gross-rank': ({ places }) => [orLast(places.gross)],
  nett: ({ nett, places }) => [nett.total ?? Infinity, orLast(places.nett)],
  'nett-rank': ({ places }) => [orLast(places.nett)],
  'first-9': ({ places }) => [orLast(places.firstNine), orLast(places.nett)],
  'last-9': ({ places }) => [orLast(places.lastNine), orLast(places.nett)],
  rounds: ({ rounds, places }) => [-rounds, orLast(places.nett)],
};

/** Rows in one of the orders of a table: best first, most rounds first; what is equal stays in the order given. */
export function sortedTable(rows: readonly TableRow[], sort: CompetitionSort): TableRow[] {
  const keys = new Map(rows.map((row) => [row, RANK_OF[sort](row)]));
  return rows.toSorted((one, other) => {
    const [[first = 0, then = 0] = [], [otherFirst = 0, otherThen = 0] = []] = [keys.get(one), keys.get(other)];
    // The difference of two infinities is no number, and counts as none.
    return first - otherFirst || then - otherThen || 0;
  });
}

const orLast = (place: Place | null): number => place?.rank ?? Infinity;

const difference = (value: number | null, from: number | null): number | null =>
  value === null || from === null ? null : value - from;

const latestOf = (times: readonly (string | null)[]): string | null =>
  times.reduce((one, other) => (one === null || (other !== null && other > one) ? other : one), null);
