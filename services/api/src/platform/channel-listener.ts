import { Client } from 'pg';
import type { Logger } from './tokens.js';

export interface ChannelListenerOptions {
  databaseUrl: string;
  /** The connection's name, as the database shows it. */
  name: string;
  channel: string;
  /** A message of the channel. */
  heard: (payload: string) => void;
  /** Asked as soon as the connection listens, and again and again: no answer means that it is dead. By default `select 1`. */
  ask?: (client: Client) => Promise<unknown>;
  logger: Logger;
}

const PULSE_MS = 1_000;
const RECONNECT_MS = { first: 100, most: 2_000 };
/** A server that does not take its leave within this time is left without. */
const END_MS = 1_000;

/** Listens to one channel of the database on a connection of its own, which comes back by itself. */
export class ChannelListener {
  private client: Client | null = null;
  private timer: NodeJS.Timeout | undefined;
  private wait = RECONNECT_MS.first;
  private connected = false;
  private stopped = false;

  constructor(private readonly options: ChannelListenerOptions) {}

  /** Whether messages come through, as far as is known. */
  get listening(): boolean {
    return this.connected;
  }

  /** Listens from now on. Resolves when the first attempt has succeeded or failed; later ones follow by themselves. */
  start(): Promise<void> {
    return this.connect();
  }

  /** Ends, within a second also when the server is frozen. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.connected = false;
    clearTimeout(this.timer);
    const { client } = this;
    if (client === null) return;
    const late = setTimeout(() => client.connection.stream.destroy(), END_MS);
    await client.end().catch(() => undefined);
    clearTimeout(late);
  }

  private async connect(): Promise<void> {
    const { databaseUrl, name, channel, heard, ask = selectOne } = this.options;
    const client = new Client({
      connectionString: databaseUrl,
      application_name: name,
      connectionTimeoutMillis: 3_000,
      query_timeout: 2_000,
      keepAlive: true,
    });
    this.client = client;
    client.on('error', (error) => this.lost(client, error));
    client.on('end', () => this.lost(client, new Error('The connection ended')));
    client.on('notification', ({ payload }) => heard(payload ?? ''));
    try {
      await client.connect();
      await client.query(`listen ${channel}`);
      await ask(client);
    } catch (error) {
      this.lost(client, error);
      return;
    }
    if (!this.isCurrent(client)) return;
    this.connected = true;
    this.wait = RECONNECT_MS.first;
    this.pulse(client, ask);
  }

  private isCurrent(client: Client): boolean {
    return this.client === client && !this.stopped;
  }

  private pulse(client: Client, ask: (client: Client) => Promise<unknown>): void {
    if (!this.isCurrent(client)) return;
    this.timer = setTimeout(() => {
      ask(client).then(
        () => this.pulse(client, ask),
        (error: unknown) => this.lost(client, error),
      );
    }, PULSE_MS);
  }

  /** An error, the end and a question without an answer may all tell of the same loss. */
  private lost(client: Client, err: unknown): void {
    if (!this.isCurrent(client)) return;
    const { channel, logger } = this.options;
    this.client = null;
    this.connected = false;
    clearTimeout(this.timer);
    client.end().catch(() => undefined);
    logger.warn({ err, channel }, 'nothing is heard of this channel, connecting again');
    this.timer = setTimeout(() => void this.connect(), this.wait);
    this.wait = Math.min(this.wait * 2, RECONNECT_MS.most);
  }
}

const selectOne = (client: Client): Promise<unknown> => client.query('select 1');
