import { handicapForShow, type CompetitionSort, type Countback } from '@fairmark/contract';
import type { CompetitionRow } from '../../../api/competitions.js';
import { CORRECTED, countbackWords } from '../../../golf/result-words.js';
import { counted, joinWords } from '../../../text/words.js';

/** Props shared by the list and the table of standings. */
export interface OrderedRows {
  rows: readonly CompetitionRow[];
  sort: CompetitionSort;
  onSort: (sort: CompetitionSort) => void;
  busy: boolean;
  onOpen: (row: CompetitionRow) => void;
}

type Ranking = keyof CompetitionRow['rankLabels'];

/** A sortable column, with the ranking that is shown beside it. */
export interface Column {
  id: CompetitionSort;
  label: string;
  name: string;
  ranking: Ranking;
  value: (row: CompetitionRow) => number | null;
}

const ROUNDS = 'Rounds that count';
const OUT = 'Nett strokes of holes 1 to 9';
const IN = 'Nett strokes of holes 10 to 18';

export const COLUMNS: readonly [Column, ...Column[]] = [
  { id: 'gross', label: 'Gross', name: 'Best gross strokes', ranking: 'gross', value: (row) => row.totalScoreStroke },
  { id: 'nett', label: 'Nett', name: 'Nett strokes', ranking: 'nett', value: (row) => row.totalScoreStrokeNett },
  { id: 'first-9', label: 'First 9', name: OUT, ranking: 'firstNine', value: (row) => row.firstNineScoreStrokeNett },
  { id: 'last-9', label: 'Last 9', name: IN, ranking: 'lastNine', value: (row) => row.lastNineScoreStrokeNett },
  { id: 'rounds', label: 'Rounds', name: ROUNDS, ranking: 'gross', value: (row) => row.contributingRounds },
];

/** The column to show for a sort order; for an order by rank the ranked column. */
export function columnOf(sort: CompetitionSort): Column {
  const name = sort.replace('-rank', '');
  return COLUMNS.find(({ id }) => id === name) ?? COLUMNS[0];
}

/** The small lines under a player's name: handicap and rounds, countback, correction. */
export function rowWords(row: CompetitionRow, sort: CompetitionSort): string[] {
  const { own, dailyHandicap, contributingRounds, correctedAt } = row;
  const quiet = [
    own ? 'You' : '',
    dailyHandicap === null ? '' : `Daily ${handicapForShow(dailyHandicap, 0)}`,
    counted(contributingRounds, 'round'),
  ];
  return [
    joinWords(quiet),
    countbackWords(countbackOf(row, columnOf(sort).ranking)) ?? '',
    correctedAt === null ? '' : CORRECTED,
  ].filter((line) => line !== '');
}

/** Whether a ranking is of one nine: these share ranks, without countback. */
export const isOfNine = (ranking: Ranking): boolean => ranking === 'firstNine' || ranking === 'lastNine';

/** What decided a row's place in a ranking. */
export function countbackOf({ countback }: Pick<CompetitionRow, 'countback'>, ranking: Ranking): Countback {
  return ranking === 'gross' || ranking === 'nett' ? countback[ranking] : null;
}

/** Whether a ranking has ties, so that the table must explain countback. */
export function hasTies(rows: readonly Pick<CompetitionRow, 'countback' | 'rankLabels'>[], ranking: Ranking): boolean {
  return rows.some((row) => row.rankLabels[ranking]?.startsWith('T') === true || countbackOf(row, ranking) !== null);
}

/** The sort order that a press on the rank heading selects. */
export function rankSort(sort: CompetitionSort): CompetitionSort {
  return columnOf(sort).ranking === 'nett' ? 'nett-rank' : 'gross-rank';
}

/** The winners by gross or nett: several if still tied after countback. An incomplete card never wins. */
export function winnersOf(rows: readonly CompetitionRow[], by: 'gross' | 'nett'): CompetitionRow[] {
  const { value } = columnOf(by);
  return rows.filter((row) => ['1', 'T1'].includes(row.rankLabels[by] ?? '') && value(row) !== null);
}
