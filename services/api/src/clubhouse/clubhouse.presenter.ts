import {
  MESSAGES,
  type ClubhouseRound,
  type EclecticRound,
  type HistoryRow,
  type LeaderboardRow,
  type LeaderboardSort,
  type PersonRef,
} from '@fairmark/contract';
import {
  cardResults,
  cardTotals,
  eclectic,
  HOLES,
  leaderboard,
  nineTotals,
  type Format,
  type LeaderboardCard,
  type LeaderboardPlace,
  type LeaderboardSort as RankedBy,
  type ScoredCard,
} from '@fairmark/scoring';
import { presentTotals } from '../match/presenting/score-totals.js';
import { resultsByPar } from './results-by-par.js';
import {
  scoredCard,
  type OwnRoundRow,
  type PlayedRoundRow,
  type RankedRow,
  type RoundRow,
} from '@fairmark/read-models';

interface Ranking {
  by: RankedBy;
  /** What holes are compared by on a countback. */
  format: Format;
  total: (row: RankedRow) => number;
}

const RANKINGS: Record<LeaderboardSort, Ranking> = {
  stableford: { by: 'STABLEFORD', format: 'STABLEFORD', total: (row) => row.stableford },
  par: { by: 'PAR', format: 'PAR', total: (row) => row.par },
  nett: { by: 'NETT', format: 'STROKE', total: (row) => row.nett_to_par },
};

/** A round with its place. */
export interface RankedRound {
  row: RankedRow;
  place: LeaderboardPlace;
}

/** Rounds of a day, best first; what countback cannot separate stays in the order given. */
export function rankRounds(rows: readonly RankedRow[], sort: LeaderboardSort): RankedRound[] {
  const cards = rows.map((row) => rankedCard(row, RANKINGS[sort]));
  return leaderboard(cards, RANKINGS[sort].by)
    .map((place, i) => ({ row: rows[i] as RankedRow, place }))
    .sort((a, b) => a.place.rank - b.place.rank);
}

/** By the total that is stored; holes are looked at only where totals are equal. */
function rankedCard(row: RankedRow, { format, total }: Ranking): LeaderboardCard {
  let results: (number | null)[] | null = null;
  const countback = {
    format,
    dailyHandicap: row.daily_handicap,
    get results() {
      results ??= cardResults(scoredCard(row), format);
      return results;
    },
  };
  return { value: total(row), includesNoScore: row.includes_no_score, countback };
}

export function presentLeaderboardRow({ row, place }: RankedRound): LeaderboardRow {
  return {
    rank: place.rank,
    rankLabel: `${place.tied ? 'T' : ''}${place.rank}`,
    countback: place.decidedBy === null ? null : { decidedBy: place.decidedBy },
    ...namesOf(row),
    userRound: presentRound(row, scoredCard(row)),
  };
}

export function presentHistoryRow(row: OwnRoundRow): HistoryRow {
  const card = scoredCard(row);
  return {
    matchId: row.match_id,
    course: { id: row.course_id, name: row.course_name, clubName: row.club_name, courseName: row.layout_name },
    ...namesOf(row),
    userRound: {
      ...presentRound(row, card),
      completeByMarker: row.marker_holes === HOLES,
      withdrawn: row.withdrawn,
      cannotBeVerified: row.marker_id === null && !row.verified,
      byPar: resultsByPar(card),
    },
  };
}

/** Those who signed up, or did once. */
export function namesOf(row: RoundRow): { player: PersonRef; marker: PersonRef | null } {
  const named = (id: string, name: string | null): PersonRef => ({ id, fullName: name ?? MESSAGES.deletedPlayer });
  return {
    player: named(row.user_id, row.player_name),
    marker: row.marker_id === null ? null : named(row.marker_id, row.marker_name),
  };
}

/** Best strokes and best points per hole, each with the first round that reached it; a No Score improves nothing. */
export function presentEclectic(rounds: readonly PlayedRoundRow[]): EclecticRound {
  const played = rounds.map((row) => {
    const points = cardResults(scoredCard(row), 'STABLEFORD');
    const strokes = row.strokes.map((value) => (value === 0 ? null : value));
    return { row, strokes, points: points.map((value, i) => (strokes[i] === null ? null : value)) };
  });
  const strokes = eclectic(played.map((round) => round.strokes)).holes;
  const points = eclectic(
    played.map((round) => round.points),
    'higher',
  ).holes;
  const from = (
    kind: 'strokes' | 'points',
    hole: number,
    value: number | null,
  ): { matchId: string; day: string } | null => {
    const first = value === null ? undefined : played.find((round) => round[kind][hole] === value);
    return first === undefined ? null : { matchId: first.row.match_id, day: first.row.day };
  };
  const [stroke, stableford] = [nineTotals(strokes), nineTotals(points)];
  return {
    holeScores: strokes.map((scoreStroke, i) => ({
      holeNumber: i + 1,
      scoreStroke,
      scoreStableford: points[i] ?? null,
      strokeFrom: from('strokes', i, scoreStroke),
      stablefordFrom: from('points', i, points[i] ?? null),
    })),
    totals: {
      totalScoreStableford: stableford.total,
      totalScoreStroke: stroke.total,
      firstNineScoreStroke: stroke.out,
      firstNineScoreStableford: stableford.out,
      lastNineScoreStroke: stroke.in,
      lastNineScoreStableford: stableford.in,
    },
    rounds: rounds.length,
  };
}

function presentRound(row: RoundRow, card: ScoredCard): ClubhouseRound {
  return {
    verified: row.verified,
    matchId: row.match_id,
    createdAt: row.started_at.toISOString(),
    day: row.day,
    matchType: row.match_type,
    dailyHandicap: row.daily_handicap,
    scoreTotals: presentTotals(cardTotals({ ...card, format: row.match_type })),
    correctedAt: row.corrected_at?.toISOString() ?? null,
  };
}
