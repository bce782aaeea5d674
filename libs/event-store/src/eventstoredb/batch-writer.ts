import { randomUUID } from 'node:crypto';
import type { BatchAppendReq, BatchAppendResp } from '@eventstore/db-client/generated/streams_pb.js';
import { EventRefused, StoreUnavailable } from '../port/event-store.js';
import { end, type AppendCall, type Connection } from './connection.js';
import { failureOf } from './failure.js';
import { answerOf, appendRequest, type Answer, type SentEvent } from './append-messages.js';
import { attemptMs, backOffMs, type Settings } from './settings.js';

interface Waiting {
  stream: string;
  expected: bigint;
  request: BatchAppendReq;
  /** When it went onto the open call; null when it has to go there (again). */
  sentAt: number | null;
  /** When patience ends. */
  until: number;
  resolve(answer: Answer): void;
  reject(error: Error): void;
}

/** Pauses grow no longer than this, 400 ms: one call for all appends may be tried often, and golfers wait for it. */
const FAILURES_MOST = 3;

/**
 * All appends of a store, over one call to the server that stays open. They go onto it in the order in which they were made, any
 * number at a time, and the server takes them in that order. When the call breaks, or an answer does not come, all that
 * wait for theirs are sent again in the same order with the same ids, until their patience ends.
 */
export class BatchWriter {
  readonly #connection: Connection;
  readonly #settings: Settings;
  /** By correlation id, in the order in which they were made. */
  readonly #waiting = new Map<string, Waiting>();
  #call: AppendCall | null = null;
  #opening = false;
  #pause: NodeJS.Timeout | null = null;
  #watch: NodeJS.Timeout | null = null;
  #failures = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#settings = connection.settings;
  }

  /** Appends after a revision, -1 for no stream. Throws `EventRefused`, or `StoreUnavailable` once patience ends. */
  append(stream: string, expected: bigint, events: readonly SentEvent[]): Promise<Answer> {
    const id = randomUUID();
    const request = appendRequest(id, stream, expected, events);
    return new Promise((resolve, reject) => {
      const until = performance.now() + this.#settings.timeoutMs;
      const waiting: Waiting = { stream, expected, request, sentAt: null, until, resolve, reject };
      this.#waiting.set(id, waiting);
      this.#watch ??= setTimeout(() => this.#look(), attemptMs(this.#settings));
      if (this.#call === null || this.#pause !== null) this.#send();
      else this.#write(this.#call, waiting);
    });
  }

  /** Gives up whatever still waits, and ends the call. */
  close(): void {
    clearTimeout(this.#pause ?? undefined);
    clearTimeout(this.#watch ?? undefined);
    for (const id of this.#waiting.keys()) this.#settle(id)?.reject(unavailable('The log is closed'));
    if (this.#call !== null) end(this.#call);
    this.#call = null;
  }

  /** Everything that is not on the open call goes there, unless a pause has to end first. */
  #send(): void {
    if (this.#pause !== null || this.#waiting.size === 0) return;
    if (this.#call === null) {
      void this.#open();
      return;
    }
    for (const waiting of this.#waiting.values()) if (waiting.sentAt === null) this.#write(this.#call, waiting);
  }

  /** What the call cannot send yet it keeps; `appendsMax` and the bytes on their way bound that. */
  #write(call: AppendCall, waiting: Waiting): void {
    waiting.sentAt = performance.now();
    call.write(waiting.request);
  }

  async #open(): Promise<void> {
    if (this.#opening) return;
    this.#opening = true;
    try {
      const call = await this.#connection.appends();
      call.on('data', (answer: BatchAppendResp) => this.#answered(answer));
      call.on('error', (error) => this.#lost(call, error));
      call.on('end', () => this.#lost(call, new Error('The server ended the stream of appends')));
      this.#call = call;
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#opening = false;
    }
    this.#send();
  }

  #answered(response: BatchAppendResp): void {
    const id = response.getCorrelationId()?.getString() ?? '';
    const waiting = this.#waiting.get(id);
    // One whose patience has ended: its caller has gone.
    if (waiting === undefined) return;
    const answer = answerOf(response);
    if (answer instanceof Error) {
      const kind = failureOf(answer);
      if (kind === 'lost') this.#again(waiting, answer);
      else this.#settle(id)?.reject(kind === 'refused' ? refused(answer) : unavailable(answer));
    } else if ('actual' in answer && (answer.actual ?? -1n) < waiting.expected && this.#isBehindAnother(waiting)) {
      this.#again(waiting, new Error('The append before it has to be sent again'));
    } else {
      this.#failures = 0;
      this.#settle(id)?.resolve(answer);
    }
  }

  /** Whether what this one builds on has itself to be sent again: then there is no conflict yet. */
  #isBehindAnother(waiting: Waiting): boolean {
    for (const other of this.#waiting.values()) {
      if (other === waiting) return false;
      if (other.stream === waiting.stream) return true;
    }
    return false;
  }

  #settle(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #again(waiting: Waiting, failure: Error): void {
    waiting.sentAt = null;
    this.#failed(failure);
  }

  #lost(call: AppendCall, failure: Error): void {
    if (this.#call !== call) return;
    this.#call = null;
    end(call, failure);
    for (const waiting of this.#waiting.values()) waiting.sentAt = null;
    this.#failed(failure);
  }

  /** Something has to be sent again, after a pause that grows with each failure in a row. */
  #failed(error: unknown): void {
    const { chance, onTrouble } = this.#settings;
    if (failureOf(error) === 'broken') {
      for (const id of this.#waiting.keys()) this.#settle(id)?.reject(unavailable(error));
      return;
    }
    if (this.#waiting.size > 0) onTrouble('Appends got no answer and are sent again', error);
    if (this.#pause !== null) return;
    this.#pause = setTimeout(
      () => {
        this.#pause = null;
        this.#send();
      },
      backOffMs(Math.min(this.#failures, FAILURES_MOST), chance()),
    );
    this.#failures += 1;
  }

  /** Gives up what has waited too long; an answer that takes too long breaks the call. */
  #look(): void {
    const now = performance.now();
    const patience = attemptMs(this.#settings);
    let next = Infinity;
    let silent = false;
    for (const [id, { until, sentAt }] of this.#waiting) {
      if (until <= now) this.#settle(id)?.reject(unavailable('Its patience has ended'));
      else if (sentAt !== null && sentAt + patience <= now) silent = true;
      else next = Math.min(next, until, sentAt === null ? Infinity : sentAt + patience);
    }
    if (silent && this.#call !== null) this.#lost(this.#call, unreachable('An append got no answer'));
    const idle = this.#waiting.size === 0;
    this.#watch = idle ? null : setTimeout(() => this.#look(), Math.min(next - now, patience));
  }
}

/** As gRPC says that a server cannot be reached. */
const unreachable = (message: string): Error => Object.assign(new Error(message), { code: 14, details: message });

const refused = (cause: Error): EventRefused => new EventRefused('The log refused an event', { cause });

const unavailable = (cause: unknown): StoreUnavailable =>
  new StoreUnavailable('The log did not take the append in time', { cause });
