import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { appendError } from '../port/failure.js';
import { pauseAfter } from '../port/retry.js';
import { attemptMs } from '../port/server-store.js';
import { end, type AppendCall, type Connection } from './connection.js';
import { failureOf } from './failure.js';
import { answerOf, appendRequest, type SentEvent, type ServerAnswer } from './messages.js';

interface Waiting {
  stream: string;
  expected: bigint;
  request: BatchAppendReq;
  /** When patience ends. */
  until: number;
  /** When the append went onto the open call; null while it is not on it. */
  sentAt: number | null;
  resolve(answer: ServerAnswer): void;
  reject(error: Error): void;
}

/** One call for all appends may be tried often, and golfers wait for it. */
const PAUSES = { first: 50, most: 400 };
/** One timer looks after all that wait, so often during one attempt. */
const LOOKS = 8;

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
  private watch: NodeJS.Timeout | null = null;
  private failures = 0;

  constructor(private readonly connection: Connection) {}

  /** Appends after a revision, -1 for no stream. @throws EventRefused, or StoreUnavailable in the end */
  append(stream: string, expected: bigint, events: readonly SentEvent[]): Promise<ServerAnswer> {
    const id = randomUUID();
    const request = appendRequest(id, stream, expected, events);
    const until = performance.now() + this.connection.settings.timeoutMs;
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { stream, expected, request, until, sentAt: null, resolve, reject };
      this.waiting.set(id, waiting);
      this.watch ??= this.lookLater();
      if (this.call !== null && this.running === null) this.write(this.call, waiting);
      else this.start();
    });
  }

  /** Gives up whatever still waits. */
  close(): void {
    clearTimeout(this.watch ?? undefined);
    for (const id of this.waiting.keys()) this.settle(id)?.reject(appendError('lost', 'The log is closed'));
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

  private unsent(): Waiting[] {
    return [...this.waiting.values()].filter(({ sentAt }) => sentAt === null);
  }

  /** What the call cannot send yet it keeps; `OpenAppends` bounds that. */
  private write(call: AppendCall, waiting: Waiting): void {
    waiting.sentAt = performance.now();
    call.write(waiting.request);
  }

  private lookLater(): NodeJS.Timeout {
    return setTimeout(() => this.look(), attemptMs(this.connection.settings) / LOOKS);
  }

  /** Gives up what has waited too long. An answer that takes too long breaks the call. */
  private look(): void {
    const now = performance.now();
    for (const [id, { until }] of this.waiting) {
      if (until <= now) this.settle(id)?.reject(appendError('lost', 'Its patience has ended'));
    }
    const silentSince = now - attemptMs(this.connection.settings);
    const isLate = [...this.waiting.values()].some(({ sentAt }) => sentAt !== null && sentAt <= silentSince);
    if (isLate && this.call !== null) this.lost(this.call, unreachable('An append got no answer'));
    this.watch = this.waiting.size > 0 ? this.lookLater() : null;
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
      else this.settle(id)?.reject(appendError(kind, answer));
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
    return waiting;
  }

  private lost(call: AppendCall, failure: Error): void {
    if (this.call !== call) return;
    this.call = null;
    end(call, failure);
    this.again(failure, ...this.waiting.values());
  }

  private again(failure: Error, ...all: Waiting[]): void {
    for (const waiting of all) waiting.sentAt = null;
    this.failed(failure);
    if (this.running === null) this.failures += 1;
    this.start();
  }

  private failed(error: unknown): void {
    if (failureOf(error) === 'broken') {
      for (const id of this.waiting.keys()) this.settle(id)?.reject(appendError('broken', error));
    } else if (this.waiting.size > 0) {
      this.connection.settings.onTrouble('Appends got no answer and are sent again', error);
    }
  }
}

/** As gRPC says that a server cannot be reached. */
const unreachable = (message: string): Error => Object.assign(new Error(message), { code: 14, details: message });
