import type { EventStore } from '@fairmark/event-store';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import type { Logger } from '@fairmark/server';
import type { Pool } from 'pg';
import type { OwedWork } from '../jobs/owed-work.js';
import { finishCompetition } from './finish-competition.js';

export interface CompetitionWorkOptions {
  /** Stays the caller's. */
  store: EventStore;
  logger: Logger;
  /** The time of day; tests hand in their own. */
  clock?: () => Date;
}

const EVERY_MS = 15_000;
/** More are found at the next look. */
const AT_A_TIME = 100;

/**
 * Competitions whose deadline has passed are finished. The tables say which, each stream what is so; what is not in the
 * tables yet is found later, and the event that is written then is the same.
 */
export function competitionWork(
  pool: Pool,
  { store, logger, clock = () => new Date() }: CompetitionWorkOptions,
): OwedWork {
  return {
    queue: 'competitions',
    atOnce: 1,
    everyMs: EVERY_MS,
    owed: async () => {
      const { rows } = await pool.query<{ id: string }>(
        `select competition_id as id from ${CLUBHOUSE_SCHEMA}.competitions
         where status = 'OPEN' and verified_before <= $1 order by random() limit ${AT_A_TIME}`,
        [clock()],
      );
      return rows.map(({ id }) => id);
    },
    work: async (competitionId) => {
      const finished = await finishCompetition(store, competitionId, clock().toISOString());
      if (finished) logger.info({ competitionId }, 'a competition is finished');
    },
  };
}
