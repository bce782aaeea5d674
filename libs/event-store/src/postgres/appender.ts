import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { RecordedEvent } from '@fairmark/events';
import { bytesOf } from '../port/encoding.js';
import { StoreUnavailable } from '../port/event-store.js';
import { pauseAfter, within } from '../port/retry.js';
import { appendError, attemptMs, placed, type Answer, type Append } from '../port/append.js';
import { clientConfig, failureOf, type Settings } from './connection.js';

interface Waiting {
  append: Append;
  /** Deadline, by `performance.now()`; the caller has then been answered. */
  until: number;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

interface BatchAnswer {
  head: bigint;
  conflicts: Record<string, string> | null;
}

/** Larger appends are rare; subscriptions read their events back from the log. */
const REPORTED_BYTES = 16_384;
const BATCH = { appends: 500, bytes: 4_194_304 };

/**
 * Appends in batches, over one connection and one batch at a time; appends that arrive in the meantime go into the
 * next batch. After a lost connection an append is sent again, with the same ids, until its deadline.
 */
export class Appender {
  /** In the order of the calls. */
  private waiting: Waiting[] = [];
  private client: Client | null = null;
  private running: Promise<void> | null = null;
  /** Process id of the backend that announces this connection's batches; null before the first connection. */
  backendPid: number | null = null;

  /** @param onBatchEnd called after each batch with its stored events in order, except those of large appends */
  constructor(
    private readonly settings: Settings,
    private readonly onBatchEnd: (stored: RecordedEvent[]) => void,
  ) {}

  send(append: Append): Promise<Answer> {
    const { timeoutMs } = this.settings;
    const answer = new Promise<Answer>((resolve, reject) => {
      this.waiting.push({ append, until: performance.now() + timeoutMs, resolve, reject });
    });
    this.start();
    return within(timeoutMs, answer, () => new StoreUnavailable('The log did not answer in time'));
  }

  /** To be called once no append is in flight. */
  async close(): Promise<void> {
    await this.running;
    await this.disconnect();
  }

  private start(): void {
    this.running ??= this.run().finally(() => {
      this.running = null;
      if (this.waiting.length > 0) this.start();
    });
  }

  private async run(): Promise<void> {
    let failures = 0;
    // Yields to the event loop, so that callers just answered can add their next append to the batch.
    for (await nextTurn(); this.waiting.length > 0; await nextTurn()) {
      const batch = this.nextBatch();
      try {
        if (batch.length > 0) await this.sendAll(batch);
        failures = 0;
      } catch (error) {
        this.settings.onTrouble('A batch of appends got no answer and is sent again', error);
        await this.disconnect();
        this.waiting.unshift(...batch);
        await sleep(pauseAfter(failures));
        failures += 1;
      }
    }
  }

  /**
   * Takes the next batch, and drops what is past its deadline. At most one append per stream, since each is checked
   * against the log before the batch.
   */
  private nextBatch(): Waiting[] {
    const now = performance.now();
    const batch = new Map<string, Waiting>();
    let bytes = 0;
    this.waiting = this.waiting.filter((waiting) => {
      const { stream, encoded } = waiting.append;
      if (waiting.until <= now) return false;
      if (batch.size >= BATCH.appends || bytes >= BATCH.bytes || batch.has(stream)) return true;
      batch.set(stream, waiting);
      bytes += bytesOf(encoded);
      return false;
    });
    return [...batch.values()];
  }

  /** Answers a batch. Throws when the connection is lost; the appends left in `batch` are then unanswered. */
  private async sendAll(batch: Waiting[]): Promise<void> {
    try {
      await this.sendBatch(batch);
    } catch (error) {
      const failure = failureOf(error);
      if (failure === 'lost') throw error;
      if (batch.length === 1) {
        batch[0]?.reject(appendError(failure, error));
        return;
      }
      this.settings.onTrouble('A batch of appends was refused and is sent one by one', error);
      for (; batch.length > 0; batch.shift()) await this.sendAll(batch.slice(0, 1));
    }
  }

  private async sendBatch(batch: readonly Waiting[]): Promise<void> {
    const client = (this.client ??= await this.connect());
    const stored: RecordedEvent[] = [];
    try {
      const { rows } = await client.query<BatchAnswer>({
        name: 'append_batch',
        text: 'select head, conflicts from log.append_batch($1)',
        values: [textOf(batch)],
      });
      const [answer] = rows;
      if (answer === undefined) throw new Error('log.append_batch returned no row');
      stored.push(...this.answerAll(batch, answer));
    } finally {
      this.onBatchEnd(stored);
    }
  }

  /** Resolves each append with its outcome; returns the events to report. */
  private answerAll(batch: readonly Waiting[], answer: BatchAnswer): RecordedEvent[] {
    const stored: RecordedEvent[] = [];
    let position = answer.head + 1n;
    for (const [at, { append, resolve }] of batch.entries()) {
      const actual = answer.conflicts?.[String(at + 1)];
      if (actual === undefined) {
        const recorded = placed(append, position);
        if (bytesOf(append.encoded) <= REPORTED_BYTES) stored.push(...recorded);
        resolve({ recorded });
        position += BigInt(append.events.length);
      } else {
        resolve({ actual: actual === '-1' ? null : BigInt(actual) });
      }
    }
    return stored;
  }

  private async connect(): Promise<Client> {
    const client = new Client(clientConfig(this.settings, 'append'));
    client.on('error', (error) => {
      this.settings.onTrouble('The connection for appends was lost', error);
      if (this.client === client) this.client = null;
    });
    try {
      await client.connect();
      this.backendPid = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid ?? null;
    } catch (error) {
      client.end().catch(() => undefined);
      throw error;
    }
    return client;
  }

  private async disconnect(): Promise<void> {
    const client = this.client;
    this.client = null;
    // Errors and hangs are ignored: the connection may be broken already.
    await within(attemptMs(this.settings), client?.end() ?? Promise.resolve()).catch(() => undefined);
  }
}

function textOf(batch: readonly Waiting[]): string {
  const appends = batch.map(({ append: { stream, expected, encoded } }) => {
    const events = encoded.map((e) => `{"i":"${e.id}","t":${JSON.stringify(e.type)},"d":${e.data},"m":${e.metadata}}`);
    return `{"s":${JSON.stringify(stream)},"e":${expected},"v":[${events.join()}]}`;
  });
  return `[${appends.join()}]`;
}
