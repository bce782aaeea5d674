import type { CompetitionRow } from '../../../api/competitions.js';

/** Characters that a spreadsheet interprets as the start of a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;
/** Without it Excel does not read the file as UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

const COLUMNS: readonly [head: string, cell: (row: CompetitionRow) => string | number | null][] = [
  ['Player', ({ player }) => player.fullName],
  ['Daily handicap', ({ dailyHandicap }) => dailyHandicap],
  ['Rounds', ({ contributingRounds }) => contributingRounds],
  ['Gross', ({ totalScoreStroke }) => totalScoreStroke],
  ['Gross rank', ({ rankLabels }) => rankLabels.gross],
  // Gross less these is nett; nett ranks against the par of each card.
  ['Nett uses', ({ allowedStrokes }) => allowedStrokes],
  ['Nett', ({ totalScoreStrokeNett }) => totalScoreStrokeNett],
  ['Nett to par', ({ totalScoreStrokeNettToPar }) => totalScoreStrokeNettToPar],
  ['Nett rank', ({ rankLabels }) => rankLabels.nett],
  ['First 9 nett', ({ firstNineScoreStrokeNett }) => firstNineScoreStrokeNett],
  ['First 9 rank', ({ rankLabels }) => rankLabels.firstNine],
  ['Last 9 nett', ({ lastNineScoreStrokeNett }) => lastNineScoreStrokeNett],
  ['Last 9 rank', ({ rankLabels }) => rankLabels.lastNine],
  ['Corrected by the committee', ({ correctedAt }) => correctedAt],
];

/** The table as CSV (RFC 4180). Text that looks like a formula gets an apostrophe; plus handicaps are negative. */
export function csvOf(rows: readonly CompetitionRow[]): string {
  const lines = [
    COLUMNS.map(([head]) => cellOf(head)),
    ...rows.map((row) => COLUMNS.map(([, cell]) => cellOf(cell(row)))),
  ];
  return BYTE_ORDER_MARK + lines.map((cells) => `${cells.join(',')}\r\n`).join('');
}

function cellOf(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  return `"${(FORMULA.test(value.trimStart()) || FORMULA.test(value) ? `'${value}` : value).replaceAll('"', '""')}"`;
}
