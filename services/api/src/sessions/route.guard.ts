import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { isPublic } from '../http/caller.js';
import { ADDRESS_LIMIT, addressKey, RateLimits, USER_LIMIT, type BucketName } from '../limits/rate-limits.js';
import { Authentication } from './authentication.js';

/**
 * Stands before every route, the cheapest question first: a stricter limit by address, whose request it is unless the route is
 * public, and limits by golfer. Sockets are guarded by their handshake.
 */
@Injectable()
export class RouteGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
    private readonly authentication: Authentication,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const limit = (kind: symbol) => this.reflector.get<BucketName | undefined>(kind, context.getHandler());
    const byAddress = limit(ADDRESS_LIMIT);
    if (byAddress !== undefined) await this.limits.take(byAddress, addressKey(request.ip));
    if (isPublic(this.reflector, context)) return true;

    request.caller = await this.authentication.identify(request);
    await this.limits.take('everyUser', request.caller.userId);
    const byUser = limit(USER_LIMIT);
    if (byUser !== undefined) await this.limits.take(byUser, request.caller.userId);
    return true;
  }
}
