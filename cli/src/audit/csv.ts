/** What a row has in each column, in the columns' order. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

/** A spreadsheet takes a text that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Rows under their titles as CSV (RFC 4180), without the last line break. */
export function csv<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const cells = rows.map((row) => Object.values(columns).map((valueOf) => cell(valueOf(row))));
  return [Object.keys(columns), ...cells].map((row) => row.join(',')).join('\r\n');
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
