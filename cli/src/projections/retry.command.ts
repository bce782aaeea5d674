import { RebuildNeeded, retryParked, type RetriedStream } from '@fairmark/projector';
import type { Command } from 'commander';
import { Failed } from '../shell/failure.js';
import { examples, prose, type Register } from '../shell/job.js';
import { counted } from '../shell/output.js';
import { withTables } from './with-tables.js';
import { retriedWords } from './words.js';

/** `projections retry`. */
export const retryCommand: Register = (parent, run) => {
  parent
    .command('retry')
    .summary('apply parked events, after their cause was mended')
    .description(
      prose(`
Folds the streams of parked events anew with the code of this build and writes their rows, all in one transaction. The running projector
goes on with them from there. An event that still cannot be applied stays parked, with what is behind it; its error and its tries
are noted, and the exit code is 1.`),
    )
    .option('--stream <name>', 'only this one, as "projections parked" names it')
    .addHelpText(
      'after',
      examples(
        ['Everything that is parked', 'projections retry'],
        ['One match', 'projections retry --stream match-3f0a2c44-5d0e-4a41-9c52-0d4a1b7e6f01'],
      ),
    )
    .action(({ stream }: { stream?: string }, command: Command) =>
      run(
        command,
        ({ shell, output }) =>
          withTables(shell, async ({ databaseUrl, store }) => {
            const retried = await retry(() =>
              retryParked({ databaseUrl, store, ...(stream === undefined ? {} : { streams: [stream] }) }),
            );
            if (stream !== undefined && retried.length === 0) throw new Failed(`Nothing is parked of ${stream}.`);
            const left = retried.filter((one) => one.error !== null);
            const words = retried.length === 0 ? ['Nothing is parked.'] : retried.map(retriedWords);
            if (left.length > 0) {
              const still = `${counted(left.length, 'stream')} of ${retried.length} still cannot be applied.`;
              throw new Failed([...words, still].join('\n'), left.map(retriedWords));
            }
            output.result({ ok: true, retried }, words.join('\n'));
          }),
        'What is parked is as it was, or was applied: "projections parked" shows it.',
      ),
    );
};

async function retry(work: () => Promise<RetriedStream[]>): Promise<RetriedStream[]> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof RebuildNeeded ? new Failed(`${error.message}.`, [], { cause: error }) : error;
  }
}
