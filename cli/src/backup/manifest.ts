import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Failed } from '../shell/failure.js';

/** Raised when a build writes what earlier ones cannot read. */
export const FORMAT = 1;
/** The file that says what a backup holds. It is written last. */
export const MANIFEST = 'manifest.json';
/** The log in a backup: a line of JSON for each event, in order. */
export const LOG_FILE = 'log.jsonl.gz';

export interface FileEntry {
  /** Path within the backup's folder, with slashes. */
  name: string;
  /** Events, or rows without the head line. */
  rows: number;
  /** Size as it lies on disk. */
  bytes: number;
  /** Of the file as it lies on disk, hex: `sha256sum` says the same. */
  sha256: string;
  /** Of what is compressed in it, hex. */
  contentSha256: string;
}

/** The rows of a table of schema `app`. */
export interface TableEntry extends FileEntry {
  table: string;
  /** As in the head line of the file. */
  columns: string[];
}

/** What a backup holds. */
export interface Manifest {
  format: number;
  /** Release of the product that wrote it. */
  version: string;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** Names of the migrations that the database had. */
  migrations: string[];
  log: FileEntry & {
    id: string;
    /** Position of the last event, decimal; null: no event. */
    head: string | null;
    /** Up to this position, decimal, numbers are left out that no event has; null: none. Earlier releases did not say it. */
    sparseTo?: string | null;
  };
  tables: TableEntry[];
}

/** Reads what a backup says of itself. Throws `Failed` when it is none, or one that this build cannot read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch((cause: unknown) => {
    throw new Failed(`${folder} is no backup: there is no ${MANIFEST} in it that can be read.`, [], { cause });
  });
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (cause) {
    throw new Failed(`${MANIFEST} is damaged: it is not JSON.`, [], { cause });
  }
  const { format } = (read ?? {}) as Partial<Manifest>;
  if (typeof format === 'number' && format > FORMAT) {
    throw new Failed(`The backup has format ${format}, this build reads ${FORMAT}: use the release that wrote it.`);
  }
  if (!isManifest(read)) throw new Failed(`${MANIFEST} is damaged: something is missing in it.`);
  return read as Manifest;
}

type Check = (value: unknown) => boolean;

/** An object whose fields are what they should be; it may have more. */
export const isObject =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    Object.keys(fields).every((name) => fields[name]?.(Reflect.get(value, name)));
const isList =
  (is: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(is);
export const isText = (value: unknown): boolean => typeof value === 'string';
const isTextLike =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isHash = isTextLike(/^[0-9a-f]{64}$/);
/** A position or revision, decimal. */
export const isNumeral = isTextLike(/^\d{1,19}$/);
const isPosition = (value: unknown): boolean => value === null || isNumeral(value);
/** No way out of the folder. */
const isName = isTextLike(/^(?:tables\/)?[a-z0-9_]+(?:\.[a-z0-9_]+)*$/);

const FILE = { name: isName, rows: isCount, bytes: isCount, sha256: isHash, contentSha256: isHash };
const isManifest = isObject({
  format: (value) => value === FORMAT,
  version: isText,
  createdAt: isText,
  migrations: isList(isText),
  log: isObject({
    ...FILE,
    name: (value) => value === LOG_FILE,
    id: isText,
    head: isPosition,
    sparseTo: (value) => value === undefined || isPosition(value),
  }),
  tables: isList(isObject({ ...FILE, table: isText, columns: isList(isText) })),
});

/** Up to where a backed up log leaves numbers out; null: nowhere. Where it does not say so, its events tell. */
export function sparseToOf({ rows, head, sparseTo }: Manifest['log']): string | null {
  return sparseTo === undefined ? (head === `${rows}` ? null : head) : sparseTo;
}
