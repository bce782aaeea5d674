import { createHash } from 'node:crypto';
import {
  canonicalJson,
  COMPETITION_SCHEMA_VERSIONS,
  competitionStream,
  eventId,
  expectedAfter,
  finishing,
  foldCompetition,
  seal,
  tailOf,
  upcast,
} from '@fairmark/events';
import type { EventStore } from '@fairmark/event-store';
import { wholeStream } from '../log-reader/whole-stream.js';

/** Namespace of the commands of the timed job. Never to be changed: each competition is finished by one command. */
const FINISHING = 'b5b3bd0a-6d6a-4b5e-8d0e-3f4f1c1c7d52';

/**
 * Freezes a competition's table once its deadline has passed, by one event. Whether there was anything to do: not before the
 * deadline, not twice, and not when somebody else wrote to the stream at the same moment; then the next look does it.
 *
 * @param now ISO 8601
 */
export async function finishCompetition(store: EventStore, competitionId: string, now: string): Promise<boolean> {
  const stream = competitionStream(competitionId);
  const recorded = await wholeStream(store, stream);
  const state = foldCompetition(recorded.map(upcast));
  const events = state === null ? [] : finishing(state, now);
  const last = recorded.at(-1);
  if (events.length === 0 || last === undefined) return false;
  const tail = tailOf(last);
  const command = {
    commandId: eventId(FINISHING, stream, 0),
    fingerprint: createHash('sha256').update(canonicalJson({})).digest('hex'),
    actorId: 'system',
    deviceId: null,
    correlationId: eventId(FINISHING, stream, 1),
    occurredAt: null,
  };
  const sealed = seal({ stream, tail, events, schemaVersions: COMPETITION_SCHEMA_VERSIONS, command, now });
  return (await store.append(stream, expectedAfter(tail), sealed)).outcome === 'appended';
}
