import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';

/** Events per append, and concurrent appends. */
const EVENTS = 100;
const APPENDS = 4;

/** Another application on the same server: writes to its own streams as fast as it can until stopped. */
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
