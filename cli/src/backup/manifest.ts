import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { NUMERAL } from '../proof/event-line.js';
import { Failed } from '../shell/failure.js';
import { counted } from '../shell/output.js';

/** Raised when a build writes what earlier ones cannot read. */
export const FORMAT = 1;
/** The file that says what a backup holds. It is written last. */
export const MANIFEST = 'manifest.json';
/** The log in a backup: a line of JSON for each event, in order. */
export const LOG_FILE = 'log.jsonl.gz';

const HASH = z.string().regex(/^[0-9a-f]{64}$/);
const COUNT = z.int().nonnegative();

const FILE = z.object({
  /** Path within the backup's folder, with slashes, and no way out of it. */
  name: z.string().regex(/^(?:tables\/)?[a-z0-9_]+(?:\.[a-z0-9_]+)*$/),
  /** Events, or rows without the head line. */
  rows: COUNT,
  /** Size as it lies on disk. */
  bytes: COUNT,
  /** Of the file as it lies on disk, hex: `sha256sum` says the same. */
  sha256: HASH,
  /** Of what is compressed in it, hex. */
  contentSha256: HASH,
});

const MANIFEST_SHAPE = z.object({
  format: z.literal(FORMAT),
  /** Release of the product that wrote it. */
  version: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  migrations: z.array(z.string()),
  log: FILE.extend({
    name: z.literal(LOG_FILE),
    id: z.string(),
    /** Position of the last event, decimal; null: no event. */
    head: NUMERAL.nullable(),
    /** Up to this position, decimal, numbers are left out that no event has; null: none. Earlier releases did not say it. */
    sparseTo: NUMERAL.nullish(),
  }),
  /** The rows of the tables of schema `app`; `columns` as in the head line of the file. */
  tables: z.array(FILE.extend({ table: z.string(), columns: z.array(z.string()) })),
});

export type FileEntry = z.infer<typeof FILE>;
/** What a backup holds. */
export type Manifest = z.infer<typeof MANIFEST_SHAPE>;
export type TableEntry = Manifest['tables'][number];

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
  const { data } = MANIFEST_SHAPE.safeParse(read);
  if (data === undefined) throw new Failed(`${MANIFEST} is damaged: something is missing in it.`);
  return data;
}

/** Up to where a backed up log leaves numbers out; null: nowhere. Where it does not say so, its events tell. */
export function sparseToOf({ rows, head, sparseTo }: Manifest['log']): string | null {
  return sparseTo === undefined ? (head === `${rows}` ? null : head) : sparseTo;
}

/** A backup, for programs. */
export function summary({ version, createdAt, log, tables }: Manifest): Record<string, unknown> {
  const { id, head, rows: events } = log;
  return { version, createdAt, logId: id, head, events, tables: tables.length, rows: rowsOf(tables) };
}

/** What a backup holds. */
export function describe({ log, tables }: Manifest): string {
  return `${counted(log.rows, 'event')} and ${counted(rowsOf(tables), 'row')} of ${counted(tables.length, 'table')}`;
}

const rowsOf = (tables: Manifest['tables']): number => tables.reduce((sum, { rows }) => sum + rows, 0);
