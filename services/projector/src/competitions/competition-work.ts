import { createHash } from 'node:crypto';
import { CommandHandler, type EventStore, type DecideOn } from '@fairmark/event-store';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import type { Logger } from '@fairmark/server';
import type { Pool } from 'pg';
import {
  canonicalJson,
  COMPETITION,
  competitionStream,
  eventId,
  finishing,
  type CompetitionEvent,
  type CompetitionState,
} from '@fairmark/events';
import type { OwedWork } from '../jobs/start-work.js';

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

/** Namespace of the commands of the timed job. Never to be changed: each competition is finished by one command. */
const FINISHING = 'b5b3bd0a-6d6a-4b5e-8d0e-3f4f1c1c7d52';

/**
 * Freezes a competition's table once its deadline has passed, by one event. Whether there was anything to do: not before the
 * deadline, and not twice.
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
  const command = {
    commandId: eventId(FINISHING, stream, 0),
    fingerprint: createHash('sha256').update(canonicalJson({})).digest('hex'),
    actorId: 'system',
    deviceId: null,
    correlationId: eventId(FINISHING, stream, 1),
    occurredAt: null,
  };
  return competitions.execute(competitionId, command, finish, ({ events }) => events.length > 0);
}
