import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';

/** Events of one append, and appends at the same time. */
const EVENTS = 100;
const APPENDS = 4;

/** Another application on the same server: writes as fast as it can into streams of its own until it is stopped. */
export async function writeBeside(url: string): Promise<{ written(): number; stop(): Promise<void> }> {
  const client = EventStoreDBClient.connectionString(url);
  const stopping = new AbortController();
  let written = 0;
  const write = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const events = Array.from({ length: EVENTS }, () =>
        jsonEvent({ type: 'OrderPlaced', data: { order: randomUUID() } }),
      );
      await client.appendToStream(`order-${randomUUID()}`, events);
      written += EVENTS;
    }
  };
  const writing = Promise.all(Array.from({ length: APPENDS }, write));
  const stop = async (): Promise<void> => {
    stopping.abort();
    await writing;
    await client.dispose();
    (await client['getChannel']()).close();
  };
  return { written: () => written, stop };
}
