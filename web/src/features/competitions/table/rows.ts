import { handicapForShow, type CompetitionSort } from '@fairmark/contract';
import type { CompetitionRow } from '../../../api/competitions.js';
import { CORRECTED, countbackWords } from '../../../golf/result-words.js';
import { counted, joinWords } from '../../../text/words.js';

/** Props shared by the list and the table of standings. */
export interface OrderedRows {
  rows: readonly CompetitionRow[];
  sort: CompetitionSort;
  onSort: (sort: CompetitionSort) => void;
  busy: boolean;
  me: string | undefined;
  onOpen: (row: CompetitionRow) => void;
}

/** A sortable column. */
export interface Column {
  id: CompetitionSort;
  label: string;
  name: string;
  value: (row: CompetitionRow) => number | null;
}

const BEST = 'Best gross strokes';
const GROSS: Column = { id: 'gross', label: 'Gross', name: BEST, value: (row) => row.totalScoreStroke };
const FIRST_9 = 'Nett strokes of holes 1 to 9';
const LAST_9 = 'Nett strokes of holes 10 to 18';

export const COLUMNS: readonly Column[] = [
  GROSS,
  { id: 'nett', label: 'Nett', name: 'Nett strokes', value: (row) => row.totalScoreStrokeNett },
  { id: 'first-9', label: 'First 9', name: FIRST_9, value: (row) => row.firstNineScoreStrokeNett },
  { id: 'last-9', label: 'Last 9', name: LAST_9, value: (row) => row.lastNineScoreStrokeNett },
  { id: 'rounds', label: 'Rounds', name: 'Rounds that count', value: (row) => row.contributingRounds },
];

/** The column to show for a sort order; for an order by rank the ranked column. */
export function columnOf(sort: CompetitionSort): Column {
  const name = sort.replace('-rank', '');
  return COLUMNS.find(({ id }) => id === name) ?? GROSS;
}

/** The small lines under a player's name: handicap and rounds, countback, correction. */
export function rowWords(row: CompetitionRow, sort: CompetitionSort, own: boolean): string[] {
  const { dailyHandicap, contributingRounds, correctedAt } = row;
  const quiet = [
    own ? 'You' : '',
    dailyHandicap === null ? '' : `Daily ${handicapForShow(dailyHandicap, 0)}`,
    counted(contributingRounds, 'round'),
  ];
  return [
    joinWords(quiet),
    countbackWords(countbackOf(row, rankingOf(sort))) ?? '',
    correctedAt === null ? '' : CORRECTED,
  ].filter((line) => line !== '');
}

type Ranking = keyof CompetitionRow['rankLabels'];

/** What decided a row's place in a ranking; the nines share ranks, without countback. */
function countbackOf({ countback }: Pick<CompetitionRow, 'countback'>, ranking: Ranking) {
  return ranking === 'gross' || ranking === 'nett' ? countback[ranking] : null;
}

/** Whether a ranking has ties, so that the table must explain countback. */
export function hasTies(rows: readonly Pick<CompetitionRow, 'countback' | 'rankLabels'>[], ranking: Ranking): boolean {
  return rows.some((row) => row.rankLabels[ranking]?.startsWith('T') === true || countbackOf(row, ranking) !== null);
}

/** The ranking shown in the first column: that of the sorted column, otherwise gross. */
export function rankingOf(sort: CompetitionSort): Ranking {
  if (sort === 'nett' || sort === 'nett-rank') return 'nett';
  if (sort === 'first-9') return 'firstNine';
  return sort === 'last-9' ? 'lastNine' : 'gross';
}

/** The sort order that a press on the rank heading selects. */
export function rankSort(sort: CompetitionSort): CompetitionSort {
  return rankingOf(sort) === 'nett' ? 'nett-rank' : 'gross-rank';
}

/** The winners by gross and nett: several if still tied after countback. An incomplete card never wins. */
export function winnersOf(rows: readonly CompetitionRow[]) {
  return {
    gross: rows.filter((row) => isFirst(row.rankLabels.gross) && row.totalScoreStroke !== null),
    nett: rows.filter((row) => isFirst(row.rankLabels.nett) && row.totalScoreStrokeNett !== null),
  };
}

const isFirst = (label: string | null): boolean => label === '1' || label === 'T1';
