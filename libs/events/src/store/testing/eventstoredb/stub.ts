import { Metadata, Server, ServerCredentials, status } from '@grpc/grpc-js';
import type { sendUnaryData, ServerReadableStream, ServerWritableStream, ServiceError } from '@grpc/grpc-js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { AppendReq, AppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { StubLog, type ProposedEvent, type StubEvent } from './stub-log.js';
import { appendAnswer, eventAnswer, proposedOf, streamNotFound, streamOf } from './stub-messages.js';
import { StubSubscription } from './stub-subscription.js';

/**
 * What becomes of a call. `answered` is what a server does; `silent` never answers, with the events stored or not;
 * `timed-out`: stored, but the server says that it could not wait for its replicas.
 */
export type Fate =
  | 'answered'
  | 'silent'
  | 'stored-and-silent'
  | 'stored-and-timed-out'
  | 'answered-without-position'
  | 'not-leader'
  | 'unavailable'
  | 'access-denied';

/** Bytes of one append, at most: a server's setting, here the one that docs/operations.md asks for. */
const APPEND_BYTES_MAX = 8_388_608;
const { BACKWARDS } = streams.ReadReq.Options.ReadDirection;

/**
 * A server that speaks EventStoreDB's protocol as far as the adapter needs it (Streams: Append, Read and subscriptions to all;
 * ServerFeatures), on the service definitions of the client's package. Announces BatchAppend and never answers it. It behaves like
 * a server unless it is told to do otherwise.
 */
export class EventStoreDbStub {
  readonly log: StubLog;
  /** What becomes of the next appends and reads, in their order; answered when there is none left. */
  readonly appendFates: Fate[] = [];
  readonly readFates: Fate[] = [];
  /** The subscriptions that were ever opened. */
  readonly subscriptions: StubSubscription[] = [];
  /** Subscriptions from now on send every event twice. */
  twice = false;
  /** Subscriptions from now on say nothing at all. */
  mute = false;
  /** Whom a server that is not the leader names. */
  leader = { host: '127.0.0.1', port: 0 };
  /** Calls of each method so far. */
  readonly calls = { append: 0, batchAppend: 0, read: 0, features: 0, withoutLeader: 0 };
  readonly #server = new Server();
  #port = 0;

  private constructor(log: StubLog) {
    this.log = log;
  }

  /** Starts a server on a free port, over a log of its own or over that of another, as the nodes of a cluster have it. */
  static async start(log = new StubLog()): Promise<EventStoreDbStub> {
    const stub = new EventStoreDbStub(log);
    stub.#server.addService(featuresService.ServerFeaturesService, {
      getSupportedMethods: (_call: unknown, answer: sendUnaryData<unknown>) => answer(null, stub.#features()),
    });
    stub.#server.addService(streamsService.StreamsService, {
      append: (call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>) =>
        stub.#append(call, answer),
      batchAppend: () => void (stub.calls.batchAppend += 1),
      read: (call: ServerWritableStream<ReadReq, ReadResp>) => stub.#read(call),
      delete: (_call: unknown, answer: sendUnaryData<unknown>) => answer({ code: status.UNIMPLEMENTED }),
      tombstone: (_call: unknown, answer: sendUnaryData<unknown>) => answer({ code: status.UNIMPLEMENTED }),
    });
    stub.#port = await new Promise<number>((resolve, reject) => {
      stub.#server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
        error === null ? resolve(port) : reject(error),
      );
    });
    return stub;
  }

  get port(): number {
    return this.#port;
  }

  /** Connection string of this server. */
  get url(): string {
    return `esdb://127.0.0.1:${this.#port}?tls=false`;
  }

  /** The subscriptions that are open. */
  get live(): StubSubscription[] {
    return this.subscriptions.filter(({ over }) => !over);
  }

  /** Breaks every connection and takes no more. */
  stop(): void {
    this.#server.forceShutdown();
  }

  #features() {
    this.calls.features += 1;
    const methods = ['Append', 'BatchAppend', 'Read'].map((name) =>
      new features.SupportedMethod().setServiceName('event_store.client.streams.Streams').setMethodName(name),
    );
    return new features.SupportedMethods().setEventStoreServerVersion('24.10.0').setMethodsList(methods);
  }

  #append(call: ServerReadableStream<AppendReq, AppendResp>, answer: sendUnaryData<AppendResp>): void {
    this.#called('append', call.metadata);
    let options: AppendReq.Options | undefined;
    const proposed: ProposedEvent[] = [];
    call.on('data', (message: AppendReq) => {
      options = message.getOptions() ?? options;
      const event = message.getProposedMessage();
      if (event !== undefined) proposed.push(proposedOf(event));
    });
    // A call that is broken off in the middle ends like one that is complete, and is said to be cancelled only after that.
    call.on('end', () => {
      setImmediate(() => {
        if (call.cancelled) return;
        if (options === undefined) answer({ code: status.INVALID_ARGUMENT });
        else this.#appended(options, proposed, answer);
      });
    });
  }

  #appended(options: AppendReq.Options, proposed: ProposedEvent[], answer: sendUnaryData<AppendResp>): void {
    const fate = this.appendFates.shift() ?? 'answered';
    if (fate === 'silent') return;
    const refusal = this.#refusal(fate) ?? tooLarge(proposed);
    if (refusal !== null) return answer(refusal);
    const expected = options.hasNoStream() ? null : BigInt(options.getRevision());
    const outcome = this.log.append(streamOf(options), expected, proposed);
    if (fate === 'stored-and-silent') return;
    if (fate === 'stored-and-timed-out') return answer({ code: status.ABORTED, details: 'Commit phase timeout.' });
    answer(null, appendAnswer(outcome, expected, { withPosition: fate !== 'answered-without-position' }));
  }

  #read(call: ServerWritableStream<ReadReq, ReadResp>): void {
    this.#called('read', call.metadata);
    call.on('error', () => undefined);
    const options = call.request.getOptions();
    if (options === undefined) {
      call.end();
      return;
    }
    const fate = this.readFates.shift() ?? 'answered';
    if (fate === 'silent') return;
    const refusal = this.#refusal(fate);
    if (refusal !== null) {
      call.emit('error', refusal);
    } else if (options.hasSubscription()) {
      const subscription = new StubSubscription(call, this.log);
      Object.assign(subscription, { twice: this.twice, muted: this.mute });
      this.subscriptions.push(subscription);
      void subscription.run(options);
    } else {
      const stream = options.getStream();
      const events = stream === undefined ? this.#page(options) : this.#streamPage(stream, options);
      if (events === null) call.write(streamNotFound(stream === undefined ? '' : streamOf(stream)));
      for (const event of events ?? []) call.write(eventAnswer(event));
      call.end();
    }
  }

  #streamPage(stream: ReadReq.Options.StreamOptions, options: ReadReq.Options): StubEvent[] | null {
    const events = this.log.stream(streamOf(stream));
    if (events.length === 0) return null;
    const count = Number(options.getCount());
    if (options.getReadDirection() === BACKWARDS) return events.slice(-count).reverse();
    const from = Number(stream.getRevision());
    return events.slice(from, from + count);
  }

  /** Forwards from a position on, backwards from before it. */
  #page(options: ReadReq.Options): StubEvent[] {
    const { events } = this.log;
    const position = options.getAll()?.getPosition()?.getCommitPosition();
    const count = Number(options.getCount());
    if (options.getReadDirection() === BACKWARDS) {
      const before = position === undefined ? events.length : this.log.indexOf(BigInt(position));
      return events.slice(Math.max(0, before - count), before).reverse();
    }
    const from = position === undefined ? 0 : this.log.indexOf(BigInt(position));
    return events.slice(from, from + count);
  }

  #called(method: 'append' | 'read', metadata: Metadata): void {
    this.calls[method] += 1;
    if (metadata.get('requires-leader')[0] !== 'true') this.calls.withoutLeader += 1;
  }

  #refusal(fate: Fate): Partial<ServiceError> | null {
    if (fate === 'unavailable') return { code: status.UNAVAILABLE, details: 'Server Is Not Ready' };
    if (fate === 'access-denied') return exception(status.PERMISSION_DENIED, { exception: 'access-denied' });
    if (fate !== 'not-leader') return null;
    const { host, port } = this.leader;
    return exception(status.NOT_FOUND, {
      exception: 'not-leader',
      'leader-endpoint-host': host,
      'leader-endpoint-port': String(port),
    });
  }
}

function tooLarge(events: readonly ProposedEvent[]): Partial<ServiceError> | null {
  const bytes = events.reduce((sum, { data, customMetadata }) => sum + data.length + customMetadata.length, 0);
  if (bytes <= APPEND_BYTES_MAX) return null;
  return exception(status.INVALID_ARGUMENT, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(APPEND_BYTES_MAX),
  });
}

/** An error as EventStoreDB sends it: what happened is in the metadata. */
function exception(code: status, values: Record<string, string>): Partial<ServiceError> {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(values)) metadata.set(key, value);
  return { code, details: values['exception'] ?? '', metadata };
}
