import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidInput } from './refusal.js';

/** Where a command comes from, as its request says. */
export interface RequestOrigin {
  requestId: string;
  /** A random UUID of the caller's installation, header `x-device-id`: it stays in events, so it may carry no words. */
  deviceId: string | null;
  /** Header `idempotency-key`, a UUID: the same key is the same command. */
  idempotencyKey: string | null;
  /** What the caller's browser says of itself. */
  userAgent: string | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set once the body is there; every route's handler has it. */
    origin: RequestOrigin;
  }
}

const REQUEST_ID = /^[\w-]{8,64}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The origin of a request. */
export const Origin = createParamDecorator(
  (_: unknown, context: ExecutionContext): RequestOrigin => context.switchToHttp().getRequest<FastifyRequest>().origin,
);

/** The origin of what no request asks for. */
export function originOfOurOwn(): RequestOrigin {
  return { requestId: randomUUID(), deviceId: null, idempotencyKey: null, userAgent: null };
}

/** The caller's request id where it is a harmless one, else a new one. */
export function requestIdOf(request: { headers: IncomingHttpHeaders }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Says every request's id in its answer and gives its handler the origin. */
export function keepRequestOrigin(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  server.decorateRequest('origin');
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

/** In small letters: what is counted or stored by it knows one form of it. */
function uuidHeader(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  if (value === undefined) return null;
  if (typeof value !== 'string' || !UUID.test(value)) throw invalidInput({ [name]: `${name} must be a UUID` });
  return value.toLowerCase();
}
