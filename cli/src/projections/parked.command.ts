import { LIMITS } from '@fairmark/contract';
import { RebuildNeeded, retryParked, type RetriedStream } from '@fairmark/projector';
import { parkedEvents } from '@fairmark/read-models';
import type { CommandSpec } from '../shell/command.js';
import { Failed } from '../shell/failure.js';
import { counted } from '../shell/output.js';
import { openTables } from './tables.js';
import { parkedWords, retriedWords } from './words.js';

/** `projections parked`. */
export const parkedCommand: CommandSpec = {
  name: 'parked',
  summary: 'events that could not be applied, with their errors',
  about: `
Lists events that the projector could not apply, and those behind them in their streams, in the log's order: at most
${LIMITS.parkedShownMax}. Their rounds stand still in leaderboards and lists; they can still be scored. When the cause is mended, usually by a
new build, "projections retry" applies them.`,
  examples: [['What is parked', 'projections parked']],
  run: async (job) => {
    const { pool } = await openTables(job);
    const { parked, more } = await parkedEvents(pool);
    const words = parked.length === 0 ? ['Nothing is parked.'] : parked.map(parkedWords);
    job.result({ ok: true, parked, more }, [...words, ...(more ? ['… and more.'] : [])].join('\n'));
  },
};

/** `projections retry`. */
export const retryCommand: CommandSpec = {
  name: 'retry',
  summary: 'apply parked events, after their cause was mended',
  about: `
Folds the streams of parked events again with the code of this build and writes their rows, all in one transaction. The running projector
continues with them from there. An event that still cannot be applied stays parked, with what is behind it; its error and its tries
are noted, and the exit code is 1.`,
  options: [['--stream <name>', 'only this one, as "projections parked" names it']],
  examples: [
    ['Everything that is parked', 'projections retry'],
    ['One match', 'projections retry --stream match-3f0a2c44-5d0e-4a41-9c52-0d4a1b7e6f01'],
  ],
  interrupted: 'What is parked is as it was, or was applied: "projections parked" shows it.',
  run: async (job, { stream }: { stream?: string }) => {
    const { databaseUrl, store } = await openTables(job);
    const streams = stream === undefined ? {} : { streams: [stream] };
    const retried = await retryParked({ databaseUrl, store, ...streams }).catch((error: unknown): RetriedStream[] => {
      throw error instanceof RebuildNeeded ? new Failed(`${error.message}.`, [], { cause: error }) : error;
    });
    if (stream !== undefined && retried.length === 0) throw new Failed(`Nothing is parked of ${stream}.`);
    const left = retried.filter((one) => one.error !== null);
    const words = retried.length === 0 ? ['Nothing is parked.'] : retried.map(retriedWords);
    if (left.length > 0) {
      const still = `${counted(left.length, 'stream')} of ${retried.length} still cannot be applied.`;
      throw new Failed([...words, still].join('\n'), left.map(retriedWords));
    }
    job.result({ ok: true, retried }, words.join('\n'));
  },
};
