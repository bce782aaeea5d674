import { logInSession, type AppendResult, type EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import type { Client } from 'pg';
import { plainEvent } from '../proof/event-line.js';
import { codeOf, Failed } from '../shell/failure.js';

/** Appends what another log holds. */
export interface LogWriter {
  /**
   * Appends events that follow on each other in the other log, in their order, and ends once all are answered. Throws
   * `StoreUnavailable` when it is not known how many of them are there, and `Failed` when others write, or the order was lost.
   */
  write(events: readonly RecordedEvent[]): Promise<void>;
}

const othersWrite = (stream: string): Failed =>
  new Failed(`Others write into the target: ${stream} is not where it was. Stop them, and name an empty one.`);

/** The target has an event before one that stands before it in the source. */
export const orderLost = ({ stream, revision }: RecordedEvent): Failed =>
  new Failed(
    `The target took an event before others that stand before it, ${stream} at ${revision}: a server failed in between. It is of no use: empty it, or name another, and run this again.`,
  );

/**
 * Writes through a store that takes appends in the order of the calls: none waits for the one before it. What the store sends again
 * after a broken connection comes in the same order; should the server have taken a later one first, its position says so. Each event
 * goes alone: where the events of longer appends stand, the store would have to read.
 */
export class StoreWriter implements LogWriter {
  #position = 0n;

  constructor(private readonly store: Pick<EventStore, 'append'>) {}

  async write(events: readonly RecordedEvent[]): Promise<void> {
    const answers = await Promise.allSettled(events.map((event) => this.#append(event)));
    for (const [at, event] of events.entries()) {
      const answer = answers[at];
      if (answer?.status !== 'fulfilled') throw answer?.reason;
      if (answer.value.outcome === 'conflict') throw othersWrite(event.stream);
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

/** Puts events into the log in Postgres, in the transaction of the client: a JSON array of them, positions included. */
export async function insertEvents(client: Client, events: string): Promise<void> {
  await client.query({ name: 'insert-events', text: INSERT, values: [events] });
}

/** Writes into the log in Postgres: all that it is given in one transaction, at the positions after its last event. */
export class PostgresWriter implements LogWriter {
  /** Where the log ends, as far as this wrote it. */
  #head: bigint | null = null;

  constructor(private readonly client: Client) {}

  async write(events: readonly RecordedEvent[]): Promise<void> {
    const { client } = this;
    try {
      await client.query('begin; select from log.identity for update');
      const head = (await logInSession(client).head()) ?? 0n;
      if (this.#head !== null && head !== this.#head) throw othersWrite('the log');
      const placed = events.map((event, at) => plainEvent({ ...event, position: head + BigInt(at + 1) }));
      await insertEvents(client, JSON.stringify(placed));
      await client.query('commit');
      this.#head = head + BigInt(events.length);
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      throw codeOf(error) === UNIQUE_VIOLATION ? othersWrite('a stream') : error;
    }
  }
}
