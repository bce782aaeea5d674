import { createReadStream } from 'node:fs';

/** What is wrong with a file, so that it can be mended: the line (from 1), the field, why. */
export interface Problem {
  line: number;
  field: string;
  message: string;
}

/** What is wrong with a value of an entry, by its path in the entry's own tree: `holes[3].par.mens`, lists from 0. */
export interface Finding {
  path: string;
  message: string;
}

/** Where a file has a value: its line, and in a table its column. */
export interface Place {
  line: number;
  field?: string;
}

/** An entry as a file spells it (a course, an advert), with the places of its values by their paths; '' is its own. */
export interface SpelledEntry {
  value: unknown;
  places: ReadonlyMap<string, Place>;
}

/** What the reader of a format makes of a file. */
export interface ReadFile {
  entries: SpelledEntry[];
  problems: Problem[];
}

/** Bounds of a file, whatever its format. All of Australia has some 1,800 courses. */
export const FILE_BOUNDS = {
  bytes: 16 * 1024 * 1024,
  courses: 3_000,
  pictures: 2_000,
  csvRows: 100_000,
} as const;

/** A sound entry: where it stands, and how to report a problem with it. */
export interface ReadEntry<Entry> {
  entry: Entry;
  line: number;
  problem: (finding: Finding) => Problem;
}

/** Whether a value has fields that can be looked at. */
export function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The path of a field or an element of what has a path. */
export function pathOf(outer: string, key: PropertyKey): string {
  if (typeof key === 'number') return `${outer}[${key}]`;
  return outer === '' ? String(key) : `${outer}.${String(key)}`;
}

/** A file's bytes, but never more than one beyond the bound: a larger file is refused, not read. */
export async function readStart(file: string, max: number = FILE_BOUNDS.bytes): Promise<Buffer> {
  return Buffer.concat(await createReadStream(file, { end: max }).toArray());
}
