import { within } from '@fairmark/event-store';
import { runEvery } from '@fairmark/server';
import { Client } from 'pg';
import type { Logger } from './tokens.js';

export interface ChannelListenerOptions {
  databaseUrl: string;
  /** Name of the connection, as the database lists it. */
  name: string;
  channel: string;
  /** Called with the payload of every notification. */
  onMessage: (payload: string) => void;
  /** Runs once listening, then every second; a failure marks the connection as dead. */
  ask: (client: Client) => Promise<unknown>;
  logger: Logger;
}

const PULSE_MS = 1_000;
const RECONNECT_MS = { first: 100, most: 2_000 };
/** How long to wait for the server to confirm that the connection is closed. */
const END_MS = 1_000;

/** Listens to a Postgres channel on a dedicated connection and reconnects when it breaks. */
export class ChannelListener {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private connected = false;

  constructor(private readonly options: ChannelListenerOptions) {}

  /** Whether the connection is listening, as far as is known. */
  get listening(): boolean {
    return this.connected;
  }

  /** Starts listening. Resolves after the first attempt, successful or not; retries follow in the background. */
  start(): Promise<void> {
    const { channel, logger } = this.options;
    const { signal } = this.stopping;
    return new Promise((attempted) => {
      const onError = (err: unknown): void => {
        attempted();
        if (!signal.aborted) logger.warn({ err, channel }, 'listening to the channel failed, reconnecting');
      };
      const listen = (progressed: () => void): Promise<void> =>
        this.listen(() => {
          this.connected = true;
          progressed();
          attempted();
        });
      this.running = runEvery(listen, { everyMs: 0, backOff: RECONNECT_MS, signal, onError });
    });
  }

  /** Stops within a second, even if the server is frozen. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** Listens on one connection. Rejects when it breaks, resolves on `stop`. */
  private async listen(onListening: () => void): Promise<void> {
    const { databaseUrl, name, channel, onMessage, ask } = this.options;
    const { signal } = this.stopping;
    const client = new Client({
      connectionString: databaseUrl,
      application_name: name,
      connectionTimeoutMillis: 3_000,
      query_timeout: 2_000,
      keepAlive: true,
    });
    const cleanup = new AbortController();
    let pulse: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => resolve(), { once: true, signal: cleanup.signal });
        client.on('error', reject);
        client.on('end', () => reject(new Error('The connection ended')));
        client.on('notification', ({ payload }) => onMessage(payload ?? ''));
        const begin = async (): Promise<void> => {
          await client.connect();
          await client.query(`listen ${channel}`);
          await ask(client);
          if (!signal.aborted) onListening();
          pulse = setInterval(() => void ask(client).catch(reject), PULSE_MS);
        };
        begin().catch(reject);
      });
    } finally {
      cleanup.abort();
      clearInterval(pulse);
      this.connected = false;
      const ended = within(END_MS, client.end()).catch(() => client.connection.stream.destroy());
      // When reconnecting, do not wait for the lost connection to close.
      if (signal.aborted) await ended;
    }
  }
}
