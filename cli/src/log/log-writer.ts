import { logInSession, type AppendResult, type EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import type { Client } from 'pg';
import { plainEvent } from '../proof/event-line.js';
import { codeOf, Failed } from '../shell/failure.js';

/** Appends the events of another log. */
export interface LogWriter {
  /**
   * Appends consecutive events of the other log in order, and resolves once all are acknowledged. Throws
   * `StoreUnavailable` if it is unknown how many were appended, and `Failed` if others write or the order was lost.
   */
  write(events: readonly RecordedEvent[]): Promise<void>;
}

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
export class StoreWriter implements LogWriter {
  #position = 0n;

  constructor(private readonly store: Pick<EventStore, 'append'>) {}

  async write(events: readonly RecordedEvent[]): Promise<void> {
    const answers = await Promise.allSettled(events.map((event) => this.#append(event)));
    for (const [at, event] of events.entries()) {
      const answer = answers[at];
      if (answer?.status !== 'fulfilled') throw answer?.reason;
      if (answer.value.outcome === 'conflict') throw writtenElsewhere(event.stream);
      if (answer.value.position <= this.#position) throw orderLost(event);
      this.#position = answer.value.position;
    }
  }

  #append({ stream, revision, id, type, data, metadata }: RecordedEvent): Promise<AppendResult> {
    return this.store.append(stream, revision === 0n ? 'no-stream' : revision - 1n, [{ id, type, data, metadata }]);
  }
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
export class PostgresWriter implements LogWriter {
  /** Position of the last event that this writer appended. */
  #head: bigint | null = null;

  constructor(private readonly client: Client) {}

  async write(events: readonly RecordedEvent[]): Promise<void> {
    const { client } = this;
    try {
      await client.query('begin; select from log.identity for update');
      const head = (await logInSession(client).head()) ?? 0n;
      if (this.#head !== null && head !== this.#head) throw writtenElsewhere('the log');
      const placed = events.map((event, at) => plainEvent({ ...event, position: head + BigInt(at + 1) }));
      await insertEvents(client, JSON.stringify(placed));
      await client.query('commit');
      this.#head = head + BigInt(events.length);
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw codeOf(error) === UNIQUE_VIOLATION ? writtenElsewhere('a stream') : error;
    }
  }
}
