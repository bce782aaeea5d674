import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { types } from 'node:util';
import type { Client } from './client.js';

/** A page that was opened before a release loads the parts of its own build for as long. */
const KEEP_MS = 7 * 24 * 3_600_000;

/**
 * Adds a build's assets to the folder that the apis of several builds share, and removes those that no api has had for a week. A
 * file appears there complete, under its own name; its time says when an api last had it. To be repeated while the api runs.
 *
 * @param client the build: a later one may have taken the place of its files, but what is shared already stays
 * @param shared folder of the assets of all builds; made if missing
 * @param now milliseconds
 * @throws Error of the file system
 */
export async function shareAssets({ folder, assets }: Client, shared: string, now = Date.now()): Promise<void> {
  await mkdir(shared, { recursive: true });
  for (const name of assets) {
    const place = path.join(shared, name);
    if (!(await touch(place, now))) await copyWhole(path.join(folder, 'assets', name), place, now);
  }
  for (const name of await readdir(shared)) {
    const place = path.join(shared, name);
    // Another api may have removed it, or given it its name, at this moment.
    const found = await stat(place).catch(unlessMissing);
    if (found !== null && now - found.mtimeMs > KEEP_MS) await rm(place, { force: true });
  }
}

async function copyWhole(from: string, to: string, now: number): Promise<void> {
  // A dot file is never served.
  const aside = path.join(path.dirname(to), `.${randomUUID()}`);
  try {
    await copyFile(from, aside);
    await touch(aside, now);
    await rename(aside, to);
  } finally {
    await rm(aside, { force: true });
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
