import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorCode } from '@fairmark/contract';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** What a call was refused with. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(
    call: string,
    readonly status: number,
    readonly code: ErrorCode,
  ) {
    super(`${call} was refused: ${status} ${code}`);
  }
}

export interface SentCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  /** Idempotency-Key. */
  key?: string;
  /** Becomes the events' correlation id. */
  requestId?: string;
}

interface Answer {
  error?: { code: ErrorCode };
}

const TRIES = 6;
const PAUSE_MS = 100;
const DEVICE = 'de300000-0000-4000-8000-000000000000';

/** A golfer's phone: speaks to the api's routes, in this process and without a network, as any client does. */
export class Phone {
  private token: string | null = null;

  constructor(private readonly app: NestFastifyApplication) {}

  /** @throws Refused by the email or the password */
  async signIn(email: string, password: string): Promise<string> {
    const sent: SentCall = { method: 'POST', path: '/api/auth/login', body: { email, password } };
    const { token, user } = await this.call<{ token: string; user: { id: string } }>(sent);
    this.token = token;
    return user.id;
  }

  async signOut(): Promise<void> {
    if (this.token === null) return;
    await this.call({ method: 'POST', path: '/api/auth/logout', body: {} });
    this.token = null;
  }

  /**
   * What the api answers. When it cannot say (5xx), the same call is sent again under its key.
   *
   * @throws Refused
   */
  async call<Body extends object>(sent: SentCall): Promise<Body> {
    for (let tries = 1; ; tries += 1) {
      const response = await this.send(sent);
      const status = response.statusCode;
      if (status < 300) return response.json<Body>();
      const { error } = response.json<Answer>();
      if (status < 500 || tries === TRIES) {
        throw new Refused(`${sent.method} ${sent.path}`, status, error?.code ?? 'GENERIC');
      }
      await pause(PAUSE_MS * 2 ** tries);
    }
  }

  private send({ method, path, body, key, requestId }: SentCall) {
    return this.app.inject({
      method,
      url: path,
      headers: {
        'x-device-id': DEVICE,
        ...(this.token === null ? {} : { authorization: `Bearer ${this.token}` }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
      },
      ...(body === undefined ? {} : { payload: body }),
    });
  }
}
