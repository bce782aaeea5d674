import { createReadStream } from 'node:fs';

/** A problem in a file: the line (from 1), the field, and what is wrong. */
export interface Problem {
  line: number;
  field: string;
  message: string;
}

/** Leads to a value in an entry: keys, and indexes from 0. */
export type Path = readonly PropertyKey[];

/** A problem with a value of an entry. */
export interface Finding {
  path: Path;
  message: string;
}

/** An entry (a course or advert) before validation, and where the file has the value at a path, or what encloses it. */
export interface RawEntry {
  value: unknown;
  locate: (path: Path) => { line: number; field?: string };
}

/** The result of parsing a file. */
export interface ReadFile {
  entries: RawEntry[];
  problems: Problem[];
}

/** Size limit of a file. All courses of Australia, some 1,800, need less. */
export const FILE_BYTES_MAX = 16 * 1024 * 1024;

/** After so many problems the rest of a file's entries is not checked. */
export const PROBLEMS_MAX = 200;

/** A valid entry, its line, and a function that locates a finding in the file. */
export interface ReadEntry<Entry> {
  entry: Entry;
  line: number;
  problem: (finding: Finding) => Problem;
}

export function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A path as problems name it, such as `holes[3].par.mens`; empty for the entry itself. */
export function fieldOf(path: Path): string {
  const parts = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return parts.join('').replace(/^\./, '');
}

/** Reads at most `max` + 1 bytes of a file, enough for the caller to see that it is too large. */
export async function readStart(file: string, max = FILE_BYTES_MAX): Promise<Buffer> {
  return Buffer.concat(await createReadStream(file, { end: max }).toArray());
}
