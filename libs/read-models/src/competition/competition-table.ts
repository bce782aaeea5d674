import type { CompetitionSort, RoundRef } from '@fairmark/contract';
import { showsHoles, whichCount, type CompetitionCandidate, type CompetitionState } from '@fairmark/events';
import {
  allowanceStrokes,
  competitionNett,
  eclectic,
  leaderboard,
  nineTotals,
  stablefordPoints,
  strokesReceived,
  type LeaderboardCard,
  type LeaderboardPlace,
  type NineTotals,
  type StrokeIndex,
} from '@fairmark/scoring';

/** A verified card. Lists have 18 elements, hole 1 first. */
export interface CompetitionCard extends CompetitionCandidate {
  matchId: string;
  /** Start of the round, ISO 8601. */
  startedAt: string;
  /** When the committee last corrected the card; null: never. */
  correctedAt: string | null;
  dailyHandicap: number;
  /** Null: No Score. */
  strokes: (number | null)[];
  pars: number[];
  strokeIndexes: readonly StrokeIndex[];
}

/** A player's row. Totals are null while a hole has no score, places while no round counts. Lists start at hole 1. */
export interface TableRow {
  userId: string;
  /** False: the player has not consented yet, so the row has no rounds. */
  shown: boolean;
  contributingRounds: number;
  /** From the latest round that counts. */
  dailyHandicap: number | null;
  allowedStrokes: number | null;
  /** Best score on each hole so far. */
  strokes: (number | null)[];
  /** Stableford points of that score, with the daily handicap of its round. */
  points: (number | null)[];
  /** Par in the round that set the hole's score, or in the latest round if the hole has none. */
  pars: (number | null)[];
  /** Index in `origins` of the round that set the hole's score. */
  from: (number | null)[];
  /** The rounds that set at least one hole's score, oldest first. */
  origins: RoundRef[];
  gross: number | null;
  nett: NineTotals<number | null>;
  nettToPar: NineTotals<number | null>;
  updatedAt: string | null;
  /** When the committee last corrected one of its rounds. */
  correctedAt: string | null;
  /** Countback decides only the columns of totals. */
  places: Record<'gross' | 'nett' | 'firstNine' | 'lastNine', LeaderboardPlace | null>;
}

const NOTHING: NineTotals<null> = { out: null, in: null, total: null };
const NO_PLACES: TableRow['places'] = { gross: null, nett: null, firstNine: null, lastNine: null };

/**
 * Computes the table of an eclectic, with a row per player in the order of adding. It is a pure function of the
 * competition and its verified cards, so every process computes the same table.
 *
 * @param cards oldest first: by day, then by start of the round; cards that do not count are ignored
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
  const { holes: best, from } = eclectic(cards.map(({ strokes }) => strokes));
  // Each hole shows par, points and index of the first round that reached its score.
  const setBy = from.map((nth) => cards[nth ?? -1] ?? null);
  const origins = cards.filter((card) => setBy.includes(card));
  const pars = setBy.map((card, i) => (card ?? latest)?.pars[i] ?? null);
  const par = nineTotals(pars);
  const nett = latest === undefined ? NOTHING : competitionNett({ ...latest, gross: best, allowance });
  return {
    userId,
    contributingRounds: cards.length,
    dailyHandicap: latest?.dailyHandicap ?? null,
    allowedStrokes: latest === undefined ? null : allowanceStrokes(latest.dailyHandicap, allowance),
    strokes: best,
    points: setBy.map((card, i) => (card === null ? null : pointsOf(card, i))),
    pars,
    from: setBy.map((card) => (card === null ? null : origins.indexOf(card))),
    origins: origins.map(({ matchId, day }) => ({ matchId, day })),
    gross: nineTotals(best).total,
    nett,
    nettToPar: {
      out: difference(nett.out, par.out),
      in: difference(nett.in, par.in),
      total: difference(nett.total, par.total),
    },
    updatedAt: latestOf(cards.map(({ verifiedAt }) => verifiedAt)),
    correctedAt: latestOf(cards.map(({ correctedAt }) => correctedAt)),
    places: NO_PLACES,
  };
}

function pointsOf({ pars, strokeIndexes, strokes, dailyHandicap }: CompetitionCard, i: number): number | null {
  const [par, index] = [pars[i], strokeIndexes[i]];
  if (par === undefined || index === undefined) return null;
  return stablefordPoints({ par, strokesReceived: strokesReceived(dailyHandicap, index), strokes: strokes[i] ?? null });
}

/** Adds places. Rows without rounds have none; rows with a missing hole share the last one. */
function placed(rows: readonly TableRow[]): TableRow[] {
  const ranked = rows.filter(({ contributingRounds }) => contributingRounds > 0);
  const places = (cards: LeaderboardCard[]) => leaderboard(cards, 'nett');
  const columns = {
    gross: places(ranked.map((row) => leaderboardCard(row, row.gross, 0))),
    nett: places(ranked.map((row) => leaderboardCard(row, row.nettToPar.total, row.allowedStrokes ?? 0))),
    firstNine: places(ranked.map(({ nettToPar }) => ({ value: nettToPar.out, includesNoScore: false }))),
    lastNine: places(ranked.map(({ nettToPar }) => ({ value: nettToPar.in, includesNoScore: false }))),
  };
  return rows.map((row) => {
    const placeIn = (column: readonly LeaderboardPlace[]) => column[ranked.indexOf(row)] ?? null;
    const { gross, nett, firstNine, lastNine } = columns;
    const [out, back] = [placeIn(firstNine), placeIn(lastNine)];
    return { ...row, places: { gross: placeIn(gross), nett: placeIn(nett), firstNine: out, lastNine: back } };
  });
}

/** A card ranked by lowest value; countback uses strokes relative to par, less a share of the handicap strokes. */
function leaderboardCard({ strokes, pars }: TableRow, value: number | null, dailyHandicap: number): LeaderboardCard {
  const results = () => strokes.map((value, i) => difference(value, pars[i] ?? null));
  const countback = () => ({ format: 'STROKE', dailyHandicap, results: results() }) as const;
  return { value, includesNoScore: false, countback };
}

const RANK_OF: Record<CompetitionSort, (row: TableRow) => number[]> = {
  gross: ({ gross, places }) => [gross ?? Infinity, rankOrLast(places.gross)],
  'gross-rank': ({ places }) => [rankOrLast(places.gross)],
  nett: ({ nett, places }) => [nett.total ?? Infinity, rankOrLast(places.nett)],
  'nett-rank': ({ places }) => [rankOrLast(places.nett)],
  'first-9': ({ places }) => [rankOrLast(places.firstNine), rankOrLast(places.nett)],
  'last-9': ({ places }) => [rankOrLast(places.lastNine), rankOrLast(places.nett)],
  rounds: ({ contributingRounds, places }) => [-contributingRounds, rankOrLast(places.nett)],
};

/** Sorts rows, best or most rounds first. The sort is stable. */
export function sortedTable(rows: readonly TableRow[], sort: CompetitionSort): TableRow[] {
  const keysOf = RANK_OF[sort];
  return rows.toSorted((one, other) => {
    const [[first = 0, then = 0], [otherFirst = 0, otherThen = 0]] = [keysOf(one), keysOf(other)];
    // Infinity minus Infinity is NaN, which `||` treats as equal.
    return first - otherFirst || then - otherThen || 0;
  });
}

const rankOrLast = (place: LeaderboardPlace | null): number => place?.rank ?? Infinity;

const difference = (value: number | null, from: number | null): number | null =>
  value === null || from === null ? null : value - from;

const latestOf = (times: readonly (string | null)[]): string | null =>
  times.reduce((one, other) => (one === null || (other !== null && other > one) ? other : one), null);
