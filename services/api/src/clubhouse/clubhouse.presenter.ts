import {
  MESSAGES,
  presentTotals,
  type ClubhouseRound,
  type EclecticRound,
  type HistoryRow,
  type LeaderboardRow,
  type Page,
  type ParResult,
  type PersonRef,
  type UnverifiedRound,
} from '@fairmark/contract';
import { resultsByHole, cardTotals, eclectic, HOLES, nineTotals, type ScoredCard } from '@fairmark/scoring';
import {
  scoredCard,
  type OwnRoundRow,
  type PageOf,
  type PlayedRoundRow,
  type RankedRound,
  type RankedRow,
  type RoundRow,
  type UnverifiedRow,
} from '@fairmark/read-models';

/** Splits off the extra row whose presence means that there is another page. */
export function pageOf<Row>(found: Row[], { limit, offset }: PageOf): Page & { rows: Row[] } {
  return { rows: found.slice(0, limit), nextOffset: found.length > limit ? offset + limit : null };
}

export function presentLeaderboardRow({ round, rank, rankLabel, decidedBy }: RankedRound<RankedRow>): LeaderboardRow {
  return {
    rank,
    rankLabel,
    countback: decidedBy === null ? null : { decidedBy },
    ...namesOf(round),
    userRound: presentRound(round, scoredCard(round)),
  };
}

export function presentHistoryRow(row: OwnRoundRow): HistoryRow {
  const card = scoredCard(row);
  return {
    matchId: row.match_id,
    course: { id: row.course_id, name: row.course_name, clubName: row.club_name, courseName: row.layout_name },
    ...namesOf(row),
    // Spread last: V8 adds properties after a spread slowly.
    userRound: {
      completeByMarker: row.marker_holes === HOLES,
      withdrawn: row.withdrawn,
      cannotBeVerified: row.marker_id === null && !row.marker_signed && !row.verified,
      byPar: resultsByPar(card),
      ...presentRound(row, card),
    },
  };
}

function namesOf(row: RoundRow): { player: PersonRef; marker: PersonRef | null } {
  const named = (id: string, name: string | null): PersonRef => ({ id, fullName: name ?? MESSAGES.deletedPlayer });
  return {
    player: named(row.user_id, row.player_name),
    marker: row.marker_id === null ? null : named(row.marker_id, row.marker_name),
  };
}

/** @param nextHole the hole this golfer must enter next before the card can be signed; null if none is owed */
export function presentUnverified(row: UnverifiedRow, userId: string, nextHole: number | null): UnverifiedRound {
  return {
    matchId: row.match_id,
    userId: row.user_id,
    ...namesOf(row),
    course: row.course_name,
    day: row.day,
    createdAt: row.started_at.toISOString(),
    completeByMarker: row.marker_holes === HOLES,
    waitingFor: waitingFor(row, userId),
    nextHole,
    holesOwed: holesOwed('theirs', row, userId),
  };
}

/** Holes that the golfer, or the other signer, has not entered on this card and on the card signed with it. */
export function holesOwed(whose: 'mine' | 'theirs', row: UnverifiedRow, userId: string): number {
  const asPlayer = (row.user_id === userId) === (whose === 'mine');
  const onThisCard = asPlayer ? row.player_holes : row.marker_holes;
  const onPairedCard = asPlayer ? row.pair_marker_holes : row.pair_player_holes;
  return HOLES - onThisCard + (onPairedCard === null ? 0 : HOLES - onPairedCard);
}

/**
 * Whose move it is, from one signer's view (docs/product.md, Clubhouse 7). What is missing on this card takes
 * precedence over what is missing on the card signed with it.
 */
function waitingFor(row: UnverifiedRow, userId: string): UnverifiedRound['waitingFor'] {
  const isMine = row.user_id === userId;
  const other = isMine ? 'marker' : 'player';
  const [mine, theirs] = isMine ? [row.player_holes, row.marker_holes] : [row.marker_holes, row.player_holes];
  if (mine < HOLES) return 'me';
  if (theirs < HOLES || (isMine ? row.player_signed : row.marker_signed)) return other;
  return holesOwed('mine', row, userId) === 0 && holesOwed('theirs', row, userId) > 0 ? other : 'me';
}

/** Best strokes and best points per hole, each with the first round that reached it; a No Score improves nothing. */
export function presentEclectic(rounds: readonly PlayedRoundRow[]): EclecticRound {
  const taken = rounds.map((row) => row.strokes.map((value) => (value === 0 ? null : value)));
  const results = rounds.map((row) => resultsByHole(scoredCard(row), 'STABLEFORD'));
  const scored = results.map((points, nth) => points.map((value, i) => (taken[nth]?.[i] === null ? null : value)));
  const [strokes, points] = [eclectic(taken), eclectic(scored, 'higher')];
  const [stroke, stableford] = [nineTotals(strokes.holes), nineTotals(points.holes)];
  return {
    holeScores: strokes.holes.map((scoreStroke, i) => {
      const [strokeRow, pointsRow] = [strokes, points].map(({ from }) => rounds[from[i] ?? -1]);
      return {
        holeNumber: i + 1,
        par: (strokeRow ?? rounds.at(-1))?.pars[i] ?? null,
        scoreStroke,
        scoreStableford: points.holes[i] ?? null,
        strokeFrom: roundRef(strokeRow),
        stablefordFrom: roundRef(pointsRow),
      };
    }),
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

const roundRef = (row: PlayedRoundRow | undefined) =>
  row === undefined ? null : { matchId: row.match_id, day: row.day };

function presentRound(row: RoundRow, card: ScoredCard): ClubhouseRound {
  return {
    verified: row.verified,
    matchId: row.match_id,
    createdAt: row.started_at.toISOString(),
    day: row.day,
    matchType: row.match_type,
    dailyHandicap: row.daily_handicap,
    scoreTotals: presentTotals(cardTotals(card)),
    correctedAt: row.corrected_at?.toISOString() ?? null,
  };
}

const PARS = [3, 4, 5, 6] as const;

/** A card's result to par on its holes of each par, lowest par first. Holes without an entry are ignored. */
export function resultsByPar(card: ScoredCard): ParResult[] {
  const toPar = resultsByHole(card, 'STROKE');
  return PARS.map((par) => {
    const results = toPar.filter((result, i): result is number => result !== null && card.holes[i]?.par === par);
    return { par, holes: results.length, toPar: results.reduce((sum, result) => sum + result, 0) };
  }).filter(({ holes }) => holes > 0);
}
