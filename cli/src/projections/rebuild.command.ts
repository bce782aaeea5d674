import type { ProjectionName } from '@fairmark/contract';
import { createLogger } from '@fairmark/server';
import type { JobProgress } from '@fairmark/read-models';
import { inWords, rebuildNow, RebuildRuns, RebuildStopped, type RebuildResult } from '@fairmark/projector';
import type { Command } from 'commander';
import { operatorOf } from '../audit/operator.js';
import { Failed, Interrupted } from '../shell/failure.js';
import { examples, prose, type Job, type Register } from '../shell/job.js';
import { projectionsOf } from './names.js';
import { withTables, type TablesAndLog } from './with-tables.js';
import { jobWords, PHASE_WORDS } from './words.js';

const AS_BEFORE = 'The tables are as they were, nothing of the rebuild was kept: run it again when you like.';

/** `projections rebuild [NAME…]`. */
export const rebuildCommand: Register = (parent, run) => {
  parent
    .command('rebuild')
    .summary('make tables anew from the log, beside the live ones')
    .description(
      prose(`
Makes the tables anew from the whole log beside the live ones, says in how many rows the live ones differed, and puts the new ones
in their place in one short transaction. Golfers read and score all the time; the live tables stay as they are until then, also
when this is interrupted or killed.

An event that cannot be applied ends the rebuild and is named. One rebuild runs at a time: one that was asked for on the page /ops
and still waits is done by this.`),
    )
    .argument('[name...]', 'projections; all of them where none is named')
    .addHelpText(
      'after',
      examples(
        ['Rebuild everything', 'rebuild'],
        ['Rebuild one projection, for a program', 'projections rebuild clubhouse --json'],
      ),
    )
    .action((given: string[], _options: object, command: Command) =>
      run(
        command,
        async (job) => {
          const names = projectionsOf(given);
          job.shell.stepBack?.();
          await withTables(job.shell, async (of) => {
            const rebuilt: { name: ProjectionName; result: RebuildResult }[] = [];
            for (const name of names) rebuilt.push({ name, result: await rebuild(name, job, of) });
            job.progress.stop();
            job.output.result(
              { ok: true, rebuilt: rebuilt.map(({ name, result }) => ({ name, ...result })) },
              rebuilt.map(({ name, result }) => `${name}: ${inWords(result)}`).join('\n'),
            );
          });
        },
        AS_BEFORE,
      ),
    );
};

async function rebuild(projection: ProjectionName, { shell, progress }: Job, of: TablesAndLog): Promise<RebuildResult> {
  const { databaseUrl, store, reader } = of;
  const onProgress = ({ phase, events, ...speed }: JobProgress): void =>
    progress.show({ what: PHASE_WORDS[phase], done: events, ...speed });
  try {
    const result = await rebuildNow(
      { databaseUrl, store, reader, signal: shell.signal, onProgress, logger: createLogger('rebuild', 'silent') },
      { projection, requestedBy: operatorOf(shell) },
    );
    if (result.finished) return result;
  } catch (error) {
    throw shell.signal.aborted ? error : failure(projection, error);
  }
  if (shell.signal.aborted) throw new Interrupted(`Interrupted. ${AS_BEFORE}`);
  throw new Failed(`The rebuild of ${projection} was cancelled from elsewhere. ${AS_BEFORE}`);
}

/** What an operator has to know and to do. */
function failure(projection: ProjectionName, error: unknown): unknown {
  if (error instanceof RebuildRuns) {
    const which = error.job === null ? '' : ` (${jobWords(error.job)})`;
    return new Failed(
      `${projection} is being rebuilt ${error.job === null ? 'or verified ' : ''}already${which}. "projections status --watch" shows how far it is.`,
    );
  }
  if (error instanceof RebuildStopped) {
    return new Failed(
      `An event cannot be applied: ${error.message}\nThe live tables stay. Mend the cause with a new build, then rebuild.`,
      [error.message],
      { cause: error },
    );
  }
  return error;
}
