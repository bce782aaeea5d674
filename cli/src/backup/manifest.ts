import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { jsonOf, NUMERAL } from '../proof/event-line.js';
import { Failed } from '../shell/failure.js';
import { counted } from '../shell/output.js';

/** Format version, raised when older builds cannot read what this one writes. */
export const FORMAT = 1;
/** The file that describes what a backup holds. It is written last. */
export const MANIFEST = 'manifest.json';
/** The log in a backup: one line of JSON per event, in order. */
export const LOG_FILE = 'log.jsonl.gz';

const HASH = z.string().regex(/^[0-9a-f]{64}$/);
const COUNT = z.int().nonnegative();

const FILE = z.object({
  /** Path within the backup's folder, with slashes. It cannot lead out of the folder. */
  name: z.string().regex(/^(?:tables\/)?[a-z0-9_]+(?:\.[a-z0-9_]+)*$/),
  /** Number of events, or of rows without the header line. */
  rows: COUNT,
  /** Size on disk. */
  bytes: COUNT,
  /** Hash of the file on disk in hex, as `sha256sum` prints it. */
  sha256: HASH,
  /** Hash of the uncompressed content, in hex. */
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
    /** Positions up to this one, decimal, may have gaps; null: none has. Earlier releases did not write it. */
    sparseTo: NUMERAL.nullish(),
  }),
  /** The rows of the tables of schema `app`, with `columns` as in the file's header line. */
  tables: z.array(FILE.extend({ table: z.string(), columns: z.array(z.string()) })),
});

export type FileEntry = z.infer<typeof FILE>;
/** What a backup holds. */
export type Manifest = z.infer<typeof MANIFEST_SHAPE>;
export type TableEntry = Manifest['tables'][number];

/** Reads the manifest of a backup. Throws `Failed` if the folder is not a backup or this build cannot read it. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch((cause: unknown) => {
    throw new Failed(`${folder} is not a backup: it has no readable ${MANIFEST}.`, [], { cause });
  });
  const read = jsonOf(text);
  const { format, ...rest } = (read ?? {}) as Partial<Manifest>;
  if ('matchId' in rest) {
    throw new Failed('This is the bundle of a round: check it with npm run ops -- audit verify.');
  }
  if (typeof format === 'number' && format > FORMAT) {
    throw new Failed(`The backup has format ${format}, but this build reads ${FORMAT}: use the release that wrote it.`);
  }
  const { data } = MANIFEST_SHAPE.safeParse(read);
  if (data === undefined) throw new Failed(`${MANIFEST} is damaged: it is not JSON, or a field is missing.`);
  return data;
}

/** The position up to which a log may have gaps, or null. Without `sparseTo` it follows from the event count. */
export function sparseToOf({ rows, head, sparseTo }: Manifest['log']): string | null {
  return sparseTo === undefined ? (head === `${rows}` ? null : head) : sparseTo;
}

/** What a backup holds, for programs. */
export function summary({ version, createdAt, log, tables }: Manifest): Record<string, unknown> {
  const { id, head, rows: events } = log;
  return { version, createdAt, logId: id, head, events, tables: tables.length, rows: rowsOf(tables) };
}

/** What a backup holds, in words. */
export function describe({ log, tables }: Manifest): string {
  return `${counted(log.rows, 'event')} and ${counted(rowsOf(tables), 'row')} of ${counted(tables.length, 'table')}`;
}

const rowsOf = (tables: Manifest['tables']): number => tables.reduce((sum, { rows }) => sum + rows, 0);
