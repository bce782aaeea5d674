import { randomUUID } from 'node:crypto';
import { EventStoreDBClient } from '@eventstore/db-client';
import services, { type StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { StoreUnavailable } from '../port/event-store.js';
import { retry, within } from '../port/retry.js';
import { attemptMs } from '../port/server-store.js';
import { failureOf } from './failure.js';
import type { Settings } from './settings.js';
import type { BatchWriter } from './batch-writer.js';
import { streamRequest } from './messages.js';
import { dataOf } from './records.js';

export type ReadCall = ReturnType<StreamsClient['read']>;
export type AppendCall = ReturnType<StreamsClient['batchAppend']>;
export type ServerEvent = ReadResp.ReadEvent.RecordedEvent;

/** Ends a call in any state; for a `reason` that is a lost connection the client connects anew. */
export function end(call: ReadCall | AppendCall, reason?: Error): void {
  call.cancel();
  call.destroy(reason);
}

/** Calls without a deadline of gRPC's: each caller has its own. The leader alone answers them. */
const HOW = [{ requiresLeader: true }, { deadline: Infinity }] as const;

/**
 * Calls of the server over the client's connection. The client finds the leader, sends the
 * credentials and connects anew after a failure; for that, and for closing, we reach into members
 * that it does not make public.
 */
export class Connection {
  private readonly client: EventStoreDBClient;
  private closed = false;

  constructor(readonly settings: Settings) {
    this.client = EventStoreDBClient.connectionString(settings.connectionString);
  }

  /**
   * The events that a read answers, all of them. It is tried again until a call's patience ends; an
   * attempt is given up once nothing has come for half of that. Throws `StoreUnavailable`.
   */
  read(request: ReadReq): Promise<ServerEvent[]> {
    const again = (error: unknown): boolean => !this.closed && failureOf(error) === 'lost';
    return retry(() => this.attempt(request), { withinMs: this.settings.timeoutMs, again }).catch((cause: unknown) => {
      throw new StoreUnavailable('The log cannot be read', { cause });
    });
  }

  /** The answers to a read as they come, for as long as they do. */
  follow(request: ReadReq): Promise<ReadCall> {
    return this.start((streams) => streams.read(request, ...this.client['callArguments'](...HOW)));
  }

  /** A stream of appends and of the answers to them. */
  appends(): Promise<AppendCall> {
    return this.start((streams) => streams.batchAppend(...this.client['callArguments'](...HOW)));
  }

  /** Ends every call, then the connection itself, for which the client has no method of its own. */
  async close(): Promise<void> {
    this.closed = true;
    const closing = async (): Promise<void> => {
      await this.client.dispose();
      (await this.client['getChannel']()).close();
    };
    await within(attemptMs(this.settings), closing()).catch((error: unknown) =>
      this.settings.onTrouble('The connection did not close in time', error),
    );
  }

  private async attempt(request: ReadReq): Promise<ServerEvent[]> {
    const call = await this.follow(request);
    const silenceMs = attemptMs(this.settings);
    const silence = setTimeout(() => call.destroy(new Error(`No answer within ${silenceMs} ms`)), silenceMs);
    const events: ServerEvent[] = [];
    try {
      // Not `for await`: a promise for each event takes a tenth of a read's time.
      await new Promise<void>((resolve, reject) => {
        call.on('error', reject);
        call.on('close', () => reject(new Error('The read ended in the middle')));
        call.on('end', resolve);
        call.on('data', (answer: ReadResp) => {
          silence.refresh();
          const event = answer.getEvent()?.getEvent();
          if (event !== undefined) events.push(event);
        });
      });
      return events;
    } finally {
      clearTimeout(silence);
      end(call);
    }
  }

  private async start<Call extends ReadCall | AppendCall>(start: (streams: StreamsClient) => Call): Promise<Call> {
    const started = this.client['GRPCStreamCreator'](services.StreamsClient, 'fairmark', (streams) => {
      const call = start(streams);
      // Its caller sees its end, and may have given it up before it began.
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

/** Holds the log's id in its first event. Not a stream of the log: its readers never see it. */
const STREAM = 'fairmark-log';
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The id of the log under a namespace. The first who asks creates it; "no stream" is expected, so one decides. */
export async function identify(connection: Connection, writer: BatchWriter): Promise<string> {
  const stream = connection.settings.namespace + STREAM;
  const found = await idIn(connection, stream);
  if (found !== null) return found;
  const id = randomUUID();
  await writer.append(stream, -1n, [{ id, type: 'LogCreated', data: JSON.stringify({ logId: id }), metadata: null }]);
  const created = await idIn(connection, stream);
  if (created === null) throw new Error(`${stream} holds nothing after it was written`);
  return created;
}

async function idIn(connection: Connection, stream: string): Promise<string | null> {
  const [first] = await connection.read(streamRequest(stream, 0n, 1));
  if (first === undefined) return null;
  const data = dataOf(first);
  const id = typeof data === 'object' && data !== null && 'logId' in data ? data.logId : undefined;
  if (typeof id !== 'string' || !UUID.test(id)) throw new Error(`${stream} does not begin with a log's id`);
  return id;
}
