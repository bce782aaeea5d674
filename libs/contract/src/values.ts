import type { Format } from '@fairmark/scoring';

/** The values that the API accepts and sends. */
export {
  FORMAT_NAMES,
  GENDERS,
  LEADERBOARD_SORTS,
  type Format,
  type Gender,
  type LeaderboardSort,
  type StrokeIndex,
} from '@fairmark/scoring';

export const PLAY_TYPES = ['COMPETITION', 'SOCIAL'] as const;
export type PlayType = (typeof PLAY_TYPES)[number];

/** The only format of practice rounds. */
export const PRACTICE_FORMAT: Format = 'STABLEFORD';

export const TEES = ['Pro', 'Championship', 'Standard'] as const;
export type Tee = (typeof TEES)[number];

/** The rating sets that a course may have; tee and gender determine which one applies. */
export const RATING_KINDS = ['Championship Tees', 'Ladies Championship Tees', 'Standard Tees', 'Ladies Tees'] as const;
export type RatingKind = (typeof RATING_KINDS)[number];

export const AUSTRALIAN_STATES = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'] as const;
export type AustralianState = (typeof AUSTRALIAN_STATES)[number];

export const HISTORY_SORTS = ['date-desc', 'date-asc', 'stableford', 'par', 'stroke'] as const;
export type HistorySort = (typeof HISTORY_SORTS)[number];

export const COMPETITION_TYPES = ['ECLECTIC', 'RACE_TO_THE_TOP', 'TRAVELLING'] as const;
/** Only ECLECTIC can be created yet. */
export type CompetitionType = (typeof COMPETITION_TYPES)[number];

export const COMPETITION_SORTS = ['gross', 'gross-rank', 'nett', 'nett-rank', 'first-9', 'last-9', 'rounds'] as const;
export type CompetitionSort = (typeof COMPETITION_SORTS)[number];

/** Playing days, Monday first. */
export const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Percent of the daily handicap that a competition's nett results take off. */
export const COMPETITION_ALLOWANCES = [100, 75, 50, 0] as const;

/**
 * Why a committee corrects a verified card: a score was added up or written down wrongly, a penalty was left out or
 * wrongly given, a ruling was made after the round (Rules of Golf 3.3b and 20.2), or another reason, given in the note.
 */
export const CORRECTION_REASONS = ['SCORE_WRONG', 'PENALTY', 'RULING', 'OTHER'] as const;
export type CorrectionReason = (typeof CORRECTION_REASONS)[number];

export type InviteStatus = 'PENDING' | 'ACCEPTED' | 'DENIED';

/** The side of a card that an entry or a signature belongs to: its owner's or its marker's. */
export type Side = 'PLAYER' | 'MARKER';

export interface ScoreLabel {
  short: string;
  long: string;
  abbr: string;
}

/** Labels of a round's format, sent as a match's `scoreLabel`. */
export const SCORE_LABELS: Record<Format, ScoreLabel> = {
  STABLEFORD: { short: "S'ford", long: 'Stableford', abbr: 'STBF' },
  PAR: { short: 'Par', long: 'Par', abbr: 'PAR' },
  STROKE: { short: 'Score', long: 'Score', abbr: 'SCR' },
};

/** A handicap as golfers write it: a plus handicap is stored negative and shown with a plus. */
export function handicapForShow(handicap: number, decimals: 0 | 1 = 1): string {
  return handicap < 0 ? `+${Math.abs(handicap).toFixed(decimals)}` : Math.abs(handicap).toFixed(decimals);
}
