import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  START,
  StreamNotFoundError,
  streamNameFilter,
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type AppendResult,
  type EventData,
  type JSONType,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import type { NewEvent } from '../envelope.js';
import { within } from './failure.js';
import { attemptMs, type Settings } from './settings.js';

/** A subscription reports after so many times 32 events that it has looked at: its sign of life while nothing matches. */
const CHECKPOINT_INTERVAL = 32;

const positionOf = (commit: bigint) => ({ commit, prepare: commit });

/**
 * The client and the calls that the adapter makes of it, each of one attempt. The leader alone is asked, so that whoever
 * has written reads what he wrote.
 */
export class Connection {
  readonly #client: EventStoreDBClient;
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#client = EventStoreDBClient.connectionString(settings.connectionString);
  }

  /** Appends after a revision, -1 for no stream. Rejects with `WrongExpectedVersionError` when the stream stands elsewhere. */
  append(streamId: string, expected: bigint, events: readonly Pick<NewEvent, 'id' | 'type' | 'data' | 'metadata'>[]) {
    return this.#append(streamId, expected, events.map(eventData));
  }

  /** Starts a stream with an event that is no event of the log. */
  start(streamId: string, event: { id: string; type: string; data: JSONType }) {
    return this.#append(streamId, -1n, [{ ...event, contentType: 'application/json', metadata: undefined }]);
  }

  /** Events of a stream from a revision on; empty when there is no such stream. */
  async readStream(streamId: string, from: bigint, limit: number): Promise<ResolvedEvent[]> {
    const read = this.#client.readStream(streamId, { fromRevision: from, maxCount: limit, requiresLeader: true });
    try {
      return await collected(read, attemptMs(this.#settings));
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw error;
    }
  }

  /** The last revision of a stream, null when there is no such stream. */
  async lastRevision(streamId: string): Promise<bigint | null> {
    const read = this.#client.readStream(streamId, {
      direction: BACKWARDS,
      fromRevision: END,
      maxCount: 1,
      requiresLeader: true,
    });
    try {
      const [last] = await collected(read, attemptMs(this.#settings));
      return last?.event?.revision ?? null;
    } catch (error) {
      if (error instanceof StreamNotFoundError) return null;
      throw error;
    }
  }

  /** Events of all streams, the server's own too, backwards from before a position (null: from the end). */
  readBackwards(before: bigint | null, limit: number): Promise<AllStreamResolvedEvent[]> {
    const read = this.#client.readAll({
      direction: BACKWARDS,
      fromPosition: before === null ? END : positionOf(before),
      maxCount: limit,
      requiresLeader: true,
    });
    return collected(read, attemptMs(this.#settings));
  }

  /** Events after a position (null: from the start) of the streams whose names begin so, then live. */
  subscribe(after: bigint | null, prefixes: string[], signOfLife: () => void): AllStreamSubscription {
    return this.#client.subscribeToAll({
      fromPosition: after === null ? START : positionOf(after),
      filter: streamNameFilter({
        prefixes,
        checkpointInterval: CHECKPOINT_INTERVAL,
        checkpointReached: signOfLife,
      }),
      requiresLeader: true,
    });
  }

  /** Ends every call, then the connection itself, for which the client has no method of its own. */
  async close(): Promise<void> {
    const closing = async (): Promise<void> => {
      await this.#client.dispose();
      (await this.#client['getChannel']()).close();
    };
    await within(attemptMs(this.#settings), closing()).catch((error: unknown) =>
      this.#settings.onTrouble('The connection did not close in time', error),
    );
  }

  #append(streamId: string, expected: bigint, events: EventData[]): Promise<AppendResult> {
    const { credentials } = this.#settings;
    const deadline = attemptMs(this.#settings);
    const expectedRevision = expected < 0n ? ('no_stream' as const) : expected;
    const options = { expectedRevision, credentials, deadline, requiresLeader: true };
    return within(deadline, this.#client.appendToStream(streamId, events, options));
  }
}

/** The events of a read. Reads have no deadline of the client's: one that says nothing for so long is given up. */
function collected<Event>(read: StreamingRead<Event>, silenceMs: number): Promise<Event[]> {
  return new Promise((resolve, reject) => {
    const events: Event[] = [];
    const fail = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
      read.cancel().catch(() => undefined);
    };
    const timer = setTimeout(() => fail(new Error(`No event within ${silenceMs} ms`)), silenceMs);
    read.on('error', fail);
    read.on('close', () => fail(new Error('The read ended in the middle')));
    read.on('end', () => {
      clearTimeout(timer);
      resolve(events);
    });
    read.on('data', (event: Event) => {
      events.push(event);
      timer.refresh();
    });
  });
}

function eventData({ id, type, data, metadata }: Pick<NewEvent, 'id' | 'type' | 'data' | 'metadata'>): EventData {
  return { id, type, contentType: 'application/json', data: asJson(data), metadata: { ...metadata } };
}

/** `encodeAppend` has let nothing through but objects. */
function asJson(data: unknown): JSONType {
  if (typeof data !== 'object' || data === null) throw new TypeError('Data of an event is an object');
  return { ...data };
}
