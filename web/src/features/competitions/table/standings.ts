import type { CompetitionRound, CompetitionSort } from '@fairmark/contract';

type Ranking = keyof CompetitionRound['rankLabels'];

/** The ranking that the first column shows: that of the column which the rows are in order of, otherwise gross. */
export function rankingOf(sort: CompetitionSort): Ranking {
  if (sort === 'nett' || sort === 'nett-rank') return 'nett';
  if (sort === 'first-9') return 'firstNine';
  return sort === 'last-9' ? 'lastNine' : 'gross';
}

/** The order that a press on the head of the ranks asks for. */
export function rankSort(sort: CompetitionSort): CompetitionSort {
  return rankingOf(sort) === 'nett' ? 'nett-rank' : 'gross-rank';
}

/** Who a finished competition is won by: several where even countback left them level, none without a whole card. */
interface Winners {
  gross: CompetitionRound[];
  nett: CompetitionRound[];
}

/** The winners of both tables. Cards with a hole missing win nothing, even where all have one. */
export function winnersOf(rows: readonly CompetitionRound[]): Winners {
  return {
    gross: rows.filter((row) => row.totalScoreStrokeRank === 1 && row.totalScoreStroke !== null),
    nett: rows.filter((row) => row.totalScoreStrokeNettRank === 1 && row.totalScoreStrokeNett !== null),
  };
}
