import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { UUID } from '@fairmark/events';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidInput, Refusal } from './refusal.js';

/** Anything that carries a token: an HTTP request in its header, a socket's handshake in `auth` or its query. */
export interface Bearer {
  headers: { authorization?: string };
  auth?: { token?: unknown };
  query?: unknown;
}

const HEADER = /^Bearer +([\w.-]+)$/i;

/** The caller's token, not yet verified. @throws Refusal MISSING_AUTH_TOKEN, UNAUTHORIZED */
export function tokenOf({ headers, auth, query }: Bearer): string {
  const { authorization = '' } = headers;
  const inHeader = authorization === '' ? '' : HEADER.exec(authorization)?.[1];
  const token: unknown = auth === undefined ? inHeader : (auth.token ?? (query as Bearer['auth'])?.token ?? '');
  if (token === '') throw new Refusal('MISSING_AUTH_TOKEN');
  if (typeof token !== 'string') throw new Refusal('UNAUTHORIZED');
  return token;
}

/** A signed-in golfer, with the session that the token belongs to. */
export interface Caller {
  userId: string;
  sessionId: string;
}

/** Where a command comes from, according to its request. */
export interface RequestOrigin {
  requestId: string;
  /** Header `x-device-id`, a random UUID of the caller's installation. Events keep it, so it must contain no words. */
  deviceId: string | null;
  /** Header `idempotency-key`, a UUID: the same key means the same command. */
  idempotencyKey: string | null;
  /** Header `user-agent`. */
  userAgent: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard; absent on public routes. */
    caller?: Caller;
    /** Set before validation, so every handler has it. */
    origin: RequestOrigin;
  }
}

/** The caller of a request. @throws Error on a public route */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (caller === undefined) throw new Error('A public route has no caller');
  return caller;
}

/** Makes a decorator of handlers' parameters that takes the value from the request. */
export const fromRequest = (read: (request: FastifyRequest) => unknown) =>
  createParamDecorator((_: unknown, context: ExecutionContext) =>
    read(context.switchToHttp().getRequest<FastifyRequest>()),
  );

/** The caller of a route that needs one. */
export const Me = fromRequest(callerOf);

/** The caller's token. */
export const Token = fromRequest(tokenOf);

/** The origin of a request. */
export const Origin = fromRequest(({ origin }) => origin);

/** UUIDs, trace ids and those of proxies: words could mislead a reader of the log. */
const REQUEST_ID = /^[\da-f-]{16,64}$/i;

/** The origin of work that no request caused. */
export function internalOrigin(): RequestOrigin {
  return { requestId: randomUUID(), deviceId: null, idempotencyKey: null, userAgent: null };
}

/** The caller's request id if it is well formed, otherwise a new one. */
export function requestIdOf(request: { headers: IncomingHttpHeaders }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Adds the request id to every answer and sets the origin that handlers read. */
export function keepRequestOrigin(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  server.addHook('preValidation', (request, _reply, done) => {
    request.origin = {
      requestId: request.id,
      deviceId: uuidHeader(request, 'x-device-id'),
      idempotencyKey: uuidHeader(request, 'idempotency-key'),
      userAgent: request.headers['user-agent'] ?? null,
    };
    done();
  });
}

/** In lower case, so that each id is counted and stored in a single form. */
function uuidHeader(request: FastifyRequest, name: string): string | null {
  const id = request.headers[name]?.toString().toLowerCase();
  if (id === undefined) return null;
  if (!UUID.test(id)) throw invalidInput({ [name]: `${name} must be a UUID` });
  return id;
}
