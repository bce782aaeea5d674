import type { StoryChange, StoryLine } from '@fairmark/contract';

const COLUMNS = [
  'revision',
  'position',
  'event_id',
  'type',
  'recorded_at',
  'occurred_at',
  'by_id',
  'by',
  'as',
  'device_id',
  'card_id',
  'card',
  'hole',
  'side',
  'from',
  'to',
  'words',
  'card_hash',
  'hash',
  'prev_hash',
] as const;

/** A spreadsheet takes a text that begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** Lines of a story as CSV: a row per event, or one per hole where an event changes several. */
export function roundCsv(lines: readonly StoryLine[]): string {
  return csv([COLUMNS, ...lines.flatMap(rowsOf)]);
}

/** Rows as CSV (RFC 4180), without the last line break. */
export function csv(rows: readonly (readonly (string | number | null)[])[]): string {
  return rows.map((row) => row.map(cell).join(',')).join('\r\n');
}

type Cell = string | number | null;

function rowsOf(line: StoryLine): Cell[][] {
  const changes = line.changes.length === 0 ? [null] : line.changes;
  return changes.map((change) => [...whatAndWho(line), ...placeOf(change), ...proofOf(line)]);
}

function whatAndWho({
  revision,
  position,
  eventId,
  type,
  recordedAt,
  occurredAt,
  by,
  as,
  deviceId,
  about,
}: StoryLine): Cell[] {
  const what = [revision, position, eventId, type, recordedAt, occurredAt];
  return [...what, by?.id ?? 'system', by?.fullName ?? null, as, deviceId, about?.id ?? null, about?.fullName ?? null];
}

function placeOf(change: StoryChange | null): Cell[] {
  return change === null ? [null, null, null, null] : [change.holeNumber, change.side, change.from, change.to];
}

function proofOf({ words, signature, hash, prevHash }: StoryLine): Cell[] {
  return [words, signature?.cardHash ?? null, hash, prevHash];
}

function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const safe = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
