import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { addAbortSignal, pipeline as compose, Transform, type Readable, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import type { FileEntry } from './manifest.js';

const LINE_FEED = 10;
const QUOTE = 34;

/** What the rows of a file are: lines, or records of a CSV under a head line, which may hold line feeds in quotes. */
type Rows = 'lines' | 'csv';

/** A file of a backup: where it is, and what its rows look like. */
export interface BackupFile {
  folder: string;
  name: string;
  rows: Rows;
  signal: AbortSignal;
}

/** Counts what goes through a stream: bytes, rows, and their hash. */
class Meter extends Transform {
  bytes = 0;
  /** Without the head line of a CSV. */
  rows: number;
  readonly #hash: Hash = createHash('sha256');
  #quoted = false;

  constructor(
    private readonly kind: Rows | 'none' = 'none',
    private readonly onRows: (rows: number) => void = () => undefined,
  ) {
    super();
    this.rows = kind === 'csv' ? -1 : 0;
  }

  /** Hex; once. */
  sha256(): string {
    return this.#hash.digest('hex');
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    this.#hash.update(chunk);
    if (this.kind !== 'none') this.#count(chunk, this.kind === 'csv');
    done(null, chunk);
  }

  #count(chunk: Buffer, isCsv: boolean): void {
    const before = this.rows;
    // By index: an iterator is many times slower.
    for (let at = 0; at < chunk.length; at += 1) {
      if (chunk[at] === QUOTE && isCsv) this.#quoted = !this.#quoted;
      else if (chunk[at] === LINE_FEED && !this.#quoted) this.rows += 1;
    }
    if (this.rows > before) this.onRows(this.rows - before);
  }
}

/** Compresses a stream into a new file for its owner alone, which is on the disk when this ends. */
export async function writeCompressed(
  content: Readable,
  { folder, name, rows, signal }: BackupFile,
  onRows?: (rows: number) => void,
): Promise<FileEntry> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const [inside, outside] = [new Meter(rows, onRows), new Meter()];
  const disk = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(content, inside, createGzip({ level: 5 }), outside, disk, { signal });
  return entryOf(name, inside, outside);
}

/** Hands over what is compressed in a file, and answers what the file is. */
export async function readCompressed(
  { folder, name, rows, signal }: BackupFile,
  take: (content: Readable) => Promise<unknown>,
): Promise<FileEntry> {
  const [inside, outside] = [new Meter(rows), new Meter()];
  const file = addAbortSignal(signal, createReadStream(path.join(folder, name)));
  // What goes wrong on the way, whoever takes the content hears.
  await take(compose(file, outside, createGunzip(), inside, () => undefined));
  return entryOf(name, inside, outside);
}

function entryOf(name: string, inside: Meter, outside: Meter): FileEntry {
  const { rows } = inside;
  return { name, rows, bytes: outside.bytes, sha256: outside.sha256(), contentSha256: inside.sha256() };
}

/** A line without its end would be kept in memory until it comes; none of ours is that long. */
const LINE_MAX = 4_194_304;

/** The lines of a stream. Only a line feed ends a line. */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of stream) {
    const lines = `${rest}${decoder.write(chunk)}`.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > LINE_MAX) throw new Error('A line has no end');
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** Puts what a folder lists on the disk. */
export async function settleFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
