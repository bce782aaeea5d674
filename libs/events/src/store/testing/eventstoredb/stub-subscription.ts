import type { ServerWritableStream } from '@grpc/grpc-js';
import { status } from '@grpc/grpc-js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { StubEvent, StubLog } from './stub-log.js';
import { caughtUp, checkpoint, confirmation, eventAnswer, filterOf } from './stub-messages.js';

/** Events that a server looks at between two checkpoints, times the client's multiplier. */
const CHECKPOINT_EVENTS = 32;

type Call = ServerWritableStream<ReadReq, ReadResp>;

/** One subscription to the whole log: catch-up, `caughtUp`, then live. Waits for a client that does not read. */
export class StubSubscription {
  /** Says nothing more, and keeps the connection. */
  muted = false;
  /** Sends every event twice. */
  twice = false;
  /** Events that were written to the connection. */
  sent = 0;
  readonly #call: Call;
  readonly #log: StubLog;
  readonly #ended = new AbortController();

  constructor(call: Call, log: StubLog) {
    this.#call = call;
    this.#log = log;
    for (const end of ['cancelled', 'close', 'error'] as const) call.on(end, () => this.#ended.abort());
  }

  get over(): boolean {
    return this.#ended.signal.aborted;
  }

  /** Runs until the client goes, or until `end` or `fail`. */
  async run(options: ReadReq.Options): Promise<void> {
    const from = this.#start(options);
    if (from === null) {
      this.fail(status.INVALID_ARGUMENT, 'Trying to read from an invalid position.');
      return;
    }
    const wanted = filterOf(options);
    const every = CHECKPOINT_EVENTS * (options.getFilter()?.getCheckpointintervalmultiplier() ?? 1);
    await this.#send(confirmation());
    let live = false;
    for (let [at, looked] = [from, 0]; !this.over;) {
      const seen = this.#log.news.version;
      const event = this.#log.events[at];
      if (event === undefined) {
        if (!live) await this.#send(caughtUp());
        live = true;
        await this.#log.news.wait(seen, { signal: this.#ended.signal });
        continue;
      }
      at += 1;
      looked += 1;
      if (wanted(event)) await this.#sendEvent(event);
      if (looked % every === 0) await this.#send(checkpoint(event.position));
    }
  }

  /** Ends the stream with the status OK: to the client, the subscription simply stops. */
  end(): void {
    if (!this.over) this.#call.end();
    this.#ended.abort();
  }

  /** Ends the stream with an error. */
  fail(code: status, details: string): void {
    if (!this.over) this.#call.emit('error', { code, details });
    this.#ended.abort();
  }

  /** Place of the first event to send; null for a position where no event begins. */
  #start(options: ReadReq.Options): number | null {
    const after = options.getAll()?.getPosition()?.getCommitPosition();
    if (after === undefined) return 0;
    const at = this.#log.indexOf(BigInt(after));
    const event = this.#log.events[at];
    if (event === undefined) return at;
    return event.position === BigInt(after) ? at + 1 : null;
  }

  async #sendEvent(event: StubEvent): Promise<void> {
    await this.#send(eventAnswer(event));
    if (this.twice) await this.#send(eventAnswer(event));
    this.sent += 1;
  }

  async #send(message: ReadResp): Promise<void> {
    if (this.over || this.muted) return;
    if (this.#call.write(message)) return;
    await new Promise<void>((resolve) => {
      const { signal } = this.#ended;
      const done = (): void => {
        this.#call.off('drain', done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#call.on('drain', done);
      signal.addEventListener('abort', done);
    });
  }
}
