import { randomUUID } from 'node:crypto';
import { getEventStoreDBEventStore } from '@event-driven-io/emmett-esdb';
import { STREAM_DOES_NOT_EXIST } from '@event-driven-io/emmett';
import { BACKWARDS, END, EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client';
import { connectEventStoreDb } from '@fairmark/event-store';
import type { StreamTail } from '@fairmark/events';
import { appendCommand } from '@fairmark/projector/testing/append';
import type { Contestant } from './workload.js';

/** A server that keeps everything in memory sometimes pauses: contestants wait for it. */
const PATIENT_MS = 20_000;

/** A contestant on a server that may be shared: it writes only to streams of its own. */
export type Open = (url: string) => Promise<Contestant>;

/** The product's log. Events are sealed as in the product: each needs the hash of the one before. */
export const openOurs: Open = async (url) => {
  const namespace = `bench-${randomUUID()}-`;
  const store = await connectEventStoreDb({ connectionString: url, namespace, timeoutMs: PATIENT_MS });
  const counter = EventStoreDBClient.connectionString(url);
  const tails = new Map<string, StreamTail>();
  // Opens the connection.
  await store.head();
  return {
    append: async (stream, _revision, { type, data, metadata: { schemaVersion, recordedAt: now } }) => {
      const before = tails.get(stream) ?? null;
      const event = { stream, tail: before, events: [{ type, data }], schemaVersions: { [type]: schemaVersion }, now };
      const { tail } = await appendCommand(store, event);
      if (tail !== null) tails.set(stream, tail);
    },
    count: () => held(counter, [...tails.keys()], namespace),
    close: async () => {
      await store.close();
      await close(counter);
    },
  };
};

/** Emmett's store, which uses the client's default appends. */
export const openEmmett: Open = (url) =>
  withClient(url, (client) => {
    const store = getEventStoreDBEventStore(client);
    return async (stream, revision, { type, data, metadata }) => {
      const expectedStreamVersion = revision === 0 ? STREAM_DOES_NOT_EXIST : BigInt(revision - 1);
      await store.appendToStream(stream, [{ type, data, metadata }], { expectedStreamVersion });
    };
  });

/** The client alone: all appends over one stream, its default unless a call has its own credentials. */
export const openBatchAppend: Open = (url) => withClient(url, (client) => clientAppend(client, {}));

/** The client alone, each append a separate call. */
export const openAppend: Open = (url) =>
  withClient(url, (client) => clientAppend(client, { credentials: { username: 'nobody', password: 'nobody' } }));

function clientAppend(client: EventStoreDBClient, options: object): Contestant['append'] {
  return async (stream, revision, { id, type, data, metadata }) => {
    const expectedRevision = revision === 0 ? NO_STREAM : BigInt(revision - 1);
    await client.appendToStream(stream, [jsonEvent({ id, type, data, metadata })], { ...options, expectedRevision });
  };
}

async function withClient(
  url: string,
  appends: (client: EventStoreDBClient) => Contestant['append'],
): Promise<Contestant> {
  const client = EventStoreDBClient.connectionString(url);
  const streams = new Set<string>();
  const append = appends(client);
  await held(client, ['bench-nothing'], '');
  return {
    append: (stream, revision, event) => {
      streams.add(stream);
      return append(stream, revision, event);
    },
    count: () => held(client, [...streams], ''),
    close: () => close(client),
  };
}

/** Number of events that the server holds in these streams. */
async function held(client: EventStoreDBClient, streams: readonly string[], namespace: string): Promise<number> {
  let count = 0;
  for (const stream of streams) {
    const last = client.readStream(namespace + stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1 });
    try {
      for await (const { event } of last) count += Number(event?.revision ?? -1n) + 1;
    } catch (error) {
      if (!(error instanceof Error && 'type' in error && error.type === 'stream-not-found')) throw error;
    }
  }
  return count;
}

export async function close(client: EventStoreDBClient): Promise<void> {
  await client.dispose();
  (await client['getChannel']()).close();
}
