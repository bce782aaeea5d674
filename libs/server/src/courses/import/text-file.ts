import { open } from 'node:fs/promises';
import { FILE_BOUNDS } from './problem.js';

/** What a file to import may be, by its ending. */
export type FileFormat = 'json' | 'csv';

const NOT_TEXT = 'is not UTF-8 text: save it as UTF-8';

/** A file's text and format, or why it has none. */
export function readText(
  fileName: string,
  bytes: Uint8Array,
): { ok: true; format: FileFormat; text: string } | { ok: false; message: string } {
  const ending = /\.(json|csv)$/.exec(fileName.toLowerCase())?.[1];
  if (ending === undefined) return { ok: false, message: 'must end in .json or .csv' };
  if (bytes.length > FILE_BOUNDS.bytes) {
    return { ok: false, message: `must be ${FILE_BOUNDS.bytes / 1024 / 1024} MB or less` };
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return { ok: false, message: NOT_TEXT };
  }
  // What UTF-16 looks like when it is read as UTF-8.
  if (text.includes('\0')) return { ok: false, message: NOT_TEXT };
  return { ok: true, format: ending === 'json' ? 'json' : 'csv', text };
}

/** A file's bytes, but never more than one beyond the bound: a larger file is refused, not read. */
export async function readStart(file: string, max: number = FILE_BOUNDS.bytes): Promise<Buffer> {
  const handle = await open(file);
  try {
    const bytes = Buffer.alloc(max + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length);
      if (bytesRead === 0) return bytes.subarray(0, length);
      length += bytesRead;
    }
  } finally {
    await handle.close();
  }
}
