import { setImmediate as soon, setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { EventRefused, StoreUnavailable, type AppendResult } from '../port/event-store.js';
import { bytesOf, encodeAppend } from '../port/encoding.js';
import { type NewEvent, type RecordedEvent, isSame } from '@fairmark/events';
import { AppendQueue, type Pending } from './append-queue.js';
import { attemptMs, backOffMs, clientConfig, failureOf, type Settings } from './connection.js';

/** The events of a stream after a revision, at most `limit`: how a conflict is told from an append that was sent twice. */
export type ReadAfter = (stream: string, after: bigint, limit: number) => Promise<RecordedEvent[]>;

interface BatchAnswer {
  head: bigint;
  conflicts: Record<string, string> | null;
}

/** Bytes of all appends that wait, at most. */
const WAITING_BYTES_MAX = 67_108_864;

/**
 * Group append: one connection, one batch at a time, everything that came in meanwhile goes into the next one. An append is
 * sent again with the same ids until its patience ends, whatever became of the attempts before.
 */
export class Appender {
  readonly #queue = new AppendQueue();
  readonly #settings: Settings;
  readonly #readAfter: ReadAfter;
  /** Appends that are neither answered nor given up. */
  #open = 0;
  #openBytes = 0;
  #client: Client | null = null;
  #running: Promise<void> | null = null;
  #closed = false;
  #drained: (() => void) | null = null;

  constructor(settings: Settings, readAfter: ReadAfter) {
    this.#settings = settings;
    this.#readAfter = readAfter;
  }

  append(stream: string, expected: bigint, events: readonly NewEvent[]): Promise<AppendResult> {
    if (this.#closed) throw new StoreUnavailable('The log is closed');
    if (this.#open >= this.#settings.queueMax) throw new StoreUnavailable('Too many appends are waiting');
    const encoded = encodeAppend(stream, events);
    const bytes = bytesOf(encoded);
    if (this.#openBytes + bytes > WAITING_BYTES_MAX) throw new StoreUnavailable('Too many appends are waiting');
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        pending.settled = true;
        this.#open -= 1;
        this.#openBytes -= bytes;
        clearTimeout(timer);
        if (this.#open === 0) this.#drained?.();
      };
      const pending: Pending = {
        stream,
        expected,
        events,
        encoded,
        settled: false,
        resolve: (result) => {
          if (!pending.settled) settle();
          resolve(result);
        },
        reject: (error) => {
          if (!pending.settled) settle();
          reject(error);
        },
      };
      const giveUp = (): void => pending.reject(new StoreUnavailable('The log did not answer in time'));
      const timer = setTimeout(giveUp, this.#settings.timeoutMs);
      this.#open += 1;
      this.#openBytes += bytes;
      this.#queue.add(pending);
      this.#start();
    });
  }

  /** Takes no more, and ends once everything that was taken is answered or given up. */
  async close(): Promise<void> {
    this.#closed = true;
    if (this.#open > 0) await new Promise<void>((resolve) => (this.#drained = resolve));
    await this.#running;
    await this.#disconnect();
  }

  #start(): void {
    this.#running ??= this.#run().finally(() => {
      this.#running = null;
      if (this.#queue.length > 0) this.#start();
    });
  }

  async #run(): Promise<void> {
    let failures = 0;
    // Whoever was just answered may have the next append ready within this turn of the loop: it goes along.
    for (await soon(); this.#queue.length > 0; await soon()) {
      const batch = this.#queue.take();
      if (batch.length === 0) continue;
      try {
        await this.#sendAll(batch);
        failures = 0;
      } catch (error) {
        this.#settings.onTrouble('A batch of appends got no answer and is sent again', error);
        await this.#disconnect();
        this.#queue.putBack(batch);
        await sleep(backOffMs(failures));
        failures += 1;
      }
    }
  }

  /** Settles every append of a batch, or throws when the connection is lost. */
  async #sendAll(batch: readonly Pending[]): Promise<void> {
    try {
      await this.#send(batch);
    } catch (error) {
      const failure = failureOf(error);
      if (failure === 'lost') throw error;
      const [only, ...others] = batch;
      if (only !== undefined && others.length === 0) {
        only.reject(refusalOf(error, failure));
        return;
      }
      this.#settings.onTrouble('A batch of appends was refused and is sent one by one', error);
      for (const pending of batch) if (!pending.settled) await this.#sendAll([pending]);
    }
  }

  async #send(batch: readonly Pending[]): Promise<void> {
    const client = (this.#client ??= await this.#connect());
    const { rows } = await client.query<BatchAnswer>({
      name: 'append_batch',
      text: 'select head, conflicts from log.append_batch($1)',
      values: [textOf(batch)],
    });
    const answer = rows[0];
    if (answer === undefined) throw new Error('The append function answered nothing');
    let position = answer.head;
    for (const [at, pending] of batch.entries()) {
      const actual = answer.conflicts?.[String(at + 1)];
      if (actual === undefined) {
        pending.resolve(appended(pending, position));
        position += BigInt(pending.events.length);
      } else {
        void this.#conflicted(pending, BigInt(actual));
      }
    }
  }

  /** An earlier attempt may have stored these very events: then this is its answer, else somebody else was faster. */
  async #conflicted(pending: Pending, actual: bigint): Promise<void> {
    const { stream, expected } = pending;
    const count = pending.events.length;
    try {
      if (actual >= expected + BigInt(count)) {
        const events = await this.#readAfter(stream, expected, count);
        const last = events.at(-1);
        if (last !== undefined && isSame(events, pending.events)) {
          pending.resolve({ outcome: 'appended', revision: last.revision, position: last.position, events });
          return;
        }
      }
      pending.resolve({ outcome: 'conflict', actual: actual < 0n ? null : actual });
    } catch (error) {
      pending.reject(error instanceof StoreUnavailable ? error : unavailable(error));
    }
  }

  async #connect(): Promise<Client> {
    const client = new Client(clientConfig(this.#settings, 'append'));
    client.on('error', (error) => {
      this.#settings.onTrouble('The connection for appends was lost', error);
      if (this.#client === client) this.#client = null;
    });
    try {
      await client.connect();
    } catch (error) {
      void end(client);
      throw error;
    }
    return client;
  }

  async #disconnect(): Promise<void> {
    const client = this.#client;
    this.#client = null;
    if (client !== null) await Promise.race([end(client), sleep(attemptMs(this.#settings), undefined, { ref: false })]);
  }
}

/** Ends a connection in whatever state it is; the other side may be gone. */
async function end(client: Client): Promise<void> {
  await client.end().catch(() => undefined);
}

function textOf(batch: readonly Pending[]): string {
  const appends = batch.map(({ stream, expected, encoded }) => {
    const events = encoded.map((e) => `{"i":"${e.id}","t":${JSON.stringify(e.type)},"d":${e.data},"m":${e.metadata}}`);
    return `{"s":${JSON.stringify(stream)},"e":${expected},"v":[${events.join()}]}`;
  });
  return `[${appends.join()}]`;
}

function appended({ stream, expected, events }: Pending, after: bigint): AppendResult {
  let revision = expected;
  let position = after;
  const recorded = events.map(({ id, type, data, metadata }) => {
    revision += 1n;
    position += 1n;
    return { id, type, data, metadata, stream, revision, position };
  });
  return { outcome: 'appended', revision, position, events: recorded };
}

function refusalOf(error: unknown, failure: 'refused' | 'broken'): Error {
  if (failure === 'broken') return unavailable(error);
  const said = error instanceof Error ? error.message : String(error);
  return new EventRefused(`The log refused an event: ${said}`, { cause: error });
}

function unavailable(error: unknown): StoreUnavailable {
  return new StoreUnavailable('The log cannot be used', { cause: error });
}
