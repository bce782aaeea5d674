import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { addAbortSignal, pipeline as compose, Transform, type Readable, type TransformCallback } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import type { FileEntry } from './manifest.js';

export interface BackupFile {
  folder: string;
  name: string;
  signal: AbortSignal;
}

/** What a file is as it lies on disk, and what is compressed in it. */
export type Measured = Omit<FileEntry, 'rows'>;

/** Measures what goes through. */
class Meter extends Transform {
  bytes = 0;
  readonly #hash: Hash = createHash('sha256');

  /** Hex; once. */
  sha256(): string {
    return this.#hash.digest('hex');
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    this.#hash.update(chunk);
    done(null, chunk);
  }
}

/** Compresses a stream into a new file for its owner alone, which is on the disk when this ends. */
export async function writeCompressed(content: Readable, { folder, name, signal }: BackupFile): Promise<Measured> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const [inside, outside] = [new Meter(), new Meter()];
  const disk = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(content, inside, createGzip({ level: 5 }), outside, disk, { signal });
  return measured(name, inside, outside);
}

/** Hands over what is compressed in a file, and answers what the file is. */
export async function readCompressed(
  { folder, name, signal }: BackupFile,
  take: (content: Readable) => Promise<unknown>,
): Promise<Measured> {
  const [inside, outside] = [new Meter(), new Meter()];
  const file = addAbortSignal(signal, createReadStream(path.join(folder, name)));
  // What goes wrong on the way, the consumer of the content gets.
  await take(compose(file, outside, createGunzip(), inside, () => undefined));
  return measured(name, inside, outside);
}

const measured = (name: string, inside: Meter, outside: Meter): Measured => {
  return { name, bytes: outside.bytes, sha256: outside.sha256(), contentSha256: inside.sha256() };
};

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
