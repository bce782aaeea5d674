import { setTimeout as sleep } from 'node:timers/promises';
import { PositionUnknown, type EventStore } from '@fairmark/event-store';
import { CLUBHOUSE_LOCK, CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { repeat, type Logger } from '@fairmark/server';
import { ClubhouseFold } from '../clubhouse/clubhouse-fold.js';
import { readParked, type Place } from '../clubhouse/place.js';
import { RebuildNeeded, TablesReplaced } from '../log-reader/errors.js';
import { applyPage, catchUp, type ApplyOptions } from './apply-pages.js';
import { OwnerSession } from './owner-session.js';
import { retryParked } from './retry-parked.js';

export interface ProjectorOptions {
  databaseUrl: string;
  store: EventStore;
  logger: Logger;
  /** Events per read and transaction, 1 to 10,000 (default 4,000). */
  pageSize?: number;
  /** Folded streams cached in memory, about 30 kB for a match. */
  cachedStreams?: number;
}

/** STANDBY: another instance writes. REFUSED: an operator must act. TROUBLE: database or log cannot be reached. */
export type ProjectorState = 'STANDBY' | 'CATCHING_UP' | 'LIVE' | 'REFUSED' | 'TROUBLE' | 'STOPPED';

export const APPLY_DEFAULTS = { pageSize: 4_000, cachedStreams: 2_000 } as const;

const ASK_FOR_LOCK_EVERY_MS = 500;
const BACK_OFF_MS = { first: 100, most: 5_000 };
const REFUSED_RETRY_MS = 5_000;

/** Maintains the clubhouse's tables until it is stopped, as the active instance or as a stand-by. */
export class Projector {
  private readonly fold: ClubhouseFold;
  private readonly running: ReturnType<typeof repeat>;
  private state: ProjectorState = 'STANDBY';
  private position: bigint | null = null;
  private problem: string | null = null;

  constructor(private readonly options: ProjectorOptions) {
    this.fold = new ClubhouseFold(options.store, options.cachedStreams ?? APPLY_DEFAULTS.cachedStreams);
    // Retries forever; errors that retrying cannot fix are logged each time.
    this.running = repeat((stopping, progressed) => this.turn(stopping, progressed), {
      everyMs: 0,
      backOff: BACK_OFF_MS,
      onError: (error, retryInMs) => this.onError(error, retryInMs),
    });
  }

  /** `problem`: the error while REFUSED or in TROUBLE. */
  health() {
    const { state, position, problem } = this;
    return { state, position, problem, parkedStreams: this.fold.parked.size };
  }

  async stop(): Promise<void> {
    await this.running.stop();
    this.state = 'STOPPED';
  }

  /** Runs one session, from waiting for the lock until the session or the log fails. */
  private async turn(stopping: AbortSignal, progressed: () => void): Promise<void> {
    const { databaseUrl, store } = this.options;
    const session = await OwnerSession.open(databaseUrl);
    const signal = AbortSignal.any([stopping, session.signal]);
    try {
      if (!(await this.becomeActive(session, signal))) return;
      const logId = await store.logId();
      const checkpoint = await session.readCheckpoint(logId);
      await assertBelongs(checkpoint, logId, store);
      this.fold.parked = await readParked(session.client, CLUBHOUSE_SCHEMA);
      // Streams folded by an earlier session may be ahead of its last commit, or behind another instance's.
      this.fold.forget();
      session.own(checkpoint);
      this.position = checkpoint.position;
      const onApplied = (position: bigint): void => {
        this.position = position;
        progressed();
      };
      const always = { ...APPLY_DEFAULTS, ...this.options, log: store, fold: this.fold, poison: 'park' } as const;
      const options = { ...always, target: session, signal, onApplied };
      await retryParked(options);
      await this.follow(options);
      if (session.signal.aborted) throw session.signal.reason;
    } catch (error) {
      // Stopping may interrupt any query.
      if (!stopping.aborted) throw error;
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

  private async becomeActive(session: OwnerSession, signal: AbortSignal): Promise<boolean> {
    while (!signal.aborted) {
      if (await session.tryLock(CLUBHOUSE_LOCK)) return true;
      if (this.state !== 'STANDBY') this.enter('STANDBY');
      await sleep(ASK_FOR_LOCK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
    if (session.signal.aborted) throw session.signal.reason;
    return false;
  }

  private enter(state: ProjectorState): void {
    this.state = state;
    this.problem = null;
    this.options.logger.info({ state, position: String(this.position) }, 'the projector changed its state');
  }

  /** Logs an error, sets the state, and returns how long to wait before retrying, milliseconds. */
  private onError(error: unknown, retryInMs: number): number {
    const { logger } = this.options;
    if (error instanceof TablesReplaced) {
      logger.info('the tables were replaced: the projector continues from their checkpoint');
      return 0;
    }
    this.problem = error instanceof Error ? error.message : String(error);
    if (error instanceof RebuildNeeded || error instanceof PositionUnknown) {
      this.state = 'REFUSED';
      logger.error({ err: error }, 'the projector applies no events: fix the cause, then rebuild the tables');
      return REFUSED_RETRY_MS;
    }
    this.state = 'TROUBLE';
    logger.warn({ err: error, retryInMs }, 'the projector was interrupted, trying again');
    return retryInMs;
  }
}

async function assertBelongs(checkpoint: Place, logId: string, store: EventStore): Promise<void> {
  if (checkpoint.logId !== logId) {
    throw new RebuildNeeded(
      `The tables were built from log ${checkpoint.logId}, but this log is ${logId}: rebuild them, as no event is applied until then`,
    );
  }
  if (checkpoint.position === null) return;
  const head = await store.head();
  if (head !== null && head >= checkpoint.position) return;
  throw new RebuildNeeded(
    `The tables are at position ${checkpoint.position}, but the log ends at ${head ?? 'no event'}: an older log was restored. Rebuild the tables, as no event is applied until then`,
  );
}
