import { within } from '@fairmark/event-store';
import { runEvery } from '@fairmark/server';
import { Client } from 'pg';
import type { Logger } from './tokens.js';

export interface ChannelListenerOptions {
  databaseUrl: string;
  /** The connection's name, as the database shows it. */
  name: string;
  channel: string;
  /** A message of the channel. */
  heard: (payload: string) => void;
  /** Asked as soon as the connection listens, and every second: no answer means that it is dead. By default `select 1`. */
  ask?: (client: Client) => Promise<unknown>;
  logger: Logger;
}

const PULSE_MS = 1_000;
const RECONNECT_MS = { first: 100, most: 2_000 };
/** A server that does not confirm the end of the connection within this time is left without. */
const END_MS = 1_000;

/** Listens to one channel of the database on a connection of its own, which is made anew when it breaks. */
export class ChannelListener {
  private readonly ending = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private connected = false;

  constructor(private readonly options: ChannelListenerOptions) {}

  /** Whether messages come through, as far as is known. */
  get listening(): boolean {
    return this.connected;
  }

  /** Listens from now on. Resolves when the first attempt has succeeded or failed; later ones follow by themselves. */
  start(): Promise<void> {
    const { channel, logger } = this.options;
    const { signal } = this.ending;
    return new Promise((tried) => {
      const onError = (err: unknown): void => {
        tried();
        if (!signal.aborted) logger.warn({ err, channel }, 'this channel cannot be heard, connecting again');
      };
      const listen = (progressed: () => void): Promise<void> =>
        this.listen(() => {
          this.connected = true;
          progressed();
          tried();
        });
      this.running = runEvery(listen, { everyMs: 0, backOff: RECONNECT_MS, signal, onError });
    });
  }

  /** Ends, within a second also when the server is frozen. */
  async stop(): Promise<void> {
    this.ending.abort();
    await this.running;
  }

  /** Listens on one connection. Rejects when it breaks, resolves at the end. */
  private async listen(onListening: () => void): Promise<void> {
    const { databaseUrl, name, channel, heard, ask = selectOne } = this.options;
    const { signal } = this.ending;
    const client = new Client({
      connectionString: databaseUrl,
      application_name: name,
      connectionTimeoutMillis: 3_000,
      query_timeout: 2_000,
      keepAlive: true,
    });
    const over = new AbortController();
    let pulse: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        signal.addEventListener('abort', () => resolve(), { once: true, signal: over.signal });
        client.on('error', reject);
        client.on('end', () => reject(new Error('The connection ended')));
        client.on('notification', ({ payload }) => heard(payload ?? ''));
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
      over.abort();
      clearInterval(pulse);
      this.connected = false;
      const ended = within(END_MS, client.end()).catch(() => client.connection.stream.destroy());
      // The next connection does not wait for the end of a lost one.
      if (signal.aborted) await ended;
    }
  }
}

const selectOne = (client: Client): Promise<unknown> => client.query('select 1');
