import { status, type ServerWritableStream } from '@grpc/grpc-js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { StubLog } from './stub-log.js';
import { caughtUp, checkpoint, confirmation, eventAnswer, filterOf } from './stub-messages.js';

type Call = ServerWritableStream<ReadReq, ReadResp>;

/** A subscription to events written from now on to streams that match a filter. */
export class StubSubscription {
  readonly #ended = new AbortController();

  constructor(
    private readonly call: Call,
    private readonly log: StubLog,
    /** Whether it sends nothing, but keeps the connection. */
    private readonly muted: boolean,
  ) {
    for (const end of ['cancelled', 'close', 'error'] as const) call.on(end, () => this.#ended.abort());
  }

  get over(): boolean {
    return this.#ended.signal.aborted;
  }

  /** Runs until the client disconnects, or until `end`. */
  async run(options: ReadReq.Options): Promise<void> {
    const wanted = filterOf(options);
    let at = this.log.events.length;
    this.#send(confirmation());
    this.#send(caughtUp());
    while (!this.over) {
      const seen = this.log.news.version;
      for (; at < this.log.events.length; at += 1) {
        const event = this.log.events[at];
        if (event !== undefined) this.#send(wanted(event) ? eventAnswer(event) : checkpoint(event.position));
      }
      await this.log.news.wait(seen, { signal: this.#ended.signal });
    }
  }

  /** Ends the stream with an error, or with the status OK: to the client, the subscription then simply stops. */
  end(code = status.OK): void {
    if (code === status.OK) this.call.end();
    else this.call.emit('error', { code, details: 'broken off' });
    this.#ended.abort();
  }

  #send(message: ReadResp): void {
    if (!this.over && !this.muted) this.call.write(message);
  }
}
