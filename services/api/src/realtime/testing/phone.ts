import type { ErrorAnswer, MatchHint, ServerEvent, SocketAck } from '@fairmark/contract';
import { eventually } from '@fairmark/events/testing/eventually';
import { io, type Socket } from 'socket.io-client';

export interface Heard {
  event: ServerEvent;
  payload: Partial<MatchHint> & Record<string, unknown>;
}

type ConnectOptions = Parameters<typeof io>[1];

const WITHIN_MS = 10_000;

const open: Phone[] = [];
afterEach(() => {
  for (const phone of open.splice(0)) phone.close();
});

/** A golfer's socket that remembers what it heard. It is closed after the test that opened it. */
export class Phone {
  readonly heard: Heard[] = [];
  /** What the server said when it turned the phone away; the reason of the transport where it said nothing. */
  refusals: (ErrorAnswer | string)[] = [];
  /** Why the connection ended, each time it did. */
  readonly ends: string[] = [];
  readonly socket: Socket;

  constructor(url: string, options: ConnectOptions) {
    open.push(this);
    this.socket = io(url, { transports: ['websocket'], forceNew: true, reconnectionDelay: 50, ...options });
    this.socket.onAny((event: ServerEvent, payload: Heard['payload']) => this.heard.push({ event, payload }));
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

  /** Asks, and waits for the acknowledgement. */
  async ask(event: string, ...payload: unknown[]): Promise<Partial<ErrorAnswer> & SocketAck> {
    const answer: Partial<ErrorAnswer> & SocketAck = await this.socket
      .timeout(WITHIN_MS)
      .emitWithAck(event, ...payload);
    return answer;
  }

  /** Joins a match and answers the revision that was acknowledged. */
  async joins(matchId: string): Promise<bigint> {
    const answer = await this.ask('join_lobby', { matchId });
    if (!('revision' in answer)) throw new Error(`Not joined: ${JSON.stringify(answer)}`);
    return BigInt(answer.revision ?? -1);
  }

  /** Waits for an event; `about` are fields that its payload has. */
  async hears(event: ServerEvent, about: Heard['payload'] = {}): Promise<Heard['payload']> {
    const matches = (heard: Heard): boolean =>
      heard.event === event && Object.entries(about).every(([key, value]) => heard.payload[key] === value);
    await eventually(
      () => this.heard.some(matches),
      () => `${event} ${JSON.stringify(about)}; heard: ${JSON.stringify(this.heard)}`,
    );
    return this.heard.find(matches)?.payload ?? {};
  }

  /** Names of the events heard so far, in order. */
  get events(): ServerEvent[] {
    return this.heard.map(({ event }) => event);
  }

  close(): void {
    this.socket.disconnect();
  }
}
