import { randomUUID } from 'node:crypto';
import type { MatchAnswer, ScoreAnswer, ServerEvent, Gender } from '@fairmark/contract';
import { Caller } from '@fairmark/api/testing/caller';
import { addGolfer, PASSWORD } from '@fairmark/projector/testing/rows';
import type pg from 'pg';
import { io, type Socket } from 'socket.io-client';
import { eventually, onThisMachine } from '@fairmark/events/testing/eventually';

/** An answer as received. */
export interface Answer<Body = Record<string, unknown>> {
  status: number;
  body: Body & { error?: { code: string; message: string; details?: Record<string, unknown> } };
}

export interface CallOptions {
  /** Idempotency-Key; by default a new one for every command. */
  key?: string;
  timeoutMs?: number;
  /** Another api process than the golfer's usual one. */
  base?: string;
  /** UUID of the golfer's installation; none by default. */
  device?: string;
  /** The id in the api's log; by default the api's own. */
  requestId?: string;
}

/** A request as it goes over the wire. */
export interface Sent {
  method: string;
  headers: Record<string, string>;
  body: string | undefined;
  signal: AbortSignal;
}

export interface Profile {
  name: string;
  gender: Gender;
  handicap: number;
  golflinkNumber?: string;
}

const CALL_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 5_000;
export { PASSWORD };

/** A golfer with a phone: calls the api over HTTP and listens on a socket, like the client. */
export class Golfer extends Caller<CallOptions> {
  token = '';
  id = '';
  socket: Socket | null = null;
  /** Socket events in order of arrival. */
  readonly heard: { event: string; payload: Record<string, unknown> }[] = [];

  constructor(
    readonly base: string,
    readonly profile: Profile,
    readonly email = `${profile.name.toLowerCase().replaceAll(' ', '.')}.${randomUUID().slice(0, 8)}@golfers.example`,
    /** An authority that the phone trusts besides the usual ones. */
    protected readonly trust: { ca?: string } = {},
  ) {
    super();
  }

  get handicap(): number {
    return this.profile.handicap;
  }

  async call<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<Answer<Body>> {
    const headers: Record<string, string> = {};
    if (this.token !== '') headers.authorization = `Bearer ${this.token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (method !== 'GET') headers['idempotency-key'] = options.key ?? randomUUID();
    if (options.device !== undefined) headers['x-device-id'] = options.device;
    if (options.requestId !== undefined) headers['x-request-id'] = options.requestId;
    const { status, said } = await this.sends(`${options.base ?? this.base}${path}`, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: AbortSignal.timeout(options.timeoutMs ?? onThisMachine(CALL_TIMEOUT_MS)),
    });
    return { status, body: (said === '' ? {} : JSON.parse(said)) as Answer<Body>['body'] };
  }

  protected async sends(url: string, sent: Sent): Promise<{ status: number; said: string }> {
    const response = await fetch(url, sent);
    return { status: response.status, said: await response.text() };
  }

  /** Gets an account in the database, for stories that are not about signing up, and signs in. */
  async hasAccount(database: pg.Pool): Promise<this> {
    const { name: fullName, ...profile } = this.profile;
    await addGolfer(database, { fullName, email: this.email, ...profile });
    return this.signsIn();
  }

  /** The body that creates the account. */
  get registration() {
    const { name: fullName, gender, handicap, golflinkNumber = '1234567' } = this.profile;
    return { email: this.email, password: PASSWORD, fullName, golflinkNumber, handicap, gender };
  }

  /** Creates the account, opens the link in the mail, and signs in. */
  async signsUp(linkFromMail: (email: string) => Promise<URL>): Promise<this> {
    await this.does('POST', '/api/auth/register', this.registration);
    const link = await linkFromMail(this.email);
    await this.does('GET', `/api/auth/verify-email?token=${link.searchParams.get('token')}`);
    return this.signsIn();
  }

  async signsIn(password = PASSWORD): Promise<this> {
    const { token, user } = await this.does<{ token: string; user: { id: string } }>('POST', '/api/auth/login', {
      email: this.email,
      password,
    });
    this.token = token;
    this.id = user.id;
    return this;
  }

  /** Required before deleting the account. Earlier releases have no such route. */
  async confirmsPassword(options: CallOptions = {}): Promise<void> {
    const { status } = await this.call('POST', '/api/auth/confirm-password', { password: PASSWORD }, options);
    if (status !== 200 && status !== 404) throw new Error(`${this.profile.name}: the password was refused: ${status}`);
  }

  /** Opens the socket and waits until the server has accepted it. */
  async listens(base = this.base, transports: ('websocket' | 'polling')[] = ['websocket']): Promise<this> {
    // With cookies, like a browser: a proxy may use them to keep a polling phone at one api.
    const auth = { token: this.token };
    const socket = io(base, { auth, transports, forceNew: true, withCredentials: true, ...this.trust });
    socket.onAny((event: string, payload: Record<string, unknown>) => this.heard.push({ event, payload }));
    this.socket = socket;
    await eventually(() => socket.connected, 'the socket connects', SOCKET_TIMEOUT_MS);
    return this;
  }

  async emits(event: string, payload: unknown): Promise<Record<string, unknown>> {
    if (this.socket === null) throw new Error('No socket');
    return (await this.socket.timeout(onThisMachine(SOCKET_TIMEOUT_MS)).emitWithAck(event, payload)) as Record<
      string,
      unknown
    >;
  }

  async hears(event: ServerEvent, about: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
    const match = () =>
      this.heard.find(
        (one) => one.event === event && Object.entries(about).every(([key, value]) => one.payload[key] === value),
      );
    await eventually(() => match() !== undefined, `${this.profile.name} hears ${event}`, SOCKET_TIMEOUT_MS);
    return match()?.payload ?? {};
  }

  hangsUp(): void {
    this.socket?.disconnect();
    this.socket = null;
  }

  match(matchId: string): Promise<MatchAnswer> {
    return this.does<MatchAnswer>('GET', `/api/match/${matchId}`);
  }

  scores(
    matchId: string,
    holeNumber: number,
    strokes: number,
    { userId, ...options }: CallOptions & { userId?: string } = {},
  ): Promise<Answer<ScoreAnswer>> {
    return this.call<ScoreAnswer>('POST', '/api/match/score', { matchId, holeNumber, strokes, userId }, options);
  }

  /** Enters a score that has to be accepted, on my own card or on that of a player I mark. */
  async enters(matchId: string, holeNumber: number, strokes: number, userId?: string): Promise<ScoreAnswer> {
    const { status, body } = await this.scores(matchId, holeNumber, strokes, { userId });
    if (status < 300) return body;
    throw new Error(`${this.profile.name} hole ${holeNumber}: ${status} ${JSON.stringify(body)}`);
  }

  /** Enters a whole card, hole by hole. */
  async entersCard(matchId: string, card: readonly number[], userId?: string): Promise<void> {
    for (const [index, strokes] of card.entries()) await this.enters(matchId, index + 1, strokes, userId);
  }

  /** Signs my card, or that of a player I mark. Returns the position of the signature. */
  signs(matchId: string, userId?: string): Promise<{ position: string; log: string }> {
    return this.does('POST', `/api/match/${matchId}/verify`, userId === undefined ? undefined : { userId });
  }
}
