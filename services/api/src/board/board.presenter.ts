import { createHash } from 'node:crypto';
import {
  LIMITS,
  MESSAGES,
  type BoardRow,
  type BoardStanding,
  type Format,
  type LeaderboardSort,
} from '@fairmark/contract';
import { rankRows, scoredCard, type RankedRound, type RankedRow } from '@fairmark/read-models';
import { cardTotals } from '@fairmark/scoring';

/** How cards of a format are ranked, and which of their totals the board shows. */
const MEASURES: Readonly<Record<Format, { sort: LeaderboardSort; result: 'stableford' | 'par' | 'nett' }>> = {
  STABLEFORD: { sort: 'stableford', result: 'stableford' },
  PAR: { sort: 'par', result: 'par' },
  STROKE: { sort: 'nett', result: 'nett' },
};
const FORMATS: readonly Format[] = ['STABLEFORD', 'STROKE', 'PAR'];

/** How the day's cards are ranked by a format. */
export const sortOf = (format: Format): LeaderboardSort => MEASURES[format].sort;

/** The formats that a day's cards were played in, the most played first. */
export function formatsOf(rows: readonly Pick<RankedRow, 'match_type'>[]): Format[] {
  const played = (format: Format): number => rows.filter(({ match_type }) => match_type === format).length;
  return FORMATS.filter((format) => played(format) > 0).sort((one, other) => played(other) - played(one));
}

/** The day's cards by the measure of one format, as the leaderboard ranks them. @param rows in the order of its sort */
export function presentStanding(format: Format, rows: readonly RankedRow[]): BoardStanding {
  const ranked = rankRows(rows, sortOf(format)).slice(0, LIMITS.boardRowsMax);
  return { format, rows: ranked.map((row) => presentRow(format, row)) };
}

function presentRow(format: Format, { round, rankLabel, decidedBy }: RankedRound<RankedRow>): BoardRow {
  const totals = cardTotals({ ...scoredCard(round), format: round.match_type });
  return {
    key: keyOf(round),
    rankLabel,
    countback: decidedBy === null ? null : { decidedBy },
    fullName: round.player_name ?? MESSAGES.deletedPlayer,
    dailyHandicap: round.daily_handicap,
    result: totals[MEASURES[format].result],
    noScore: format === 'STROKE' && totals.includesNoScore,
  };
}

/** Tells cards apart without the id of a golfer or a match. */
function keyOf({ match_id, user_id }: RankedRow): string {
  return createHash('sha256').update(`${match_id} ${user_id}`).digest('base64url').slice(0, 16);
}
