import { createHash } from 'node:crypto';
import {
  canonicalJson,
  COMPETITION,
  competitionStream,
  eventId,
  finishing,
  type CompetitionEvent,
  type CompetitionState,
} from '@fairmark/events';
import { CommandHandler, type DecideOn, type EventStore } from '@fairmark/event-store';

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
