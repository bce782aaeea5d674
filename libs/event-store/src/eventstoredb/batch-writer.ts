import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { EventRefused, StoreUnavailable } from '../port/event-store.js';
import { pauseAfter, within } from '../port/retry.js';
import { end, type AppendCall, type Connection } from './connection.js';
import { failureOf } from './failure.js';
import { answerOf, appendRequest, type SentEvent, type ServerAnswer } from './messages.js';
import { attemptMs } from './settings.js';

interface Waiting {
  stream: string;
  expected: bigint;
  request: BatchAppendReq;
  /** When patience ends: from then on the answer has no reader. */
  until: number;
  /** Breaks the call when the answer takes too long; undefined while the append is not on it. */
  overdue: NodeJS.Timeout | undefined;
  resolve(answer: ServerAnswer): void;
  reject(error: Error): void;
}

/** One call for all appends may be tried often, and golfers wait for it. */
const PAUSES = { first: 50, most: 400 };

/**
 * All appends of a store, over one call to the server that stays open. They go onto it in the order
 * in which they were made, any number at a time, and the server takes them in that order. When the
 * call breaks, or an answer does not come, all that wait for theirs are sent again in the same order
 * with the same ids, until their patience ends.
 */
export class BatchWriter {
  /** By correlation id, in the order in which they were made. */
  private readonly waiting = new Map<string, Waiting>();
  private call: AppendCall | null = null;
  private running: Promise<void> | null = null;
  private failures = 0;

  constructor(private readonly connection: Connection) {}

  /** Appends after a revision, -1 for no stream. @throws EventRefused, or StoreUnavailable in the end */
  append(stream: string, expected: bigint, events: readonly SentEvent[]): Promise<ServerAnswer> {
    const { timeoutMs } = this.connection.settings;
    const id = randomUUID();
    const request = appendRequest(id, stream, expected, events);
    const until = performance.now() + timeoutMs;
    const answer = new Promise<ServerAnswer>((resolve, reject) => {
      const waiting: Waiting = { stream, expected, request, until, overdue: undefined, resolve, reject };
      this.waiting.set(id, waiting);
      if (this.call !== null && this.running === null) this.write(this.call, waiting);
      else this.start();
    });
    return within(timeoutMs, answer, () => unavailable('Its patience has ended'));
  }

  /** To be called when nothing waits any more. */
  close(): void {
    for (const id of this.waiting.keys()) this.settle(id);
    if (this.call !== null) end(this.call);
    this.call = null;
  }

  private start(): void {
    this.running ??= this.run().finally(() => {
      this.running = null;
      if (this.unsent().length > 0) this.start();
    });
  }

  /** Sends what is not on the call, after a pause that grows with each failure in a row. */
  private async run(): Promise<void> {
    while (this.unsent().length > 0) {
      if (this.failures > 0) await sleep(pauseAfter(this.failures - 1, PAUSES));
      try {
        const call = this.call ?? (await this.open());
        for (const waiting of this.unsent()) this.write(call, waiting);
      } catch (error) {
        this.failures += 1;
        this.failed(error);
      }
    }
  }

  /** What is not on the open call; drops what has waited too long. */
  private unsent(): Waiting[] {
    const now = performance.now();
    const unsent = [...this.waiting].filter(([, { overdue }]) => overdue === undefined);
    for (const [id, { until }] of unsent) if (until <= now) this.waiting.delete(id);
    return unsent.filter(([id]) => this.waiting.has(id)).map(([, waiting]) => waiting);
  }

  /** What the call cannot send yet it keeps; `OpenAppends` bounds that. */
  private write(call: AppendCall, waiting: Waiting): void {
    const late = (): void => this.lost(call, unreachable('An append got no answer'));
    waiting.overdue = setTimeout(late, attemptMs(this.connection.settings));
    call.write(waiting.request);
  }

  private async open(): Promise<AppendCall> {
    const call = await this.connection.appends();
    call.on('data', (answer: BatchAppendResp) => this.answered(answer));
    call.on('error', (error) => this.lost(call, error));
    call.on('end', () => this.lost(call, new Error('The server ended the stream of appends')));
    this.call = call;
    return call;
  }

  private answered(response: BatchAppendResp): void {
    const id = response.getCorrelationId()?.getString() ?? '';
    const waiting = this.waiting.get(id);
    if (waiting === undefined) return;
    const answer = answerOf(response);
    if (answer instanceof Error) {
      const kind = failureOf(answer);
      if (kind === 'lost') this.again(answer, waiting);
      else this.settle(id)?.reject(kind === 'refused' ? refused(answer) : unavailable(answer));
    } else if ('actual' in answer && (answer.actual ?? -1n) < waiting.expected && this.isBehindAnother(waiting)) {
      this.again(new Error('The append before it has to be sent again'), waiting);
    } else {
      this.failures = 0;
      this.settle(id)?.resolve(answer);
    }
  }

  /** Whether what this one builds on has itself to be sent again: then there is no conflict yet. */
  private isBehindAnother(waiting: Waiting): boolean {
    for (const other of this.waiting.values()) {
      if (other === waiting) return false;
      if (other.stream === waiting.stream) return true;
    }
    return false;
  }

  private settle(id: string): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    clearTimeout(waiting?.overdue);
    return waiting;
  }

  private lost(call: AppendCall, failure: Error): void {
    if (this.call !== call) return;
    this.call = null;
    end(call, failure);
    this.again(failure, ...this.waiting.values());
  }

  private again(failure: Error, ...all: Waiting[]): void {
    for (const waiting of all) {
      clearTimeout(waiting.overdue);
      waiting.overdue = undefined;
    }
    this.failed(failure);
    if (this.running === null) this.failures += 1;
    this.start();
  }

  private failed(error: unknown): void {
    if (failureOf(error) === 'broken') {
      for (const id of this.waiting.keys()) this.settle(id)?.reject(unavailable(error));
    } else if (this.waiting.size > 0) {
      this.connection.settings.onTrouble('Appends got no answer and are sent again', error);
    }
  }
}

/** As gRPC says that a server cannot be reached. */
const unreachable = (message: string): Error => Object.assign(new Error(message), { code: 14, details: message });

const refused = (cause: Error): EventRefused => new EventRefused('The log refused an event', { cause });

const unavailable = (cause: unknown): StoreUnavailable =>
  new StoreUnavailable('The log did not take the append in time', { cause });
