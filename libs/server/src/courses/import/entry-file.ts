import { createReadStream } from 'node:fs';

/** A problem in a file: the line (from 1), the field, and what is wrong. */
export interface Problem {
  line: number;
  field: string;
  message: string;
}

/** A problem with a value of an entry, by its path in the entry, such as `holes[3].par.mens` (indexes from 0). */
export interface Finding {
  path: string;
  message: string;
}

/** Where a value is in a file: its line and, in a table, its column. */
export interface Place {
  line: number;
  field?: string;
}

/** An entry (a course or advert) before validation, with the places of its values by path; '' is the entry itself. */
export interface RawEntry {
  value: unknown;
  places: ReadonlyMap<string, Place>;
}

/** The result of parsing a file. */
export interface ReadFile {
  entries: RawEntry[];
  problems: Problem[];
}

/** Limits of a file in any format. Australia has some 1,800 courses. */
export const FILE_BOUNDS = {
  bytes: 16 * 1024 * 1024,
  courses: 3_000,
  pictures: 2_000,
  csvRows: 100_000,
} as const;

/** A valid entry, its line, and a function that locates a finding in the file. */
export interface ReadEntry<Entry> {
  entry: Entry;
  line: number;
  problem: (finding: Finding) => Problem;
}

export function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Appends a field or list index to a path. */
export function pathOf(outer: string, key: PropertyKey): string {
  if (typeof key === 'number') return `${outer}[${key}]`;
  return outer === '' ? String(key) : `${outer}.${String(key)}`;
}

/** Reads at most `max` + 1 bytes of a file, enough for the caller to see that it is too large. */
export async function readStart(file: string, max: number = FILE_BOUNDS.bytes): Promise<Buffer> {
  return Buffer.concat(await createReadStream(file, { end: max }).toArray());
}
