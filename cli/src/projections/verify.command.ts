import type { ProjectionName } from '@fairmark/contract';
import type { JobProgress } from '@fairmark/read-models';
import { CannotVerify, RebuildRuns, verifyClubhouse, type VerifyResult } from '@fairmark/projector';
import type { Command } from 'commander';
import { Failed } from '../shell/failure.js';
import { examples, prose, type Job, type Register } from '../shell/job.js';
import { counted } from '../shell/output.js';
import { projectionsOf } from './names.js';
import { withTables, type TablesAndLog } from './with-tables.js';
import { PHASE_WORDS, verifiedWords } from './words.js';

/** Differences that people are shown; programs get all that were told. */
const SHOWN = 20;

/** `projections verify [NAME…]`. */
export const verifyTablesCommand: Register = (parent, run) => {
  parent
    .command('verify')
    .summary('compare tables with the log, row by row')
    .description(
      prose(`
Makes the tables anew from the whole log beside the live ones, compares every row, and drops them again. Golfers go on meanwhile; the
live tables are not changed. What is missing, too many or different is named, and the exit code is 1. Not while a rebuild runs.

Streams with parked events are compared up to those.`),
    )
    .argument('[name...]', 'projections; all of them where none is named')
    .addHelpText(
      'after',
      examples(['Verify everything', 'projections verify'], ['Verify one projection', 'projections verify clubhouse']),
    )
    .action((given: string[], _options: object, command: Command) =>
      run(
        command,
        async (job) => {
          const names = projectionsOf(given);
          job.shell.stepBack?.();
          await withTables(job.shell, async (of) => {
            const verified: { name: ProjectionName; result: VerifyResult }[] = [];
            for (const name of names) verified.push({ name, result: await verify(job, of) });
            job.progress.stop();
            report(job, verified);
          });
        },
        'Nothing was changed.',
      ),
    );
};

async function verify({ shell, progress }: Job, { databaseUrl, store, reader }: TablesAndLog): Promise<VerifyResult> {
  const onProgress = ({ phase, events, ...speed }: JobProgress): void =>
    progress.show({ what: PHASE_WORDS[phase], done: events, ...speed });
  try {
    return await verifyClubhouse({ databaseUrl, store, reader, signal: shell.signal, onProgress });
  } catch (error) {
    throw error instanceof RebuildRuns || error instanceof CannotVerify
      ? new Failed(`${error.message}.`, [], { cause: error })
      : error;
  }
}

function report({ output }: Job, verified: readonly { name: ProjectionName; result: VerifyResult }[]): void {
  const wrong = verified.filter(({ result }) => result.differing > 0);
  if (wrong.length > 0) {
    throw new Failed(
      wrong.map(({ name, result }) => wrongWords(name, result)).join('\n'),
      wrong.flatMap(({ result }) => result.differences),
    );
  }
  output.result(
    { ok: true, verified: verified.map(({ name, result }) => ({ name, ...result })) },
    verified.map(({ name, result }) => verifiedWords(name, result)).join('\n'),
  );
}

function wrongWords(name: ProjectionName, result: VerifyResult): string {
  const { differing, differences, rows, position, complete } = result;
  const shown = differences.slice(0, SHOWN);
  const many = `${counted(differing, 'difference')}${complete ? '' : ' or more'}`;
  const more = differing > shown.length ? [`  … and ${counted(differing - shown.length, 'difference')} more`] : [];
  return [
    `${name} is not what the log says: ${many} in ${counted(rows, 'row')} at position ${position ?? 'none'}.`,
    ...shown.map((difference) => `  ${difference}`),
    ...more,
    `Make it anew: npm run ops -- projections rebuild ${name}`,
  ].join('\n');
}
