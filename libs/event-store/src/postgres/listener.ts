import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { WakeUp } from '../port/wake-up.js';
import { attemptMs, backOffMs, clientConfig, type Settings } from './connection.js';
import { NEWS_CHANNEL } from './schema.js';

/** A connection that died without a word is noticed after this long; until then readers find news by looking. */
const PULSE_MS = 5_000;

/** The one connection of a store that listens for new events. Comes back by itself, and calls whenever it does. */
export class Listener {
  readonly #settings: Settings;
  readonly #news: WakeUp;
  #client: Client | null = null;
  #timer: NodeJS.Timeout | undefined;
  #started = false;
  #closed = false;
  #failures = 0;

  constructor(settings: Settings, news: WakeUp) {
    this.#settings = settings;
    this.#news = news;
  }

  /** Listens from now on; further calls change nothing. */
  start(): void {
    if (this.#started || this.#closed) return;
    this.#started = true;
    void this.#connect();
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const ended = this.#client?.end().catch(() => undefined);
    await Promise.race([ended, sleep(attemptMs(this.#settings), undefined, { ref: false })]);
  }

  async #connect(): Promise<void> {
    const client = new Client(clientConfig(this.#settings, 'listen'));
    this.#client = client;
    client.on('error', (error) => this.#lost(client, error));
    client.on('end', () => this.#lost(client, new Error('The server ended the connection')));
    client.on('notification', () => this.#news.call());
    try {
      await client.connect();
      await client.query(`listen ${NEWS_CHANNEL}`);
      this.#failures = 0;
      // What was appended while nobody listened was announced to nobody.
      this.#news.call();
      this.#pulse(client);
    } catch (error) {
      this.#lost(client, error);
    }
  }

  #pulse(client: Client): void {
    if (this.#client !== client || this.#closed) return;
    this.#timer = setTimeout(() => {
      client.query('select 1').then(
        () => this.#pulse(client),
        (error: unknown) => this.#lost(client, error),
      );
    }, PULSE_MS);
  }

  #lost(client: Client, error: unknown): void {
    if (this.#client !== client || this.#closed) return;
    this.#client = null;
    clearTimeout(this.#timer);
    this.#settings.onTrouble('The connection that listens for new events was lost', error);
    client.end().catch(() => undefined);
    this.#timer = setTimeout(() => void this.#connect(), backOffMs(this.#failures));
    this.#failures += 1;
  }
}
