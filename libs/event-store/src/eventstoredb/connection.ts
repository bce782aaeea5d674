import { setTimeout as sleep } from 'node:timers/promises';
import { EventStoreDBClient } from '@eventstore/db-client';
import services from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import type { RecordedEvent } from '@fairmark/events';
import { StoreUnavailable } from '../port/event-store.js';
import { failureOf, within } from './failure.js';
import { Names, sentIn, type SentRecord } from './records.js';
import { attemptMs, backOffMs, type Settings } from './settings.js';

export type ReadCall = ReturnType<StreamsClient['read']>;
export type AppendCall = ReturnType<StreamsClient['batchAppend']>;

/** Ends a call, whatever became of it; for a `reason` that is a failure of the connection the client connects anew. */
export function end(call: ReadCall | AppendCall, reason?: Error): void {
  call.cancel();
  call.destroy(reason);
}

/** Calls without a deadline of gRPC's: each caller has its own. The leader alone answers them. */
const HOW = [{ requiresLeader: true }, { deadline: Infinity }] as const;

/**
 * Calls of the server over the client's connection. The client finds the leader, sends the credentials and
 * connects anew after a failure; for that, and for closing, we reach into members that it does not make public.
 */
export class Connection {
  readonly #client: EventStoreDBClient;
  readonly settings: Settings;
  readonly names: Names;
  #closed = false;

  constructor(settings: Settings) {
    this.settings = settings;
    this.names = new Names(settings);
    this.#client = EventStoreDBClient.connectionString(settings.connectionString);
  }

  /** The events that a read of this log answers. Throws `StoreUnavailable`. */
  async records(request: ReadReq): Promise<RecordedEvent[]> {
    return this.names.recordsOf(await this.read(request));
  }

  /**
   * What a read answers, all of it. Reading changes nothing, so it is tried again until a call's patience ends; an attempt
   * is given up once nothing has come for half of that. Throws `StoreUnavailable`.
   */
  async read(request: ReadReq): Promise<SentRecord[]> {
    const { timeoutMs, chance } = this.settings;
    const until = performance.now() + timeoutMs;
    for (let failures = 0; ; failures += 1) {
      try {
        return await this.#attempt(request);
      } catch (error) {
        const pause = backOffMs(failures, chance());
        if (this.#closed || failureOf(error) !== 'lost' || performance.now() + pause >= until) {
          throw new StoreUnavailable('The log cannot be read', { cause: error });
        }
        await sleep(pause);
      }
    }
  }

  /** The answers to a read as they come, for as long as they do. */
  follow(request: ReadReq): Promise<ReadCall> {
    return this.#start((streams) => streams.read(request, ...this.#client['callArguments'](...HOW)));
  }

  /** A stream of appends and of the answers to them. */
  appends(): Promise<AppendCall> {
    return this.#start((streams) => streams.batchAppend(...this.#client['callArguments'](...HOW)));
  }

  /** Ends every call, then the connection itself, for which the client has no method of its own. */
  async close(): Promise<void> {
    this.#closed = true;
    const closing = async (): Promise<void> => {
      await this.#client.dispose();
      (await this.#client['getChannel']()).close();
    };
    await within(attemptMs(this.settings), closing()).catch((error: unknown) =>
      this.settings.onTrouble('The connection did not close in time', error),
    );
  }

  async #attempt(request: ReadReq): Promise<SentRecord[]> {
    const call = await this.follow(request);
    return new Promise((resolve, reject) => {
      const silenceMs = attemptMs(this.settings);
      const sent: SentRecord[] = [];
      const fail = (error: Error): void => {
        clearTimeout(timer);
        reject(error);
        end(call);
      };
      const timer = setTimeout(() => fail(new Error(`No answer within ${silenceMs} ms`)), silenceMs);
      call.on('error', fail);
      call.on('close', () => fail(new Error('The read ended in the middle')));
      call.on('end', () => {
        clearTimeout(timer);
        resolve(sent);
      });
      call.on('data', (answer: ReadResp) => {
        const event = sentIn(answer);
        if (event !== null) sent.push(event);
        timer.refresh();
      });
    });
  }

  async #start<Call extends ReadCall | AppendCall>(start: (streams: StreamsClient) => Call): Promise<Call> {
    const started = this.#client['GRPCStreamCreator'](services.StreamsClient, 'fairmark', (streams) => {
      const call = start(streams);
      // Its caller hears its end, and may have given it up before it began.
      call.on('error', () => undefined);
      return call;
    })();
    try {
      return await within(attemptMs(this.settings), started);
    } catch (error) {
      // While the leader is looked for, a call may begin long after it was given up.
      started.then(end, () => undefined);
      throw error;
    }
  }
}
