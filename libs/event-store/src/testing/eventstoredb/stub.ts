import { Metadata, Server, ServerCredentials, status } from '@grpc/grpc-js';
import type { sendUnaryData, ServerDuplexStream, ServerWritableStream, ServiceError } from '@grpc/grpc-js';
import rpcCodes from '@eventstore/db-client/generated/code_pb.js';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { BatchAppendReq, BatchAppendResp, ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { StubLog, type StubEvent } from './stub-log.js';
import {
  appendAnswer,
  eventAnswer,
  failedAnswer,
  filterOf,
  leaderAnswer,
  proposedOf,
  streamNotFound,
  streamOf,
} from './stub-messages.js';
import { StubSubscription } from './stub-subscription.js';

/**
 * The fate of a call. `answered` is normal; `silent` never answers, with the events of an append stored or not;
 * `stored-and-timed-out`: stored, but the server reports a timeout of its replicas; `stored-and-misaddressed`: stored,
 * and answered under an id that was never sent; `broken`, `stored-and-broken` and `ended` are the end of the call itself, with
 * an error or without.
 */
export type Fate =
  | 'answered'
  | 'silent'
  | 'stored-and-silent'
  | 'stored-and-timed-out'
  | 'stored-and-misaddressed'
  | 'stored-and-broken'
  | 'answered-without-position'
  | 'broken'
  | 'ended'
  | 'not-leader'
  | 'unavailable'
  | 'access-denied';

const { Code } = rpcCodes;
const { BACKWARDS } = streams.ReadReq.Options.ReadDirection;

type Appends = ServerDuplexStream<BatchAppendReq, BatchAppendResp>;
type Reads = ServerWritableStream<ReadReq, ReadResp>;

/**
 * A server that speaks EventStoreDB's protocol as far as the adapter needs it (Streams: BatchAppend, Read with filters in both
 * directions, subscriptions; Gossip: the leader), on the service definitions of the client's package. It behaves like a server
 * by default.
 */
export class EventStoreDbStub {
  /** The fates of the next appends and reads, in order; after those, calls are answered. */
  readonly appendFates: Fate[] = [];
  readonly readFates: Fate[] = [];
  /** All subscriptions that were opened. */
  readonly subscriptions: StubSubscription[] = [];
  /** Whether new subscriptions stay silent. */
  mute = false;
  /** Resolves when this server announces itself as the leader. */
  elected: Promise<unknown> = Promise.resolve();
  /** The leader that a follower names. */
  leader = { host: '127.0.0.1', port: 0 };
  /** Appends, events read, and calls that did not ask for the leader, so far. */
  readonly calls = { append: 0, events: 0, withoutLeader: 0 };
  readonly #server = new Server();
  port = 0;

  private constructor(readonly log: StubLog) {}

  /** Starts a server on a free port, over a log of its own or over that of another, as the nodes of a cluster have it. */
  static async start(log = new StubLog()): Promise<EventStoreDbStub> {
    const stub = new EventStoreDbStub(log);
    stub.#server.addService(streamsService.StreamsService, {
      batchAppend: (call: Appends) => stub.#batchAppend(call),
      read: (call: Reads) => stub.#read(call),
    });
    stub.#server.addService(gossipService.GossipService, {
      read: (_call: unknown, answer: sendUnaryData<ClusterInfo>) =>
        void stub.elected.then(() => answer(null, leaderAnswer(stub.port))),
    });
    stub.port = await new Promise<number>((resolve, reject) => {
      stub.#server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, port) =>
        error === null ? resolve(port) : reject(error),
      );
    });
    return stub;
  }

  /** Connection string of this server. */
  get url(): string {
    return `esdb://127.0.0.1:${this.port}?tls=false`;
  }

  get live(): StubSubscription[] {
    return this.subscriptions.filter(({ over }) => !over);
  }

  /** Breaks every connection and accepts no more. */
  stop(): void {
    this.#server.forceShutdown();
  }

  #batchAppend(call: Appends): void {
    this.#called(call.metadata);
    const open = new AbortController();
    call.on('error', () => open.abort());
    call.on('end', () => call.end());
    call.on('data', (request: BatchAppendReq) => {
      if (!open.signal.aborted) this.#append(call, request, open);
    });
  }

  #append(call: Appends, request: BatchAppendReq, open: AbortController): void {
    this.calls.append += 1;
    const fate = this.appendFates.shift() ?? 'answered';
    const id = request.getCorrelationId();
    const options = request.getOptions() ?? new streams.BatchAppendReq.Options();
    const expected = options.hasNoStream() ? null : BigInt(options.getStreamPosition());
    const proposed = request.getProposedMessagesList().map(proposedOf);
    const isStored = fate.startsWith('answered') || fate.startsWith('stored');
    const outcome = isStored ? this.log.append(streamOf(options), expected, proposed) : null;
    const refusal = REFUSALS[fate];
    const end = this.#end(fate);
    if (refusal !== undefined) {
      call.write(failedAnswer(id, ...refusal));
    } else if (end !== null) {
      open.abort();
      if (fate === 'ended') call.end();
      else call.emit('error', end);
    } else if (outcome !== null && fate !== 'stored-and-silent') {
      const to = fate === 'stored-and-misaddressed' ? new shared.UUID().setString(STRANGER) : id;
      call.write(appendAnswer(to, outcome, { withPosition: fate !== 'answered-without-position' }));
    }
  }

  #read(call: Reads): void {
    this.#called(call.metadata);
    call.on('error', () => undefined);
    const options = call.request.getOptions();
    const fate = this.readFates.shift() ?? 'answered';
    const end = this.#end(fate);
    if (end !== null) {
      call.emit('error', end);
    } else if (options?.hasSubscription() === true) {
      const subscription = new StubSubscription(call, this.log, this.mute);
      this.subscriptions.push(subscription);
      void subscription.run(options);
    } else if (options !== undefined) {
      this.#answer(call, options);
    }
  }

  #answer(call: Reads, options: ReadReq.Options): void {
    const stream = options.getStream();
    const events = stream === undefined ? this.#page(options) : this.#streamPage(stream, options);
    if (events === 'unreadable') {
      call.emit('error', { code: status.UNKNOWN, details: 'Unexpected FilteredReadAllResult: Error' });
      return;
    }
    if (events === null) call.write(streamNotFound(stream === undefined ? '' : streamOf(stream)));
    for (const event of events ?? []) call.write(eventAnswer(event));
    this.calls.events += events?.length ?? 0;
    call.end();
  }

  #streamPage(stream: ReadReq.Options.StreamOptions, options: ReadReq.Options): StubEvent[] | null {
    const events = this.log.stream(streamOf(stream));
    if (events.length === 0) return null;
    const count = Number(options.getCount());
    if (options.getReadDirection() === BACKWARDS) return events.slice(-count).reverse();
    const from = Number(stream.getRevision());
    return events.slice(from, from + count);
  }

  /** Reads forwards from a position, which must be that of an event or beyond the end; backwards from the end. */
  #page(options: ReadReq.Options): StubEvent[] | 'unreadable' {
    const { events } = this.log;
    const position = options.getAll()?.getPosition()?.getCommitPosition();
    const from = BigInt(position ?? 0);
    const later = events.slice(events.findLastIndex((event) => event.position < from) + 1);
    if (position !== undefined && later[0] !== undefined && later[0].position !== from) return 'unreadable';
    const all = options.getReadDirection() === BACKWARDS ? events.toReversed() : later;
    return all.filter(filterOf(options)).slice(0, Number(options.getCount()));
  }

  #called(metadata: Metadata): void {
    if (metadata.get('requires-leader')[0] !== 'true') this.calls.withoutLeader += 1;
  }

  /** The status of a call whose fate ends it. */
  #end(fate: Fate): Partial<ServiceError> | null {
    if (fate === 'broken' || fate === 'stored-and-broken') return { code: status.UNAVAILABLE, details: 'Broken off' };
    if (fate === 'ended') return { code: status.OK };
    if (fate === 'access-denied') return { code: status.PERMISSION_DENIED, details: 'Access Denied' };
    if (fate !== 'not-leader') return null;
    const metadata = new Metadata();
    metadata.set('exception', 'not-leader');
    metadata.set('leader-endpoint-host', this.leader.host);
    metadata.set('leader-endpoint-port', String(this.leader.port));
    return { code: status.NOT_FOUND, details: 'Leader info available', metadata };
  }
}

/** An id that no append has. */
const STRANGER = '00000000-0000-4000-8000-000000000000';

/** The server's answer to an append that fails, of a stream of appends that continues. */
const REFUSALS: Partial<Record<Fate, readonly [rpcCodes.Code, string]>> = {
  'access-denied': [Code.PERMISSION_DENIED, 'AccessDenied'],
  unavailable: [Code.OK, 'Server Is Not Ready'],
  'stored-and-timed-out': [Code.DEADLINE_EXCEEDED, 'Timeout'],
};
