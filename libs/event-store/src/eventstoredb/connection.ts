import { EventStoreDBClient } from '@eventstore/db-client';
import services, { type StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type { ReadReq, ReadResp } from '@eventstore/db-client/generated/streams_pb.js';
import { StoreUnavailable } from '../port/event-store.js';
import { newsRequest } from './messages.js';
import { retry, within } from '../port/retry.js';
import { attemptMs, type Failure } from '../port/append.js';
import type { Settings } from './settings.js';
import type { ServerEvent } from './records.js';

export type ReadCall = ReturnType<StreamsClient['read']>;
export type AppendCall = ReturnType<StreamsClient['batchAppend']>;

/** Ends a call in any state. If `reason` is a lost connection, the client reconnects. */
export function end(call: ReadCall | AppendCall, reason?: Error): void {
  call.cancel();
  call.destroy(reason);
}

/** Only the leader answers. No gRPC deadline, because every caller has its own timeout. */
const CALL_OPTIONS = [{ requiresLeader: true }, { deadline: Infinity }] as const;

/**
 * Calls the server over the client's connection. The client finds the leader, sends the credentials and reconnects
 * after a failure. For this, and to close the channel, we use private members of the client.
 */
export class Connection {
  private readonly client: EventStoreDBClient;
  private closed = false;

  constructor(readonly settings: Settings) {
    this.client = EventStoreDBClient.connectionString(settings.connectionString);
  }

  /**
   * Reads all events of a request. Retries until the timeout; an attempt fails when nothing arrives for half of that.
   * @throws StoreUnavailable
   */
  read(request: ReadReq): Promise<ServerEvent[]> {
    const again = (error: unknown): boolean => !this.closed && failureOf(error) === 'lost';
    return retry(() => this.attempt(request), { withinMs: this.settings.timeoutMs, again }).catch((cause: unknown) => {
      throw new StoreUnavailable('The log cannot be read', { cause });
    });
  }

  /** Listens for new events over one call, until it ends, fails or is silent for too long (see `Listen`). */
  async listen(notify: () => void, signal: AbortSignal): Promise<void> {
    const { prefixes, silenceMs } = this.settings;
    const call = await this.openRead(newsRequest(prefixes));
    const done = new AbortController();
    let silenceTimer: NodeJS.Timeout | undefined;
    try {
      if (signal.aborted) return;
      await new Promise<void>((resolve, reject) => {
        silenceTimer = setTimeout(resolve, silenceMs);
        signal.addEventListener('abort', () => resolve(), { signal: done.signal });
        call.on('error', reject);
        call.on('end', () => reject(new Error('The server ended the subscription')));
        call.on('data', (answer: ReadResp) => {
          silenceTimer?.refresh();
          // The server sends checkpoints while it skips events of other logs: a sign of life, but no news.
          if (!answer.hasCheckpoint()) notify();
        });
      });
    } finally {
      done.abort();
      clearTimeout(silenceTimer);
      end(call);
    }
  }

  /** Opens a read, whose answers are streamed. */
  private openRead(request: ReadReq): Promise<ReadCall> {
    return this.start((streams) => streams.read(request, ...this.client['callArguments'](...CALL_OPTIONS)));
  }

  /** Opens a call that takes a stream of appends and streams the answers back. */
  openAppends(): Promise<AppendCall> {
    return this.start((streams) => streams.batchAppend(...this.client['callArguments'](...CALL_OPTIONS)));
  }

  /** Ends every call, then closes the channel, for which the client has no public method. */
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
    const call = await this.openRead(request);
    const silenceMs = attemptMs(this.settings);
    const silenceTimer = setTimeout(() => call.destroy(new Error(`No answer within ${silenceMs} ms`)), silenceMs);
    const events: ServerEvent[] = [];
    try {
      // Not `for await`: a promise per event costs a tenth of a read's time.
      await new Promise<void>((resolve, reject) => {
        call.on('error', reject);
        call.on('close', () => reject(new Error('The read ended before its last event')));
        call.on('end', resolve);
        call.on('data', (answer: ReadResp) => {
          silenceTimer.refresh();
          const event = answer.getEvent()?.getEvent();
          if (event !== undefined) events.push(event);
        });
      });
      return events;
    } finally {
      clearTimeout(silenceTimer);
      end(call);
    }
  }

  private async start<Call extends ReadCall | AppendCall>(start: (streams: StreamsClient) => Call): Promise<Call> {
    const started = this.client['GRPCStreamCreator'](services.StreamsClient, 'fairmark', (streams) => {
      const call = start(streams);
      // The caller handles errors, but may have given up on this call before it started.
      call.on('error', () => undefined);
      return call;
    })();
    try {
      return await within(attemptMs(this.settings), started);
    } catch (error) {
      // While the client looks for the leader, a call may start long after its timeout.
      started.then(end, () => undefined);
      throw error;
    }
  }
}

/** gRPC codes: invalid argument, failed precondition, out of range. */
const REFUSED = [3, 9, 11];
/** gRPC codes: not found, permission denied, unimplemented, unauthenticated. */
const BROKEN = [5, 7, 12, 16];

/**
 * Classifies a failed call. A follower names the leader under the code "not found", which counts as lost. So do unknown
 * codes: a retry with the same ids is safe.
 */
export function failureOf(error: unknown): Failure {
  const { code, metadata } = partsOf(error);
  if (typeof code !== 'number' || metadata?.get('exception')[0] === 'not-leader') return 'lost';
  if (REFUSED.includes(code)) return 'refused';
  return BROKEN.includes(code) ? 'broken' : 'lost';
}

/** Whether the server failed to read from a position, which it also reports when no event starts there. */
export const isUnreadable = (error: unknown): boolean => partsOf(error).code === 2;

/** gRPC errors have a code and metadata; errors within an answer have only a code. */
function partsOf(error: unknown): { code?: unknown; metadata?: { get(key: string): unknown[] } } {
  return typeof error === 'object' && error !== null ? error : {};
}
