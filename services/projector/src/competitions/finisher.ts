import type { EventStore } from '@fairmark/event-store';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { runEvery, type Logger } from '@fairmark/server';
import { Pool } from 'pg';
import { finishCompetition } from './finish-competition.js';

export interface FinisherOptions {
  databaseUrl: string;
  /** Stays the caller's. */
  store: EventStore;
  logger: Logger;
  /** The time of day; tests hand in their own. */
  clock?: () => Date;
  everyMs?: number;
}

export interface Finisher {
  /** Finishes what is in hand. */
  stop(): Promise<void>;
}

const EVERY_MS = 15_000;
/** More are found at the next look. */
const AT_A_TIME = 100;

/**
 * Looks every few seconds for competitions whose deadline has passed, and finishes them. The tables say where to look, each
 * stream what is so; what is not in the tables yet is found later, and the event that is written then is the same. Any number
 * of processes may do this at once.
 */
export function startFinisher({ everyMs = EVERY_MS, ...options }: FinisherOptions): Finisher {
  const { databaseUrl, logger } = options;
  const ending = new AbortController();
  const pool = new Pool({
    connectionString: databaseUrl,
    application_name: 'fairmark finisher',
    max: 1,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 10_000,
    query_timeout: 12_000,
    keepAlive: true,
  });
  // A connection that breaks between two looks is replaced for the next one.
  pool.on('error', () => undefined);
  const running = runEvery(() => finishDue(pool, options, ending.signal), {
    everyMs,
    signal: ending.signal,
    onError: (err) => logger.warn({ err }, 'competitions that are over wait for the database'),
  });
  return {
    stop: async () => {
      ending.abort();
      await running;
      await pool.end();
    },
  };
}

/** One look. A competition that cannot be finished is said, and does not stand in the way of the others. */
async function finishDue(
  pool: Pool,
  { store, logger, clock = () => new Date() }: FinisherOptions,
  signal: AbortSignal,
): Promise<void> {
  const now = clock();
  const { rows } = await pool.query<{ competition_id: string }>(
    `select competition_id from ${CLUBHOUSE_SCHEMA}.competitions
     where status = 'OPEN' and verified_before <= $1 order by random() limit ${AT_A_TIME}`,
    [now],
  );
  for (const { competition_id: competitionId } of rows) {
    if (signal.aborted) return;
    try {
      const finished = await finishCompetition(store, competitionId, now.toISOString());
      if (finished) logger.info({ competitionId }, 'a competition is finished');
    } catch (err) {
      logger.error({ err, competitionId }, 'a competition could not be finished');
    }
  }
}
