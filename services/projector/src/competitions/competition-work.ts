import { CommandHandler, type EventStore, type DecideOn } from '@fairmark/event-store';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import type { Logger } from '@fairmark/server';
import type { Pool } from 'pg';
import {
  COMPETITION,
  competitionStream,
  eventId,
  finishing,
  systemCommand,
  type CompetitionEvent,
  type CompetitionState,
} from '@fairmark/events';
import type { OwedWork } from '../jobs/job-queue.js';

export interface CompetitionWorkOptions {
  /** The caller closes it. */
  store: EventStore;
  logger: Logger;
  /** The current time; replaced in tests. */
  clock?: () => Date;
}

const EVERY_MS = 15_000;
/** Competitions per poll; the next poll finds the others. */
const BATCH = 100;

/**
 * Finishes competitions whose deadline has passed. The tables only suggest candidates; each stream decides. If the
 * tables lag, a competition is finished later, by the same event.
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
         where status = 'OPEN' and verified_before <= $1 order by random() limit ${BATCH}`,
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

/** UUID namespace of the timed job's commands. Never change it, so that each competition has one finishing command. */
const FINISHING = 'b5b3bd0a-6d6a-4b5e-8d0e-3f4f1c1c7d52';

/**
 * Records that a competition is finished, once its deadline has passed. Returns false, without an event, before the
 * deadline and if that is recorded already.
 *
 * @param now ISO 8601
 */
export async function finishCompetition(store: EventStore, competitionId: string, now: string): Promise<boolean> {
  const competitions = new CommandHandler<CompetitionState, CompetitionEvent>(COMPETITION, {
    store,
    clock: () => new Date(now),
    refuse: ({ code }) => new Error(`The competition could not be finished: ${code}`),
  });
  const finish: DecideOn<CompetitionState, CompetitionEvent> = (state) => ({
    ok: true,
    events: state === null ? [] : finishing(state, now),
  });
  if ((await competitions.preview(competitionId, finish)).length === 0) return false;
  const stream = competitionStream(competitionId);
  const command = systemCommand(eventId(FINISHING, stream, 0), eventId(FINISHING, stream, 1));
  return competitions.execute(competitionId, command, finish, ({ events }) => events.length > 0);
}
