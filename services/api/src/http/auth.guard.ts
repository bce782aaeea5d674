import { SetMetadata, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller.js';
import { Refusal } from './refusal.js';

const PUBLIC = Symbol('public');

/** Opens a route to callers without a token. Every other route needs one. */
export const Public = () => SetMetadata(PUBLIC, true);

/** Tells whose token it is. */
export interface Authenticator {
  /** @throws Refusal UNAUTHORIZED, EMAIL_UNVERIFIED */
  identify(token: string): Promise<Caller>;
}
export const AUTHENTICATOR = Symbol('AUTHENTICATOR');

const BEARER = /^Bearer +([\w.-]+)$/i;

/** Shuts every route that is not declared public. HTTP only: sockets are let in by their handshake. */
@Injectable()
export class AuthGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    @Inject(AUTHENTICATOR) private readonly authenticator: Authenticator,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http' || isPublic(this.reflector, context)) return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { authorization } = request.headers;
    if (authorization === undefined || authorization === '') throw new Refusal('MISSING_AUTH_TOKEN');
    const token = BEARER.exec(authorization)?.[1];
    if (token === undefined) throw new Refusal('UNAUTHORIZED');
    request.caller = await this.authenticator.identify(token);
    return true;
  }
}

/** Whether a handler or its controller is declared public. */
export function isPublic(reflector: Reflector, context: Pick<ExecutionContext, 'getHandler' | 'getClass'>): boolean {
  return reflector.getAllAndOverride<boolean | undefined>(PUBLIC, [context.getHandler(), context.getClass()]) === true;
}
