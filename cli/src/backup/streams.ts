import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { Transform, Writable, type Readable, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { FileEntry } from './manifest.js';

const LINE_FEED = 10;
const QUOTE = 34;

/** What went through a stream: bytes, their hash, and rows. Rows end with a line feed outside of quotes. */
export class Meter extends Transform {
  bytes = 0;
  rows = 0;
  readonly #hash: Hash = createHash('sha256');
  readonly #rows: 'lines' | 'csv' | 'none';
  readonly #onRows: (rows: number) => void;
  #quoted = false;

  constructor(rows: 'lines' | 'csv' | 'none' = 'none', onRows: (rows: number) => void = () => undefined) {
    super();
    this.#rows = rows;
    this.#onRows = onRows;
  }

  /** Hex; once. */
  sha256(): string {
    return this.#hash.digest('hex');
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    this.#hash.update(chunk);
    if (this.#rows !== 'none') this.#count(chunk);
    done(null, chunk);
  }

  #count(chunk: Buffer): void {
    const before = this.rows;
    for (let at = 0; at < chunk.length; at += 1) {
      if (chunk[at] === QUOTE && this.#rows === 'csv') this.#quoted = !this.#quoted;
      else if (chunk[at] === LINE_FEED && !this.#quoted) this.rows += 1;
    }
    if (this.rows > before) this.#onRows(this.rows - before);
  }
}

/** Where a file of a backup goes, and what its rows look like. */
export interface Target {
  folder: string;
  name: string;
  rows: 'lines' | 'csv';
  signal: AbortSignal;
  onRows?: (rows: number) => void;
}

/** Compresses a stream into a new file for its owner alone, which is on the disk when this ends. Counts the head line too. */
export async function writeCompressed(content: Readable, target: Target): Promise<FileEntry> {
  const file = path.join(target.folder, target.name);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const inside = new Meter(target.rows, target.onRows);
  const outside = new Meter();
  const disk = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(content, inside, createGzip({ level: 5 }), outside, disk, { signal: target.signal });
  return {
    name: target.name,
    rows: inside.rows,
    bytes: outside.bytes,
    sha256: outside.sha256(),
    contentSha256: inside.sha256(),
  };
}

/** A file of a backup, uncompressed, and the meter of the file as it lies on disk. */
export function openCompressed(folder: string, name: string): { content: Readable; disk: Meter } {
  const disk = new Meter();
  const content = createGunzip();
  pipeline(createReadStream(path.join(folder, name)), disk, content).catch(() => {
    // Whoever reads the content gets the error: the pipeline destroys it with it.
  });
  return { content, disk };
}

/** A line without its end would be kept in memory until it comes; none of ours is that long. */
const LINE_MAX = 4_194_304;

/** Cuts bytes into lines. Only a line feed ends a line. */
class LineCutter {
  #rest: Buffer[] = [];
  #restBytes = 0;

  /** The lines that end with this piece. */
  take(chunk: Buffer): string[] {
    const end = chunk.lastIndexOf(LINE_FEED);
    if (end < 0) {
      this.#rest.push(chunk);
      this.#restBytes += chunk.length;
      if (this.#restBytes > LINE_MAX) throw new Error('A line has no end');
      return [];
    }
    const text = Buffer.concat([...this.#rest, chunk.subarray(0, end)]).toString('utf8');
    this.#rest = [chunk.subarray(end + 1)];
    this.#restBytes = chunk.length - end - 1;
    return text.split('\n');
  }

  /** What stands behind the last line feed. */
  end(): string[] {
    return this.#restBytes > 0 ? [Buffer.concat(this.#rest).toString('utf8')] : [];
  }
}

/** The lines of a stream, some at a time. */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string[], void, undefined> {
  const cutter = new LineCutter();
  for await (const chunk of stream) yield cutter.take(chunk);
  yield cutter.end();
}

/** Where lines end: each piece's are handed over, and what that throws is the error of the stream. */
export class LineSink extends Writable {
  readonly #cutter = new LineCutter();
  readonly #onLines: (lines: string[]) => void;

  constructor(onLines: (lines: string[]) => void) {
    super();
    this.#onLines = onLines;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#hand(() => this.#cutter.take(chunk), done);
  }

  override _final(done: (error?: Error) => void): void {
    this.#hand(() => this.#cutter.end(), done);
  }

  #hand(lines: () => string[], done: (error?: Error) => void): void {
    try {
      this.#onLines(lines());
    } catch (error) {
      done(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    done();
  }
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
