import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { invalidInput } from './refusal.js';

/** What belongs to one request wherever its work is done. */
export interface RequestContext {
  requestId: string;
  /** A random UUID of the caller's installation, header `x-device-id`: it stays in events, so it may carry no words. */
  deviceId: string | null;
  /** Header `idempotency-key`, a UUID: the same key is the same command. */
  idempotencyKey: string | null;
  /** What the caller's browser says of itself. */
  userAgent: string | null;
}

const REQUEST_ID = /^[\w-]{8,64}$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const storage = new AsyncLocalStorage<RequestContext>();

/** The context of the request that is being answered. Outside of one: a context of its own. */
export function requestContext(): RequestContext {
  return storage.getStore() ?? { requestId: randomUUID(), deviceId: null, idempotencyKey: null, userAgent: null };
}

/** The caller's request id where it is a harmless one, else a new one. */
export function requestIdOf(request: { headers: IncomingHttpHeaders }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

/** Says every request's id in its answer and gives its handler the context. */
export function keepRequestContext(server: FastifyInstance): void {
  server.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  // Not before the body is there: it arrives on the connection's own events, which are outside of any context.
  server.addHook('preValidation', (request, _reply, done) => {
    const context: RequestContext = {
      requestId: request.id,
      deviceId: uuidHeader(request, 'x-device-id'),
      idempotencyKey: uuidHeader(request, 'idempotency-key'),
      userAgent: request.headers['user-agent'] ?? null,
    };
    storage.run(context, done);
  });
}

/** In small letters: what is counted or stored by it knows one form of it. */
function uuidHeader(request: FastifyRequest, name: string): string | null {
  const value = request.headers[name];
  if (value === undefined) return null;
  if (typeof value !== 'string' || !UUID.test(value)) throw invalidInput({ [name]: `${name} must be a UUID` });
  return value.toLowerCase();
}
