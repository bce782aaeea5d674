import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { settleFolder } from '@fairmark/server';
import { codeOf, Failed } from './failure.js';

/** Suffix of a folder's name while it is being written. */
export const PART = '.part';

/**
 * Writes a new folder that only its owner can read. It gets its name once everything in it is on disk, and is removed
 * if this fails. `write` gets the temporary folder, and must `settleFolder` any folders that it creates inside.
 */
export async function writeFolder<Result>(folder: string, write: (part: string) => Promise<Result>): Promise<Result> {
  refuseExisting(folder);
  const part = `${folder}${PART}`;
  await makePart(part);
  try {
    const result = await write(part);
    await settleFolder(part);
    refuseExisting(folder);
    await rename(part, folder);
    await settleFolder(path.dirname(folder));
    return result;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

/** Writes a new file that only its owner can read. Resolves once it is flushed to disk; leaves no part of it. */
export async function writeNewFile(file: string, text: string): Promise<void> {
  await writeFile(file, text, { flag: 'wx', mode: 0o600, flush: true }).catch(async (error: unknown) => {
    if (codeOf(error) !== 'EEXIST') await rm(file, { force: true });
    throw error;
  });
}

function refuseExisting(folder: string): void {
  if (!existsSync(folder)) return;
  throw new Failed(`${folder} exists already: name a folder that does not exist yet.`);
}

async function makePart(part: string): Promise<void> {
  const why: Readonly<Record<string, string>> = {
    ENOENT: `There is no folder ${path.dirname(part)}: create it first, or name another.`,
    EEXIST: `${part} exists: another command is writing it, or was killed. If none is running, delete it and try again.`,
  };
  await mkdir(part, { mode: 0o700 }).catch((cause: unknown) => {
    const words = why[codeOf(cause)];
    throw words === undefined ? cause : new Failed(words, [], { cause });
  });
}
