import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Failed } from '../shell/failure.js';

/** Raised when a build writes what earlier ones cannot read. */
export const FORMAT = 1;
/** The file that says what a backup holds. It is written last. */
export const MANIFEST = 'manifest.json';
/** The log in a backup: a line of JSON for each event, in order. */
export const LOG_FILE = 'log.jsonl.gz';

/** A file of a backup. */
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
  const format = isObject(read) ? read.format : undefined;
  if (typeof format === 'number' && format > FORMAT) {
    throw new Failed(`The backup has format ${format}, this build reads ${FORMAT}: use the release that wrote it.`);
  }
  if (!isManifest(read)) throw new Failed(`${MANIFEST} is damaged: something is missing in it.`);
  return read;
}

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string => typeof value === 'string';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isHash = (value: unknown): boolean => isText(value) && /^[0-9a-f]{64}$/.test(value);
const isPosition = (value: unknown): boolean => value === null || (isText(value) && /^\d{1,19}$/.test(value));
/** No way out of the folder. */
const isName = (value: unknown): boolean => isText(value) && /^(?:tables\/)?[a-z0-9_]+(?:\.[a-z0-9_]+)*$/.test(value);

function isFile(value: unknown): value is Fields {
  if (!isObject(value)) return false;
  const { name, rows, bytes, sha256, contentSha256 } = value;
  return isName(name) && isCount(rows) && isCount(bytes) && isHash(sha256) && isHash(contentSha256);
}

const isTable = (value: unknown): boolean => isFile(value) && isText(value.table) && isTexts(value.columns);

function isLog(value: unknown): boolean {
  if (!isFile(value) || value.name !== LOG_FILE || !isText(value.id)) return false;
  return isPosition(value.head) && (value.sparseTo === undefined || isPosition(value.sparseTo));
}

function isManifest(value: unknown): value is Manifest {
  if (!isObject(value)) return false;
  const { format, version, createdAt, migrations, log, tables } = value;
  if (format !== FORMAT || !isText(version) || !isText(createdAt) || !isTexts(migrations)) return false;
  return isLog(log) && Array.isArray(tables) && tables.every(isTable);
}

/** Up to where a backed up log leaves numbers out; null: nowhere. Where it does not say so, its events tell. */
export function sparseToOf({ rows, head, sparseTo }: Manifest['log']): string | null {
  return sparseTo === undefined ? (head === `${rows}` ? null : head) : sparseTo;
}
