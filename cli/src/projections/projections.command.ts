import { LIMITS, PROJECTIONS, type ProjectionName } from '@fairmark/contract';
import {
  CannotVerify,
  inWords,
  rebuildNow,
  RebuildRuns,
  RebuildStopped,
  verifyClubhouse,
  type VerifyOptions,
  type VerifyResult,
} from '@fairmark/projector';
import { parkedEvents, projectionStatus } from '@fairmark/read-models';
import { createLogger } from '@fairmark/server';
import { Argument } from 'commander';
import type { CommandSpec } from '../shell/command.js';
import { Failed, Interrupted } from '../shell/failure.js';
import type { Job } from '../shell/job.js';
import { openAll } from '../shell/open.js';
import { counted } from '../shell/output.js';
import { operatorOf } from '../audit/operator.js';
import { jobWords, parkedWords, showPhase, statusWords, verifiedWords } from './words.js';

const CLUBHOUSE: ProjectionName = 'clubhouse';
const NAMES = new Argument('[name...]', 'projections; all of them if none is named').choices(PROJECTIONS);
const AS_BEFORE = 'The tables are unchanged, and nothing of the rebuild was kept. You can run it again.';

export const rebuildCommand: CommandSpec = {
  name: 'rebuild',
  summary: 'rebuild the tables from the log, beside the live ones',
  about: `
Builds new tables from the whole log beside the live ones, reports in how many rows the live ones differed, and swaps them in one
short transaction. Golfers can read and score throughout; the live tables stay unchanged until the swap, even if this is
interrupted or killed.

An event that cannot be applied ends the rebuild and is named. Only one rebuild runs at a time: if one that was requested on /ops is
still waiting, this command does it.`,
  args: [NAMES],
  examples: [
    ['Rebuild everything', 'rebuild'],
    ['Rebuild one projection, for a program', 'projections rebuild clubhouse --json'],
  ],
  interrupted: AS_BEFORE,
  run: async (job) => {
    const logger = createLogger('rebuild', 'silent');
    const request = { projection: CLUBHOUSE, requestedBy: operatorOf(job.shell) };
    const result = await onTables(job, (options) => rebuildNow({ ...options, logger }, request));
    if (!result.finished && job.signal.aborted) throw new Interrupted(`Interrupted. ${AS_BEFORE}`);
    if (!result.finished) throw new Failed(`The rebuild of ${CLUBHOUSE} was cancelled elsewhere. ${AS_BEFORE}`);
    job.result({ rebuilt: [{ name: CLUBHOUSE, ...result }] }, `${CLUBHOUSE}: ${inWords(result)}`);
  },
};

/** Number of differences in the text; programs get all that were reported. */
const SHOWN = 20;

const verifyCommand: CommandSpec = {
  name: 'verify',
  summary: 'compare tables with the log, row by row',
  about: `
Builds new tables from the whole log beside the live ones, compares every row, and drops them again. Golfers can read and score
throughout; the live tables are not changed. Missing, surplus and different rows are listed, and the exit code is then 1. Not possible
during a rebuild.

Streams with parked events are left out.`,
  args: [NAMES],
  examples: [
    ['Verify everything', 'projections verify'],
    ['Verify one projection', 'projections verify clubhouse'],
  ],
  interrupted: 'Nothing was changed.',
  run: async (job) => {
    const result = await onTables(job, verifyClubhouse);
    if (result.differing > 0) throw new Failed(wrongWords(result), result.differences);
    job.result({ verified: [{ name: CLUBHOUSE, ...result }] }, verifiedWords(CLUBHOUSE, result));
  },
};

const statusCommand: CommandSpec = {
  name: 'status',
  summary: 'show how current the tables are, what is parked, and the latest rebuild',
  about:
    'Shows for every projection whether it is live, how far it is behind the log, what is parked, and the state of its latest rebuild.',
  examples: [['The state of the tables', 'projections status']],
  run: async (job) => {
    const { database, store } = await openAll(job);
    const now = await projectionStatus(database, store, new Date());
    job.result({ projections: [now] }, statusWords(now));
  },
};

const parkedCommand: CommandSpec = {
  name: 'parked',
  summary: 'list events that could not be applied, with their errors',
  about: `
Lists events that the projector could not apply, and those behind them in their streams, in the log's order: at most
${LIMITS.parkedShownMax}. Their rounds do not change in leaderboards and lists, but can still be scored. A projector tries them again when it
starts, usually with a new build that fixes the cause.`,
  examples: [['What is parked', 'projections parked']],
  run: async (job) => {
    const { database } = await openAll(job);
    const { parked, more } = await parkedEvents(database);
    const words = parked.length === 0 ? ['Nothing is parked.'] : parked.map(parkedWords);
    job.result({ parked, more }, [...words, ...(more ? ['… and more.'] : [])].join('\n'));
  },
};

/** `projections …`: commands for the tables that are derived from the log. */
export const projectionsCommand: CommandSpec = {
  name: 'projections',
  summary: 'show, rebuild and verify the tables that are derived from the log',
  about: 'Looks after the tables that are derived from the log: leaderboards, histories, invitations.',
  commands: [statusCommand, rebuildCommand, verifyCommand, parkedCommand],
};

/** Works on the log and the tables at low priority, and shows how far it is. */
async function onTables<Result>(job: Job, work: (options: VerifyOptions) => Promise<Result>): Promise<Result> {
  const { shell, signal, progress } = job;
  shell.stepBack?.();
  const { url, store } = await openAll(job);
  try {
    return await work({ databaseUrl: url, store, signal, onProgress: showPhase(progress) });
  } catch (error) {
    throw signal.aborted ? error : failure(error);
  }
}

/** Translates an error into what the operator has to know and do. */
function failure(cause: unknown): unknown {
  if (cause instanceof CannotVerify) return new Failed(`${cause.message}.`, [], { cause });
  if (cause instanceof RebuildStopped) {
    const words = `An event cannot be applied: ${cause.message}\nThe live tables are unchanged. Fix the cause in a new build, then rebuild.`;
    return new Failed(words, [cause.message], { cause });
  }
  if (!(cause instanceof RebuildRuns)) return cause;
  const doing = cause.job === null ? 'rebuilt or verified' : `rebuilt (${jobWords(cause.job)})`;
  return new Failed(`${CLUBHOUSE} is already being ${doing}. "projections status" shows its progress.`);
}

function wrongWords({ differing, differences, rows, position, complete }: VerifyResult): string {
  const shown = differences.slice(0, SHOWN);
  const many = `${counted(differing, 'difference')}${complete ? '' : ' or more'}`;
  const more = differing > shown.length ? [`  … and ${counted(differing - shown.length, 'difference')} more`] : [];
  return [
    `${CLUBHOUSE} does not match the log: ${many} in ${counted(rows, 'row')} at position ${position ?? 'none'}.`,
    ...shown.map((difference) => `  ${difference}`),
    ...more,
    `Rebuild it: npm run ops -- projections rebuild ${CLUBHOUSE}`,
  ].join('\n');
}
