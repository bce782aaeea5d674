import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { eventually } from '@fairmark/events/testing/eventually';
import { ROOT, Stack } from '../support/stack.js';
import { dumpDatabase } from './dump.js';
import { look, pathsToLookAt, playSeason, type Answers } from './season.js';

/** Databases of earlier releases. */
export const RELEASES = path.join(ROOT, 'e2e/fixtures/releases');

/** A database as left by a release, and that release's answers about it. */
export interface Release {
  commit: string;
  /** Email of a golfer with the usual test password. */
  email: string;
  answers: Answers;
  sql: string;
}

/** Plays a season on a build and keeps its database. */
export async function keepRelease(name: string, { folder, commit }: { folder: string; commit: string }): Promise<void> {
  const stack = await Stack.start({ build: folder });
  try {
    const golfer = await playSeason(stack);
    const paths = await pathsToLookAt(golfer, stack.database);
    await eventually(
      async () => (await golfer.does<{ rounds: unknown[] }>('GET', '/api/mothership/history')).rounds.length === 3,
      'the tables hold every round',
    );
    const answers = await look(golfer, paths);
    for (const service of [...stack.apis, ...stack.projectors]) await service.kill('SIGTERM');
    const release: Release = { commit, email: golfer.email, answers, sql: await dumpDatabase(stack.database) };
    writeFileSync(path.join(RELEASES, name), brotliCompressSync(JSON.stringify(release)));
  } finally {
    await stack.stop();
  }
}

export function readRelease(name: string): Release {
  return JSON.parse(brotliDecompressSync(readFileSync(path.join(RELEASES, name))).toString()) as Release;
}
