import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { WakeUp } from '../port/wake-up.js';
import { end, type Connection, type ReadCall } from './connection.js';
import { newsRequest } from './requests.js';
import { backOffMs } from './settings.js';

/**
 * The one subscription of a store: it says that there is something new, and those who follow the log read it. It begins anew
 * whenever it ends, fails or says nothing for too long, and then calls, because events that came meanwhile were not announced.
 */
export class Listener {
  readonly #connection: Connection;
  readonly #news: WakeUp;
  #call: ReadCall | null = null;
  #timer: NodeJS.Timeout | undefined;
  #started = false;
  #closed = false;
  #failures = 0;

  constructor(connection: Connection, news: WakeUp) {
    this.#connection = connection;
    this.#news = news;
  }

  /** Listens from now on; further calls change nothing. */
  start(): void {
    if (this.#started || this.#closed) return;
    this.#started = true;
    void this.#listen();
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    if (this.#call !== null) end(this.#call);
  }

  async #listen(): Promise<void> {
    try {
      const call = await this.#connection.follow(newsRequest(this.#connection.names.prefixes));
      if (this.#closed) {
        end(call);
        return;
      }
      this.#call = call;
      call.on('data', (answer: ReadResp) => this.#heard(call, answer));
      call.on('error', (error) => this.#lost(call, error));
      call.on('end', () => this.#lost(call, new Error('The server ended the subscription')));
      this.#expect(call);
    } catch (error) {
      this.#lost(null, error);
    }
  }

  /** A checkpoint says how far the server has looked at events of others: a sign of life. */
  #heard(call: ReadCall, answer: ReadResp): void {
    if (this.#call !== call) return;
    this.#failures = 0;
    this.#expect(call);
    if (!answer.hasCheckpoint()) this.#news.call();
  }

  #expect(call: ReadCall): void {
    const { silenceMs } = this.#connection.settings;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#call = null;
      end(call);
      this.#news.call();
      void this.#listen();
    }, silenceMs);
  }

  #lost(call: ReadCall | null, error: unknown): void {
    if (this.#call !== call || this.#closed) return;
    this.#call = null;
    const { chance, onTrouble } = this.#connection.settings;
    onTrouble('The subscription to new events was lost and begins anew', error);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#listen(), backOffMs(this.#failures, chance()));
    this.#failures += 1;
    this.#news.call();
  }
}
