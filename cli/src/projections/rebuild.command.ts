import type { ProjectionName } from '@fairmark/contract';
import { inWords, rebuildNow, RebuildRuns, RebuildStopped, type RebuildResult } from '@fairmark/projector';
import { createLogger } from '@fairmark/server';
import { operatorOf } from '../audit/operator.js';
import type { CommandSpec } from '../shell/command.js';
import { Failed, Interrupted } from '../shell/failure.js';
import type { Job } from '../shell/job.js';
import { openTables, projectionsOf, type TablesAndLog } from './tables.js';
import { jobWords, showPhase } from './words.js';

const AS_BEFORE = 'The tables are as they were, nothing of the rebuild was kept: run it again when you like.';

/** `projections rebuild [NAME…]`. */
export const rebuildCommand: CommandSpec = {
  name: 'rebuild',
  summary: 'make the tables again from the log, beside the live ones',
  about: `
Makes the tables again from the whole log beside the live ones, says in how many rows the live ones differed, and puts the new ones
in their place in one short transaction. Golfers read and score all the time; the live tables stay as they are until then, also
when this is interrupted or killed.

An event that cannot be applied ends the rebuild and is named. One rebuild runs at a time: one that was asked for on the page /ops
and still waits is done by this.`,
  args: [['[name...]', 'projections; all of them where none is named']],
  examples: [
    ['Rebuild everything', 'rebuild'],
    ['Rebuild one projection, for a program', 'projections rebuild clubhouse --json'],
  ],
  interrupted: AS_BEFORE,
  run: async (job, _options, given: string[]) => {
    const names = projectionsOf(given);
    job.shell.stepBack?.();
    const tables = await openTables(job);
    const rebuilt: { name: ProjectionName; result: RebuildResult }[] = [];
    for (const name of names) rebuilt.push({ name, result: await rebuild(name, job, tables) });
    job.result(
      { ok: true, rebuilt: rebuilt.map(({ name, result }) => ({ name, ...result })) },
      rebuilt.map(({ name, result }) => `${name}: ${inWords(result)}`).join('\n'),
    );
  },
};

async function rebuild(projection: ProjectionName, job: Job, of: TablesAndLog): Promise<RebuildResult> {
  const { databaseUrl, store } = of;
  const { shell, signal, progress } = job;
  const onProgress = showPhase(progress);
  try {
    const result = await rebuildNow(
      { databaseUrl, store, signal, onProgress, logger: createLogger('rebuild', 'silent') },
      { projection, requestedBy: operatorOf(shell) },
    );
    if (result.finished) return result;
  } catch (error) {
    throw signal.aborted ? error : failure(projection, error);
  }
  if (signal.aborted) throw new Interrupted(`Interrupted. ${AS_BEFORE}`);
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
