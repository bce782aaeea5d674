import type { Freshness, Ok } from './calls.js';
import type { Competition, CompetitionRound, RankedCompetitionRound } from './entities.js';
import { handicapForShow } from './values.js';

/** Among the types that a client accepts: it reads the table in columns. Pages of the release before are sent its rows. */
export const TABLE_IN_COLUMNS = 'application/vnd.fairmark.columns+json';

/** What a row of a table says twice. */
type Derived = 'player' | 'userMatchSettings' | 'holeScores';

/** A row as it is sent, which says each thing once. Lists have 18 elements, hole 1 first; for what null means see its round. */
export interface CompetitionTableRow extends Omit<CompetitionRound, Derived> {
  /** Which of the competition's `players`, from 0 on. */
  player: number;
  dailyHandicap: number | null;
  strokes: (number | null)[];
  points: (number | null)[];
  pars: (number | null)[];
  /** Which of `days` the hole comes from, from 0 on. */
  from: (number | null)[];
  /** Of the rounds that holes come from, the earliest first. */
  days: string[];
  /** The matches of those rounds, in the golfer's own row. */
  matches?: string[];
}

/** A competition with its table in columns, sorted as asked. */
export type CompetitionTableAnswer = Ok & Freshness & { competition: Competition; table: CompetitionTableRow[] };

/** The rows that a table in columns stands for. */
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
      ...row,
      player,
      userMatchSettings:
        dailyHandicap === null ? null : { dailyHandicap, dailyHandicapForShow: handicapForShow(dailyHandicap, 0) },
      holeScores,
    };
  });
}

/** A row with its ranks as numbers too. */
export function rankedRound(round: CompetitionRound): RankedCompetitionRound {
  const { gross, nett, firstNine, lastNine } = round.rankLabels;
  return {
    ...round,
    totalScoreStrokeRank: rankOf(gross),
    totalScoreStrokeNettRank: rankOf(nett),
    firstNineScoreStrokeNettRank: rankOf(firstNine),
    lastNineScoreStrokeNettRank: rankOf(lastNine),
  };
}

/** 3 of `T3`. */
const rankOf = (label: string | null): number | null => (label === null ? null : Number(label.replace('T', '')));
