import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { types } from 'node:util';
import type { Client } from './client.js';

/** A page opened before a release may load the other parts of its own build for this long. */
const KEEP_MS = 7 * 24 * 3_600_000;

/**
 * Adds a build's assets to the folder shared by the apis of several builds, and removes those that no api has had for a
 * week. A file appears there complete; its time says when an api last had it.
 */
export async function shareAssets({ folder, assets }: Client, shared: string, now = Date.now()): Promise<void> {
  await mkdir(shared, { recursive: true });
  for (const name of assets) {
    const place = path.join(shared, name);
    if (!(await touch(place, now))) await copyWhole(path.join(folder, 'assets', name), place, now);
  }
  for (const name of await readdir(shared)) {
    const place = path.join(shared, name);
    // Another api may be removing or refreshing it concurrently.
    const found = await stat(place).catch(unlessMissing);
    if (found !== null && now - found.mtimeMs > KEEP_MS) await rm(place, { force: true });
  }
}

async function copyWhole(from: string, to: string, now: number): Promise<void> {
  // Dot files are never served.
  const temporary = path.join(path.dirname(to), `.${randomUUID()}`);
  try {
    await copyFile(from, temporary);
    await touch(temporary, now);
    await rename(temporary, to);
  } finally {
    await rm(temporary, { force: true });
  }
}

/** False when there is no such file. */
async function touch(file: string, now: number): Promise<boolean> {
  const seconds = now / 1_000;
  return (await utimes(file, seconds, seconds).catch(unlessMissing)) !== null;
}

function unlessMissing(error: unknown): null {
  if (types.isNativeError(error) && 'code' in error && error.code === 'ENOENT') return null;
  throw error;
}
