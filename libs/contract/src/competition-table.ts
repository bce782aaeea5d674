import type { Freshness, Ok } from './calls.js';
import type { Competition, CompetitionRound } from './entities.js';

/** Media type accepted by clients that can read a table in columns. Others get it in rows. */
export const TABLE_IN_COLUMNS = 'application/vnd.fairmark.columns+json';

/** Fields of a row that are derived from other fields, and so not sent. */
type Derived = 'player' | 'userMatchSettings' | 'holeScores';

/** A row as it is sent. Lists by hole have 18 elements, hole 1 first; null means the same as in `CompetitionRound`. */
export interface CompetitionTableRow extends Omit<CompetitionRound, Derived> {
  /** Index into the competition's `players`. */
  player: number;
  dailyHandicap: number | null;
  strokes: (number | null)[];
  points: (number | null)[];
  pars: (number | null)[];
  /** By hole, index into `days` of the round that the score comes from. */
  from: (number | null)[];
  /** Days of the rounds that scores come from, earliest first. */
  days: string[];
  /** Match ids of those rounds; only in the golfer's own row. */
  matches?: string[];
}

/** A competition with its table in columns, sorted as requested. */
export type CompetitionTableAnswer = Ok & Freshness & { competition: Competition; table: CompetitionTableRow[] };
