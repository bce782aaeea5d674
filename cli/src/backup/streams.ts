import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { addAbortSignal, PassThrough, pipeline as compose, type Readable } from 'node:stream';
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

/** Compresses a stream into a new file that only its owner can read. Resolves once the file is flushed to disk. */
export async function writeCompressed(content: Readable, { folder, name, signal }: BackupFile): Promise<Measured> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const [uncompressed, compressed] = [createHash('sha256'), createHash('sha256')];
  const disk = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(content, into(uncompressed), createGzip({ level: 5 }), into(compressed), disk, { signal });
  return measured(name, disk.bytesWritten, uncompressed, compressed);
}

/** Passes the uncompressed content of a file to `consume`, and measures the file. */
export async function readCompressed(
  { folder, name, signal }: BackupFile,
  consume: (content: Readable) => Promise<unknown>,
): Promise<Measured> {
  const [uncompressed, compressed] = [createHash('sha256'), createHash('sha256')];
  const file = addAbortSignal(signal, createReadStream(path.join(folder, name)));
  // The consumer of the content gets the errors of every stage.
  const stages = [into(compressed), createGunzip(), into(uncompressed)] as const;
  await consume(compose(file, ...stages, new PassThrough(), () => undefined));
  return measured(name, file.bytesRead, uncompressed, compressed);
}

/** Adds what passes to a hash. */
function into(hash: Hash) {
  return async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
}

const measured = (name: string, bytes: number, uncompressed: Hash, compressed: Hash): Measured => {
  return { name, bytes, sha256: compressed.digest('hex'), contentSha256: uncompressed.digest('hex') };
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
