import type { StoryChange, StoryLine } from '@fairmark/contract';

/** Computes the value of each column from a row, in the order of the columns. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | number | null>>;

/** Spreadsheets treat text that begins with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;

/** Rows below a line of column titles as CSV (RFC 4180), without the final line break. */
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

/** Of an event of a round, or of one of the holes that it changed. */
const COLUMNS: Columns<{ line: StoryLine; change: StoryChange | null }> = {
  revision: ({ line }) => line.revision,
  position: ({ line }) => line.position,
  event_id: ({ line }) => line.eventId,
  type: ({ line }) => line.type,
  recorded_at: ({ line }) => line.recordedAt,
  occurred_at: ({ line }) => line.occurredAt,
  by_id: ({ line }) => line.by?.id ?? 'system',
  by: ({ line }) => line.by?.fullName ?? null,
  as: ({ line }) => line.as,
  device_id: ({ line }) => line.deviceId,
  card_id: ({ line }) => line.about?.id ?? null,
  card: ({ line }) => line.about?.fullName ?? null,
  hole: ({ change }) => change?.holeNumber ?? null,
  side: ({ change }) => change?.side ?? null,
  from: ({ change }) => change?.from ?? null,
  to: ({ change }) => change?.to ?? null,
  words: ({ line }) => line.words,
  card_hash: ({ line }) => line.signature?.cardHash ?? null,
  hash: ({ line }) => line.hash,
  prev_hash: ({ line }) => line.prevHash,
};

/** Lines of a round's audit as CSV: a row per event, or one per hole where an event changes several. */
export function roundCsv(lines: readonly StoryLine[]): string {
  const rows = lines.flatMap((line) => {
    const changes = line.changes.length === 0 ? [null] : line.changes;
    return changes.map((change) => ({ line, change }));
  });
  return csv(COLUMNS, rows);
}
