import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { eventOn } from '../proof/event-line.js';
import { codeOf, Failed, messageOf } from '../shell/failure.js';
import { counted } from '../shell/output.js';
import type { LongWork } from '../shell/job.js';
import { LogCheck } from './log-check.js';
import { readManifest, type FileEntry, type Manifest } from './manifest.js';
import { linesOf, readCompressed, type Measured } from './streams.js';

/** A backup that passed every check. */
export type Verified = Awaited<ReturnType<typeof verifyBackup>>;

/**
 * Checks a backup against its manifest: the size and hash of each file, the number and order of events, the hash of
 * every event and the chain of every stream. Throws `Failed` with the first problem of each file. `digest`: a hash over
 * all its events (`LogCheck`).
 */
export async function verifyBackup({ progress, signal }: LongWork, folder: string) {
  const manifest = await readManifest(folder);
  const { log, tables } = manifest;
  const problems: string[] = [];
  const check = new LogCheck(log.head !== null && BigInt(log.rows) === BigInt(log.head) ? 1n : null);
  const checkFile = async (entry: FileEntry, consume: (content: Readable) => Promise<unknown>): Promise<void> => {
    try {
      compareFile(entry, await readCompressed({ folder, name: entry.name, signal }, consume));
    } catch (error) {
      const where = entry === log ? ` after ${counted(check.events, 'event')}` : '';
      problems.push(`${entry.name}${problemOf(error, where)}`);
    }
  };
  progress.begin('Checking events', log.rows);
  await checkFile(log, async (content) => {
    for await (const line of linesOf(content)) {
      const event = eventOn(line);
      if (event === null) throw new Failed(`Line ${check.events + 1} is not an event.`);
      check.event(event);
      progress.add(1);
    }
    compareLog(check, log);
  });
  progress.begin('Checking tables', tables.length);
  for (const table of tables) {
    await checkFile(table, (content) => finished(content.resume()));
    progress.add(1);
  }
  signal.throwIfAborted();
  if (problems.length > 0) {
    throw new Failed(
      `The backup was changed or damaged:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
      problems,
    );
  }
  return { folder, manifest, digest: check.digest() };
}

/** The problem with a file, in words after its name. Errors that are not the file's fault are rethrown. */
function problemOf(error: unknown, where: string): string {
  if (error instanceof Failed) return `: ${error.message}`;
  if (codeOf(error) === 'ENOENT') return ' is missing.';
  if (codeOf(error).startsWith('Z_')) return `: damaged${where} (${messageOf(error)}).`;
  throw error;
}

/** Throws `Failed` if a log has another number of events or another head than the manifest says. */
export function compareLog({ events, head }: LogCheck, log: Manifest['log']): void {
  if (events !== log.rows) throw new Failed(`It holds ${counted(events, 'event')} instead of ${log.rows}.`);
  if ((head?.toString() ?? null) !== log.head) {
    throw new Failed(`It ends at position ${head ?? 'none'} instead of ${log.head ?? 'none'}.`);
  }
}

function compareFile(entry: FileEntry, found: Measured): void {
  if (found.contentSha256 !== entry.contentSha256) {
    throw new Failed('It was changed: the hash of its content does not match.');
  }
  if (found.bytes !== entry.bytes || found.sha256 !== entry.sha256) {
    throw new Failed('It was changed or compressed again: the hash of the file does not match.');
  }
}
