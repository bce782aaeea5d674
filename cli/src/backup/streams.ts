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

/** Size and hash of a file on disk, and the hash of its uncompressed content. */
export type Measured = Omit<FileEntry, 'rows'>;

class Meter extends Transform {
  bytes = 0;
  readonly #hash: Hash = createHash('sha256');

  /** In hex; call it once. */
  sha256(): string {
    return this.#hash.digest('hex');
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.bytes += chunk.length;
    this.#hash.update(chunk);
    done(null, chunk);
  }
}

/** Compresses a stream into a new file that only its owner can read. Resolves once the file is flushed to disk. */
export async function writeCompressed(content: Readable, { folder, name, signal }: BackupFile): Promise<Measured> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const [uncompressed, compressed] = [new Meter(), new Meter()];
  const disk = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(content, uncompressed, createGzip({ level: 5 }), compressed, disk, { signal });
  return measured(name, uncompressed, compressed);
}

/** Passes the uncompressed content of a file to `consume`, and measures the file. */
export async function readCompressed(
  { folder, name, signal }: BackupFile,
  consume: (content: Readable) => Promise<unknown>,
): Promise<Measured> {
  const [uncompressed, compressed] = [new Meter(), new Meter()];
  const file = addAbortSignal(signal, createReadStream(path.join(folder, name)));
  // The consumer of the content gets the errors of every stage.
  await consume(compose(file, compressed, createGunzip(), uncompressed, () => undefined));
  return measured(name, uncompressed, compressed);
}

const measured = (name: string, uncompressed: Meter, compressed: Meter): Measured => {
  return { name, bytes: compressed.bytes, sha256: compressed.sha256(), contentSha256: uncompressed.sha256() };
};

/** An unterminated line would be buffered without limit; no line of a backup is this long. */
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
}
