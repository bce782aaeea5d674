import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { UUID } from '@fairmark/events';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fromRequest } from './caller.js';
import { invalidInput } from './refusal.js';

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
    /** Set before validation, so every handler has it. */
    origin: RequestOrigin;
  }
}

/** UUIDs, trace ids and those of proxies: words could mislead a reader of the log. */
const REQUEST_ID = /^[\da-f-]{16,64}$/i;

/** The origin of a request. */
export const Origin = fromRequest(({ origin }) => origin);

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
