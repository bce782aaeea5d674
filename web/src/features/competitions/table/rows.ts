import type { CompetitionRound, CompetitionSort } from '@fairmark/contract';
import { CORRECTED, countbackWords } from '../../../golf/result-words.js';
import { counted, said } from '../../../text/words.js';

/** Rows in an order, as a list or a table shows them. */
export interface OrderedRows {
  rows: readonly CompetitionRound[];
  sort: CompetitionSort;
  onSort: (sort: CompetitionSort) => void;
  busy: boolean;
  me: string | undefined;
  onOpen: (row: CompetitionRound) => void;
}

/** A number of a row, by which a table can be put in order. */
export interface Column {
  sort: CompetitionSort;
  label: string;
  name: string;
  value: (row: CompetitionRound) => number | null;
}

const GROSS: Column = {
  sort: 'gross',
  label: 'Gross',
  name: 'Best gross strokes',
  value: (row) => row.totalScoreStroke,
};
const FIRST_9 = 'Nett strokes of holes 1 to 9';
const LAST_9 = 'Nett strokes of holes 10 to 18';

export const COLUMNS: readonly Column[] = [
  GROSS,
  { sort: 'nett', label: 'Nett', name: 'Nett strokes', value: (row) => row.totalScoreStrokeNett },
  { sort: 'first-9', label: 'First 9', name: FIRST_9, value: (row) => row.firstNineScoreStrokeNett },
  { sort: 'last-9', label: 'Last 9', name: LAST_9, value: (row) => row.lastNineScoreStrokeNett },
  { sort: 'rounds', label: 'Rounds', name: 'Rounds that count', value: (row) => row.contributingRounds },
];

/** The column that rows in this order are about: an order by rank is about what is ranked. */
export function columnOf(sort: CompetitionSort): Column {
  const name = sort.replace('-rank', '');
  return COLUMNS.find((column) => column.sort === name) ?? GROSS;
}

/** What stands quietly under a player's name, and what else there is to say of the rank. */
export function rowWords(row: CompetitionRound, sort: CompetitionSort, own: boolean): string[] {
  const { userMatchSettings, contributingRounds, countback, correctedAt } = row;
  const ranking = rankingOf(sort);
  const quiet = [
    own ? 'You' : '',
    userMatchSettings === null ? '' : `Daily ${userMatchSettings.dailyHandicapForShow}`,
    counted(contributingRounds, 'round'),
  ];
  return [
    said(quiet),
    (ranking === 'gross' || ranking === 'nett' ? countbackWords(countback[ranking]) : null) ?? '',
    correctedAt === null ? '' : CORRECTED,
  ].filter((line) => line !== '');
}

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
    gross: rows.filter((row) => isFirst(row.rankLabels.gross) && row.totalScoreStroke !== null),
    nett: rows.filter((row) => isFirst(row.rankLabels.nett) && row.totalScoreStrokeNett !== null),
  };
}

const isFirst = (label: string | null): boolean => label === '1' || label === 'T1';
