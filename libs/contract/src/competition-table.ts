import type { Freshness, Ok } from './calls.js';
import type { Competition, CompetitionRound, RankedCompetitionRound } from './entities.js';
import { handicapForShow } from './values.js';

/** Media type accepted by clients that can read a table in columns. Pages of the previous release get rows instead. */
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

/** Converts a table in columns to rows. */
export function competitionRounds({
  competition,
  table,
}: Pick<CompetitionTableAnswer, 'competition' | 'table'>): CompetitionRound[] {
  return table.flatMap(({ player: nth, dailyHandicap, strokes, points, pars, from, days, matches, ...row }) => {
    const player = competition.players[nth];
    if (player === undefined) return [];
    const holeScores = strokes.map((scoreStroke, i): CompetitionRound['holeScores'][number] => {
      const [par = null, round = null] = [pars[i], from[i]];
      return {
        holeNumber: i + 1,
        scoreStroke,
        scoreStableford: points[i] ?? null,
        holeParUnadjusted: par,
        noScore: scoreStroke === null && par !== null,
        from: round === null ? null : { matchId: matches?.[round] ?? null, day: days[round] ?? '', round },
      };
    });
    return {
      player,
      userMatchSettings:
        dailyHandicap === null ? null : { dailyHandicap, dailyHandicapForShow: handicapForShow(dailyHandicap, 0) },
      holeScores,
      ...row,
    };
  });
}

/** Adds numeric ranks to a row. */
export function rankedRound(round: CompetitionRound): RankedCompetitionRound {
  const { gross, nett, firstNine, lastNine } = round.rankLabels;
  return {
    totalScoreStrokeRank: rankOf(gross),
    totalScoreStrokeNettRank: rankOf(nett),
    firstNineScoreStrokeNettRank: rankOf(firstNine),
    lastNineScoreStrokeNettRank: rankOf(lastNine),
    ...round,
  };
}

/** 3 for `T3`. */
const rankOf = (label: string | null): number | null => (label === null ? null : Number(label.replace('T', '')));
