import type { RebuildPhase } from '@fairmark/contract';
import { wholeStream } from '@fairmark/event-store';
import { CLUBHOUSE_NEXT, type JobProgress } from '@fairmark/read-models';
import { applyStream } from '../clubhouse/apply-stream.js';
import type { ClubhouseFold, Write } from '../clubhouse/clubhouse-fold.js';
import { OnePassFold } from '../clubhouse/one-pass-fold.js';
import { copying, upserting, type WriteRows } from '../clubhouse/write-rows.js';
import { CannotApply, isPoison } from '../log-reader/errors.js';
import { pagesToEnd, type ReadableLog, type Throttle } from '../log-reader/log-pages.js';
import { applyInBatches, catchUp, stoppedBy } from '../projection/apply-pages.js';
import { APPLY_DEFAULTS, type ProjectorOptions } from '../projection/projector.js';
import type { NextTables } from './next-tables.js';
import { totalOf, type RebuildProgress } from './progress.js';

/** What a rebuild works on, and where it reports. */
export interface RebuildOptions extends ProjectorOptions {
  /** Ends it: the live tables stay as they are. */
  signal?: AbortSignal;
  /** Once no other rebuild can begin, and before anything is read. */
  onBegin?: () => Promise<void>;
  /** After each transaction, and with each phase. */
  onProgress?: (progress: JobProgress) => void;
  /** Whether to say how the tables before differed. Left out where speed is measured or the tables are new. */
  compare?: boolean;
}

export interface Work extends Required<RebuildOptions> {
  logId: string;
  /** The part of the log that counts. */
  log: ReadableLog;
  tables: NextTables;
  /** Of the new tables, once they hold the log. */
  fold: ClubhouseFold;
  throttle: Throttle;
  /** Aborts when the session of the tables has ended. */
  lost: AbortSignal;
  progress: RebuildProgress;
  say: () => void;
}

const LATE_PER_COMMIT = 200;

/** READING: loads the whole log into bare tables, once. Gives how many events, and the streams that are late. */
export async function load(work: Work): Promise<{ events: number; late: string[] }> {
  const { log, tables, progress, signal } = work;
  await tables.prepare();
  const fold = new OnePassFold(work.cachedStreams, CLUBHOUSE_NEXT);
  const head = await log.head();
  let [events, position]: [number, bigint | null] = [0, null];
  const onApplied = (at: bigint, count: number): void => {
    [events, position] = [events + count, at];
    progress.done(events, totalOf(events, at, head));
    work.say();
  };
  const target = { commit: (_: bigint, rows: Write) => tables.write(rows) };
  try {
    const pages = pagesToEnd(log, { ...work, after: null });
    await applyInBatches(pages, fold, { target, batchSize: work.batchSize, onApplied });
    signal.throwIfAborted();
    fold.finish();
    await tables.write(fold.take());
  } catch (error) {
    throw await named(work, error, copying(CLUBHOUSE_NEXT));
  }
  await tables.begin(work.logId, position);
  return { events, late: [...fold.late] };
}

/** INDEXING: keys and indexes, and the rows of the streams that went on after theirs were written. */
export async function complete(work: Work, late: readonly string[]): Promise<void> {
  const { tables, fold, signal } = work;
  enter(work, 'INDEXING');
  await tables.addKeys(signal);
  for (let from = 0; from < late.length; from += LATE_PER_COMMIT) {
    signal.throwIfAborted();
    const streams = late.slice(from, from + LATE_PER_COMMIT);
    try {
      await fold.reload(streams);
      await tables.write(fold.take());
    } catch (error) {
      throw await named(work, error, upserting(CLUBHOUSE_NEXT), streams);
    }
  }
  await tables.analyze();
}

/** What was appended meanwhile, as a projector would apply it. Gives how many events. */
export async function follow(work: Work, throttle?: Throttle): Promise<number> {
  const { tables, progress, signal, say } = work;
  let done = 0;
  const onApplied = (_: bigint, events: number): void => {
    done += events;
    progress.done(done);
    say();
  };
  const { pageSize } = APPLY_DEFAULTS;
  await catchUp({ ...work, pageSize, throttle, target: tables, poison: 'stop', onApplied });
  signal.throwIfAborted();
  return done;
}

export function enter({ progress, say }: Work, phase: RebuildPhase): void {
  progress.enter(phase);
  say();
}

/** The error that names the event which cannot be applied, of those streams that may be at fault; any other error as it is. */
async function named(
  { tables, log }: Work,
  error: unknown,
  write: WriteRows,
  suspects: readonly string[] = [],
): Promise<unknown> {
  if (!isPoison(error)) return error;
  return tables.snapshot(async (client) => {
    for (const stream of error instanceof CannotApply ? error.streams : suspects) {
      const fault = await applyStream(client, await wholeStream(log, stream), write);
      if (fault !== null) return stoppedBy(fault.event, fault.error);
    }
    return error;
  });
}
