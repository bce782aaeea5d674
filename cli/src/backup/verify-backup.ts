import path from 'node:path';
import { readdir } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Writable } from 'node:stream';
import { codeOf, Failed, messageOf } from '../shell/failure.js';
import { counted } from '../shell/output.js';
import type { Progress } from '../shell/progress.js';
import { LogCheck, LogFault } from './log-lines.js';
import { LOG_FILE, MANIFEST, readManifest, type FileEntry, type Manifest, type TableEntry } from './manifest.js';
import { LineSink, Meter, openCompressed } from './streams.js';

export interface VerifyOptions {
  folder: string;
  progress: Progress;
  signal: AbortSignal;
}

/** A backup that is as it was written. */
export interface Verified {
  manifest: Manifest;
  /** Of all its events (`LogCheck`). */
  digest: string;
}

/**
 * Checks everything that a backup says of itself: each file's size, hash and rows, the order of the log, the hash of every event and
 * the chain of every stream. Throws `Failed` with what is wrong, the first of each file.
 */
export async function verifyBackup({ folder, progress, signal }: VerifyOptions): Promise<Verified> {
  const manifest = await readManifest(folder);
  const problems = await strangersIn(folder, manifest);
  const { log } = manifest;
  const check = new LogCheck({ gapless: log.head !== null && BigInt(log.rows) === BigInt(log.head) });
  progress.begin('Checking events', log.rows);
  const onEvents = (events: number): void => progress.add(events);
  problems.push(...(await problemOf(log, () => checkLog(folder, manifest, { check, signal, onEvents }))));
  progress.begin('Checking tables', manifest.tables.length);
  for (const table of manifest.tables) {
    problems.push(...(await problemOf(table, () => checkTable(folder, table, signal))));
    progress.add(1);
  }
  signal.throwIfAborted();
  if (problems.length > 0) {
    throw new Failed(
      `The backup is not what was written:\n${problems.map((line) => `  - ${line}`).join('\n')}`,
      problems,
    );
  }
  return { manifest, digest: check.digest() };
}

/** A problem of a file in words; what no fault of the file is passes through. */
async function problemOf({ name }: FileEntry, check: () => Promise<void>): Promise<string[]> {
  try {
    await check();
    return [];
  } catch (error) {
    if (error instanceof LogFault) return [`${name}: ${error.message}.`];
    if (codeOf(error) === 'ENOENT') return [`${name} is missing.`];
    if (codeOf(error).startsWith('Z_')) return [`${name} is damaged: ${messageOf(error)}.`];
    throw error;
  }
}

async function checkLog(
  folder: string,
  { log }: Manifest,
  { check, signal, onEvents }: { check: LogCheck; signal: AbortSignal; onEvents: (events: number) => void },
): Promise<void> {
  const { content, disk } = openCompressed(folder, LOG_FILE);
  const inside = new Meter('lines');
  try {
    await pipeline(content, inside, checkingSink(check, onEvents), { signal });
  } catch (error) {
    if (!codeOf(error).startsWith('Z_')) throw error;
    throw new LogFault(`damaged after ${counted(check.events, 'event')} (${messageOf(error)})`, { cause: error });
  }
  compareLog(check, log);
  compareFile(log, { rows: check.events, inside, disk });
}

/** Where the lines of a log are checked as they come. Its error is a `LogFault`. */
export function checkingSink(check: LogCheck, onEvents: (events: number) => void): LineSink {
  return new LineSink((lines) => {
    for (const line of lines) check.line(line);
    onEvents(lines.length);
  });
}

/** Throws `LogFault` when a log does not hold as much as the manifest says. */
export function compareLog({ events, head }: LogCheck, log: Manifest['log']): void {
  if (events !== log.rows) throw new LogFault(`it holds ${counted(events, 'event')} instead of ${log.rows}`);
  if ((head?.toString() ?? null) !== log.head) {
    throw new LogFault(`it ends at position ${head ?? 'none'} instead of ${log.head ?? 'none'}`);
  }
}

async function checkTable(folder: string, table: TableEntry, signal: AbortSignal): Promise<void> {
  const { content, disk } = openCompressed(folder, table.name);
  const inside = new Meter('csv');
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(content, inside, nowhere, { signal });
  compareFile(table, { rows: inside.rows - 1, inside, disk });
}

function compareFile(entry: FileEntry, { rows, inside, disk }: { rows: number; inside: Meter; disk: Meter }): void {
  if (rows !== entry.rows) throw new LogFault(`it holds ${counted(rows, 'row')} instead of ${entry.rows}`);
  if (inside.sha256() !== entry.contentSha256) {
    throw new LogFault('it was changed: the hash of its content does not fit it');
  }
  if (disk.bytes !== entry.bytes || disk.sha256() !== entry.sha256) {
    throw new LogFault('it was changed or packed anew: the hash of the file does not fit it');
  }
}

/** What is in the folder beside the backup, or is named twice: nobody knows what it is. */
async function strangersIn(folder: string, { log, tables }: Manifest): Promise<string[]> {
  const known = new Set([MANIFEST, ...[log, ...tables].map(({ name }) => name)]);
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = found
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
  return names.filter((name) => !known.has(name)).map((name) => `${name} does not belong to the backup.`);
}
