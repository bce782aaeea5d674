import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { pauseAfter } from '../port/retry.js';
import { appendError, attemptMs } from '../port/append.js';
import { end, failureOf, type AppendCall, type Connection } from './connection.js';
import { answerOf, appendRequest, type SentEvent, type ServerAnswer } from './messages.js';

interface Waiting {
  stream: string;
  expected: bigint;
  request: BatchAppendReq;
  /** Deadline, by `performance.now()`. */
  until: number;
  /** When the append was written to the open call; null if it has to be sent again or was not sent yet. */
  sentAt: number | null;
  resolve(answer: ServerAnswer): void;
  reject(error: Error): void;
}

/** Short, because golfers wait and one call serves all appends, so retries cost little. */
const PAUSES = { first: 50, most: 400 };
const CHECKS_PER_ATTEMPT = 8;

/**
 * Sends all appends of a store over one call to the server, which stays open. Appends are pipelined, and the server
 * processes them in order. When the call breaks or an answer is overdue, every unanswered append is sent again, in the
 * same order and with the same ids, until its deadline.
 */
export class BatchWriter {
  /** By correlation id, in the order of the calls. */
  private readonly waiting = new Map<string, Waiting>();
  private call: AppendCall | null = null;
  private running: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private failures = 0;

  constructor(private readonly connection: Connection) {}

  /** Appends after revision `expected`, -1 for no stream. @throws EventRefused, or StoreUnavailable at the deadline */
  append(stream: string, expected: bigint, events: readonly SentEvent[]): Promise<ServerAnswer> {
    const id = randomUUID();
    const request = appendRequest(id, stream, expected, events);
    const until = performance.now() + this.connection.settings.timeoutMs;
    return new Promise((resolve, reject) => {
      const waiting: Waiting = { stream, expected, request, until, sentAt: null, resolve, reject };
      this.waiting.set(id, waiting);
      this.timer ??= this.scheduleCheck();
      if (this.call !== null && this.running === null) this.write(this.call, waiting);
      else this.start();
    });
  }

  /** Rejects all waiting appends. */
  close(): void {
    clearTimeout(this.timer ?? undefined);
    for (const id of this.waiting.keys()) this.remove(id)?.reject(appendError('lost', 'The log is closed'));
    if (this.call !== null) end(this.call);
    this.call = null;
  }

  private start(): void {
    this.running ??= this.run().finally(() => {
      this.running = null;
      if (this.unsent().length > 0) this.start();
    });
  }

  /** Writes unsent appends to the call, after a pause that grows with each consecutive failure. */
  private async run(): Promise<void> {
    while (this.unsent().length > 0) {
      if (this.failures > 0) await sleep(pauseAfter(this.failures - 1, PAUSES));
      try {
        const call = this.call ?? (await this.open());
        for (const waiting of this.unsent()) this.write(call, waiting);
      } catch (error) {
        this.failures += 1;
        this.handleFailure(error);
      }
    }
  }

  private unsent(): Waiting[] {
    return [...this.waiting.values()].filter(({ sentAt }) => sentAt === null);
  }

  /** Ignores back-pressure: the call buffers, and `LogStore` bounds the open appends. */
  private write(call: AppendCall, waiting: Waiting): void {
    waiting.sentAt = performance.now();
    call.write(waiting.request);
  }

  private scheduleCheck(): NodeJS.Timeout {
    return setTimeout(() => this.check(), attemptMs(this.connection.settings) / CHECKS_PER_ATTEMPT);
  }

  /** Rejects appends past their deadline, and breaks the call if an answer is overdue. */
  private check(): void {
    const now = performance.now();
    for (const [id, { until }] of this.waiting) {
      if (until <= now) this.remove(id)?.reject(appendError('lost', 'No answer before the deadline'));
    }
    const silentSince = now - attemptMs(this.connection.settings);
    const isLate = [...this.waiting.values()].some(({ sentAt }) => sentAt !== null && sentAt <= silentSince);
    if (isLate && this.call !== null) this.callLost(this.call, unreachable('An append got no answer'));
    this.timer = this.waiting.size > 0 ? this.scheduleCheck() : null;
  }

  private async open(): Promise<AppendCall> {
    const call = await this.connection.openAppends();
    call.on('data', (answer: BatchAppendResp) => this.answered(answer));
    call.on('error', (error) => this.callLost(call, error));
    call.on('end', () => this.callLost(call, new Error('The server ended the stream of appends')));
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
      if (kind === 'lost') this.resend(answer, waiting);
      else this.remove(id)?.reject(appendError(kind, answer));
    } else if ('actual' in answer && (answer.actual ?? -1n) < waiting.expected && this.hasEarlierAppend(waiting)) {
      this.resend(new Error('The append before it has to be sent again'), waiting);
    } else {
      this.failures = 0;
      this.remove(id)?.resolve(answer);
    }
  }

  /** Whether an earlier append to the same stream is still unanswered; then a lower revision is no conflict yet. */
  private hasEarlierAppend(waiting: Waiting): boolean {
    for (const other of this.waiting.values()) {
      if (other === waiting) return false;
      if (other.stream === waiting.stream) return true;
    }
    return false;
  }

  private remove(id: string): Waiting | undefined {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    return waiting;
  }

  private callLost(call: AppendCall, failure: Error): void {
    if (this.call !== call) return;
    this.call = null;
    end(call, failure);
    this.resend(failure, ...this.waiting.values());
  }

  private resend(failure: Error, ...all: Waiting[]): void {
    for (const waiting of all) waiting.sentAt = null;
    this.handleFailure(failure);
    if (this.running === null) this.failures += 1;
    this.start();
  }

  private handleFailure(error: unknown): void {
    if (failureOf(error) === 'broken') {
      for (const id of this.waiting.keys()) this.remove(id)?.reject(appendError('broken', error));
    } else if (this.waiting.size > 0) {
      this.connection.settings.onTrouble('Appends got no answer and are sent again', error);
    }
  }
}

/** gRPC's error for an unreachable server. */
const unreachable = (message: string): Error => Object.assign(new Error(message), { code: 14, details: message });
