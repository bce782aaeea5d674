import { logInSession, type EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import { transaction } from '@fairmark/server';
import type { Client } from 'pg';
import { plainEvent } from '../proof/event-line.js';
import { codeOf, Failed } from '../shell/failure.js';

/**
 * Appends consecutive events of another log in order, and resolves once all are acknowledged. Throws `StoreUnavailable`
 * if it is unknown how many were appended, and `Failed` if others write or the order was lost.
 */
export type LogWriter = (events: readonly RecordedEvent[]) => Promise<void>;

const writtenElsewhere = (stream: string): Failed =>
  new Failed(`Another program writes to the target: ${stream} has changed. Stop it, and name an empty target.`);

/** The target has events in another order than the source. */
export const orderLost = ({ stream, revision }: RecordedEvent): Failed =>
  new Failed(
    `The target stored an event ahead of earlier ones, ${stream} at ${revision}, because a server failed. It cannot be used: empty it or name another, and run this again.`,
  );

/**
 * Writes through a store that handles appends in the order of the calls, so that none has to wait for the previous one.
 * The store resends in the same order after a broken connection; if the server nevertheless took a later one first, its
 * position shows it. Each event is appended alone: the positions of a longer append would have to be read back.
 */
export function storeWriter(store: Pick<EventStore, 'append'>): LogWriter {
  let position = 0n;
  return async (events) => {
    const answers = await Promise.allSettled(
      events.map(({ stream, revision, id, type, data, metadata }) =>
        store.append(stream, revision === 0n ? 'no-stream' : revision - 1n, [{ id, type, data, metadata }]),
      ),
    );
    for (const [at, event] of events.entries()) {
      const answer = answers[at];
      if (answer?.status !== 'fulfilled') throw answer?.reason;
      if (answer.value.outcome === 'conflict') throw writtenElsewhere(event.stream);
      if (answer.value.position <= position) throw orderLost(event);
      position = answer.value.position;
    }
  };
}

const INSERT = `
insert into log.events (position, stream, revision, id, type, data, metadata)
select (e ->> 'position')::bigint, e ->> 'stream', (e ->> 'revision')::bigint, (e ->> 'id')::uuid, e ->> 'type',
  e -> 'data', e -> 'metadata'
from jsonb_array_elements($1::jsonb) as e`;

const UNIQUE_VIOLATION = '23505';

/** Inserts events, a JSON array with positions, into the log in Postgres within the client's transaction. */
export async function insertEvents(client: Client, events: string): Promise<void> {
  await client.query({ name: 'insert-events', text: INSERT, values: [events] });
}

/** Writes to the log in Postgres: each call is one transaction, at the positions after the last event. */
export function postgresWriter(client: Client): LogWriter {
  let end: bigint | null = null;
  const append = async (events: readonly RecordedEvent[]): Promise<void> => {
    await client.query('select from log.identity for update');
    const head = (await logInSession(client).head()) ?? 0n;
    if (end !== null && head !== end) throw writtenElsewhere('the log');
    const placed = events.map((event, at) => plainEvent({ ...event, position: head + BigInt(at + 1) }));
    await insertEvents(client, JSON.stringify(placed));
    end = head + BigInt(events.length);
  };
  return (events) =>
    transaction(client, () => append(events)).catch((error: unknown) => {
      throw codeOf(error) === UNIQUE_VIOLATION ? writtenElsewhere('a stream') : error;
    });
}
