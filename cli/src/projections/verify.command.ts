import type { ProjectionName } from '@fairmark/contract';
import { CannotVerify, RebuildRuns, verifyClubhouse, type VerifyResult } from '@fairmark/projector';
import type { CommandSpec } from '../shell/command.js';
import { Failed } from '../shell/failure.js';
import type { Job } from '../shell/job.js';
import { counted } from '../shell/output.js';
import { openTables, projectionsOf, type TablesAndLog } from './tables.js';
import { showPhase, verifiedWords } from './words.js';

/** Differences that people are shown; programs get all that were reported. */
const SHOWN = 20;

interface Verified {
  name: ProjectionName;
  result: VerifyResult;
}

/** `projections verify [NAME…]`. */
export const verifyTablesCommand: CommandSpec = {
  name: 'verify',
  summary: 'compare tables with the log, row by row',
  about: `
Makes the tables again from the whole log beside the live ones, compares every row, and drops them again. Golfers can read and score
meanwhile; the live tables are not changed. Rows that are missing, too many or different are named, and the exit code is 1. Not while a
rebuild runs.

Streams with parked events are compared up to those.`,
  args: [['[name...]', 'projections; all of them where none is named']],
  examples: [
    ['Verify everything', 'projections verify'],
    ['Verify one projection', 'projections verify clubhouse'],
  ],
  interrupted: 'Nothing was changed.',
  run: async (job, _options, given: string[]) => {
    const names = projectionsOf(given);
    job.shell.stepBack?.();
    const tables = await openTables(job);
    const verified: Verified[] = [];
    for (const name of names) verified.push({ name, result: await verify(job, tables) });
    const wrong = verified.filter(({ result }) => result.differing > 0);
    if (wrong.length > 0) {
      throw new Failed(
        wrong.map(wrongWords).join('\n'),
        wrong.flatMap(({ result }) => result.differences),
      );
    }
    job.result(
      { ok: true, verified: verified.map(({ name, result }) => ({ name, ...result })) },
      verified.map(({ name, result }) => verifiedWords(name, result)).join('\n'),
    );
  },
};

async function verify({ signal, progress }: Job, { databaseUrl, store }: TablesAndLog): Promise<VerifyResult> {
  try {
    return await verifyClubhouse({ databaseUrl, store, signal, onProgress: showPhase(progress) });
  } catch (error) {
    throw error instanceof RebuildRuns || error instanceof CannotVerify
      ? new Failed(`${error.message}.`, [], { cause: error })
      : error;
  }
}

function wrongWords({ name, result }: Verified): string {
  const { differing, differences, rows, position, complete } = result;
  const shown = differences.slice(0, SHOWN);
  const many = `${counted(differing, 'difference')}${complete ? '' : ' or more'}`;
  const more = differing > shown.length ? [`  … and ${counted(differing - shown.length, 'difference')} more`] : [];
  return [
    `${name} is not what the log says: ${many} in ${counted(rows, 'row')} at position ${position ?? 'none'}.`,
    ...shown.map((difference) => `  ${difference}`),
    ...more,
    `Make it again: npm run ops -- projections rebuild ${name}`,
  ].join('\n');
}
