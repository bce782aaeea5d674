import { setTimeout as sleep } from 'node:timers/promises';
import { PositionUnknown, type EventStore } from '@fairmark/event-store';
import { CLUBHOUSE_LOCK } from '@fairmark/read-models';
import { runEvery, type Logger } from '@fairmark/server';
import { ClubhouseFold } from '../clubhouse/clubhouse-fold.js';
import type { Place } from '../clubhouse/place.js';
import { RebuildNeeded, TablesReplaced, TooManyParked } from '../log-reader/errors.js';
import { applyPage, catchUp, type ApplyOptions } from './apply-pages.js';
import { OwnerSession } from './owner-session.js';

export interface ProjectorOptions {
  databaseUrl: string;
  /** Stays the caller's: stopping the projector does not close it. */
  store: EventStore;
  logger: Logger;
  /** Events per read, 1 to 10,000 (default 1,000), and the most per transaction of what is live. */
  pageSize?: number;
  /** Events per transaction while catching up (default 10,000). */
  batchSize?: number;
  /** Streams kept folded in memory, about 30 kB for a match. */
  cachedStreams?: number;
}

/**
 * STANDBY: another instance writes. CATCHING_UP, LIVE: this one does. REFUSED: the tables belong to another log, or too much is
 * parked: an operator must act. TROUBLE: database or log cannot be reached, trying again.
 */
export type ProjectorState = 'STANDBY' | 'CATCHING_UP' | 'LIVE' | 'REFUSED' | 'TROUBLE' | 'STOPPED';

export interface ProjectorHealth {
  state: ProjectorState;
  position: bigint | null;
  parkedStreams: number;
  /** What is wrong while REFUSED or in TROUBLE. */
  problem: string | null;
}

export interface Projector {
  health(): ProjectorHealth;
  /** Finishes the transaction in hand, gives the lock back. */
  stop(): Promise<void>;
}

/** What a projector and a rebuild do by default. */
export const APPLY_DEFAULTS = { pageSize: 1_000, batchSize: 10_000, cachedStreams: 2_000 } as const;

const ASK_FOR_LOCK_EVERY_MS = 500;
const BACK_OFF_MS = { first: 100, most: 5_000 };
const REFUSED_RETRY_MS = 5_000;

/** Keeps the clubhouse's tables for as long as the process lives: active, or as the stand-by of another instance. */
export function startProjector(options: ProjectorOptions): Projector {
  const runner = new ProjectorRunner(options);
  const running = runner.run();
  return {
    health: () => runner.health(),
    stop: async () => {
      runner.stop();
      await running;
    },
  };
}

class ProjectorRunner {
  private readonly stopping = new AbortController();
  private readonly fold: ClubhouseFold;
  private state: ProjectorState = 'STANDBY';
  private position: bigint | null = null;
  private problem: string | null = null;

  constructor(private readonly options: ProjectorOptions) {
    this.fold = new ClubhouseFold(options.store, options.cachedStreams ?? APPLY_DEFAULTS.cachedStreams);
  }

  health(): ProjectorHealth {
    const { state, position, problem } = this;
    return { state, position, problem, parkedStreams: this.fold.parkedStreams };
  }

  stop(): void {
    this.stopping.abort();
  }

  /** Never gives up: what retrying cannot mend is logged again and again. */
  async run(): Promise<void> {
    const { signal } = this.stopping;
    await runEvery((progressed) => this.turn(progressed), {
      everyMs: 0,
      backOff: BACK_OFF_MS,
      signal,
      onError: (error, retryInMs) => (signal.aborted ? 0 : this.judge(error, retryInMs)),
    });
    this.state = 'STOPPED';
  }

  /** One session, from asking for the lock until the session or the log breaks. */
  private async turn(progressed: () => void): Promise<void> {
    const session = await OwnerSession.open(this.options.databaseUrl);
    const signal = AbortSignal.any([this.stopping.signal, session.signal]);
    try {
      if (!(await this.becomeActive(session, signal))) return;
      const checkpoint = await this.checkpoint(session);
      await this.fold.loadParked(session.client);
      // Whatever was folded before may be ahead of what was written, or behind what others wrote.
      this.fold.forget();
      session.own(checkpoint);
      this.position = checkpoint.position;
      await this.follow(this.applyOptions(session, signal, progressed));
      if (session.signal.aborted) throw session.signal.reason;
    } finally {
      await session.close();
    }
  }

  private async follow(options: ApplyOptions): Promise<void> {
    const { target, pageSize, signal } = options;
    this.enter('CATCHING_UP');
    await catchUp(options);
    if (signal.aborted) return;
    this.enter('LIVE');
    const { store } = this.options;
    for await (const page of store.subscribe({ after: target.position, pageSize, signal })) {
      await applyPage(page, options);
    }
    if (!signal.aborted) throw new Error('The subscription to the log ended');
  }

  private applyOptions(target: OwnerSession, signal: AbortSignal, progressed: () => void): ApplyOptions {
    const { store: log, logger } = this.options;
    const { pageSize, batchSize } = { ...APPLY_DEFAULTS, ...this.options };
    const onApplied = (position: bigint): void => {
      this.position = position;
      progressed();
    };
    return { log, target, fold: this.fold, logger, poison: 'park', pageSize, batchSize, signal, onApplied };
  }

  private async becomeActive(session: OwnerSession, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      if (await session.tryLock(CLUBHOUSE_LOCK)) return true;
      if (this.state !== 'STANDBY') this.enter('STANDBY');
      await sleep(ASK_FOR_LOCK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
    if (session.signal.aborted) throw session.signal.reason;
    return false;
  }

  private async checkpoint(session: OwnerSession): Promise<Place> {
    const logId = await this.options.store.logId();
    const checkpoint = await session.readCheckpoint(logId);
    await assertBelongs(checkpoint, logId, this.options.store);
    return checkpoint;
  }

  private enter(state: ProjectorState): void {
    this.state = state;
    this.problem = null;
    this.options.logger.info({ state, position: String(this.position) }, 'the projector changed its state');
  }

  /** Logs what went wrong; answers how long to wait before trying again. */
  private judge(error: unknown, retryInMs: number): number {
    const { logger } = this.options;
    if (error instanceof TablesReplaced) {
      logger.info('the tables were replaced: the projector begins anew from where they are');
      return 0;
    }
    this.problem = error instanceof Error ? error.message : String(error);
    if (error instanceof RebuildNeeded || error instanceof PositionUnknown || error instanceof TooManyParked) {
      this.state = 'REFUSED';
      logger.error({ err: error }, 'the projector refuses to go on: mend the cause, then rebuild the tables');
      return REFUSED_RETRY_MS;
    }
    this.state = 'TROUBLE';
    logger.warn({ err: error, retryInMs }, 'the projector was interrupted and tries again');
    return retryInMs;
  }
}

/** Throws `RebuildNeeded` unless the checkpoint is a place in this log. */
async function assertBelongs(checkpoint: Place, logId: string, store: EventStore): Promise<void> {
  if (checkpoint.logId !== logId) {
    throw new RebuildNeeded(
      `The tables were built from log ${checkpoint.logId}, this log is ${logId}: rebuild them, nothing is applied until then`,
    );
  }
  if (checkpoint.position === null) return;
  const head = await store.head();
  if (head !== null && head >= checkpoint.position) return;
  throw new RebuildNeeded(
    `The tables are at position ${checkpoint.position}, the log ends at ${head ?? 'no event'}: an older log was restored. Rebuild the tables, nothing is applied until then`,
  );
}
