import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiSecurity } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.js';

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

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard; absent on public routes. */
    caller?: Caller;
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

/** Opens a route, or every route of a controller, to callers without a token. Every other route needs one. */
export const Public = () => applyDecorators(WithoutToken(), ApiSecurity({}));
/** What the guard reads of `Public`. */
export const WithoutToken = Reflector.createDecorator<void, true>({ transform: () => true });
/** Opens a route to board links besides golfers. Its path parameter `:id` names a course, which must be the link's. */
export const OpenToBoards = Reflector.createDecorator<void, true>({ transform: () => true });
