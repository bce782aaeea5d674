import { open } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { FILE_BOUNDS, type Problem } from './problem.js';
import { readCourses } from './read-courses.js';
import { saveCourses, type Saved } from './save-courses.js';

export type Imported = { ok: true; saved: Saved } | { ok: false; problems: Problem[] };

/** Imports a file of courses, or nothing of it and every problem. Throws when the file or the database cannot be reached. */
export async function importFile(file: string, databaseUrl: string): Promise<Imported> {
  const read = readCourses(path.basename(file), await readStart(file));
  if (!read.ok) return read;
  const client = new Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    query_timeout: 32_000,
  });
  await client.connect();
  try {
    return { ok: true, saved: await saveCourses(client, read.courses) };
  } finally {
    await client.end();
  }
}

/** A file's bytes, but never more than one beyond the bound: a larger file is refused, not read. */
async function readStart(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    const bytes = Buffer.alloc(FILE_BOUNDS.bytes + 1);
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
