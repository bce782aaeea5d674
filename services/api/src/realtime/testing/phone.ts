import type { ErrorAnswer, MatchHint, ServerEvent, SocketAck } from '@fairmark/contract';
import { eventually, onThisMachine } from '@fairmark/events/testing/eventually';
import { io, type Socket } from 'socket.io-client';

export interface Received {
  event: ServerEvent;
  payload: Partial<MatchHint> & Record<string, unknown>;
}

type ConnectOptions = Parameters<typeof io>[1];

const WITHIN_MS = 10_000;

const open: Phone[] = [];
afterEach(() => {
  for (const phone of open.splice(0)) phone.close();
});

/** A golfer's socket that records received events. It is closed after the test that opened it. */
export class Phone {
  readonly received: Received[] = [];
  /** Refusals of the server, or of the transport where the server gave none. */
  refusals: (ErrorAnswer | string)[] = [];
  /** The reason for each end of the connection. */
  readonly ends: string[] = [];
  readonly socket: Socket;

  constructor(url: string, options: ConnectOptions) {
    open.push(this);
    this.socket = io(url, { transports: ['websocket'], forceNew: true, reconnectionDelay: 50, ...options });
    this.socket.onAny((event: ServerEvent, payload: Received['payload']) => this.received.push({ event, payload }));
    this.socket.on('connect_error', (error: Error & { data?: ErrorAnswer }) =>
      this.refusals.push(error.data ?? error.message),
    );
    this.socket.on('disconnect', (reason) => this.ends.push(reason));
  }

  static async connect(url: string, token: string, options: ConnectOptions = {}): Promise<Phone> {
    const phone = new Phone(url, { auth: { token }, ...options });
    await phone.connected();
    return phone;
  }

  async connected(): Promise<this> {
    await eventually(
      () => this.socket.connected,
      () => `a connection; refused: ${JSON.stringify(this.refusals)}`,
    );
    return this;
  }

  async refused(): Promise<ErrorAnswer | string> {
    await eventually(() => this.refusals.length > 0, 'a refusal');
    return this.refusals[0] ?? '';
  }

  async ended(): Promise<string> {
    await eventually(() => this.ends.length > 0, 'the end of the connection');
    return this.ends[0] ?? '';
  }

  /** Sends a message, and waits for the acknowledgement. */
  async ask(event: string, ...payload: unknown[]): Promise<Partial<ErrorAnswer> & SocketAck> {
    const answer: Partial<ErrorAnswer> & SocketAck = await this.socket
      .timeout(onThisMachine(WITHIN_MS))
      .emitWithAck(event, ...payload);
    return answer;
  }

  /** Joins a match and answers the revision that was acknowledged. */
  async joins(matchId: string): Promise<bigint> {
    const answer = await this.ask('join_lobby', { matchId });
    if (!('revision' in answer)) throw new Error(`Not joined: ${JSON.stringify(answer)}`);
    return BigInt(answer.revision ?? -1);
  }

  /** Waits for an event; `about` are fields of its payload. */
  async receives(event: ServerEvent, about: Received['payload'] = {}): Promise<Received['payload']> {
    const matches = (received: Received): boolean =>
      received.event === event && Object.entries(about).every(([key, value]) => received.payload[key] === value);
    await eventually(
      () => this.received.some(matches),
      () => `${event} ${JSON.stringify(about)}; received: ${JSON.stringify(this.received)}`,
    );
    return this.received.find(matches)?.payload ?? {};
  }

  /** Names of the events received so far, in order. */
  get events(): ServerEvent[] {
    return this.received.map(({ event }) => event);
  }

  close(): void {
    this.socket.disconnect();
  }
}
