import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { BoardLinks } from '../board/board-links.js';
import { OpenToBoards, WithoutToken } from '../http/routes.js';
import { addressKey, LimitByAddress, LimitByUser, RateLimits, type BucketName } from '../limits/rate-limits.js';
import { Refusal } from '../http/refusal.js';
import { Sessions } from './sessions.js';

/** Guards every route, cheapest check first. Sockets are guarded by their handshake. */
@Injectable()
export class RouteGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
    private readonly sessions: Sessions,
    private readonly links: BoardLinks,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const handler = context.getHandler();
    const byAddress: BucketName | undefined = this.reflector.get(LimitByAddress, handler);
    const byUser: BucketName | undefined = this.reflector.get(LimitByUser, handler);
    if (byAddress !== undefined) await this.limits.take(byAddress, addressKey(request.ip));
    if (this.reflector.getAllAndOverride(WithoutToken, [handler, context.getClass()])) return true;
    if (this.reflector.get(OpenToBoards, handler) && (await this.isBoardOf(request))) return true;

    request.caller = await this.sessions.identify(request);
    await this.limits.take('everyUser', request.caller.userId);
    if (request.method !== 'GET') await this.limits.take('command', request.caller.userId);
    if (byUser !== undefined) await this.limits.take(byUser, request.caller.userId);
    return true;
  }

  /** Whether the request carries a board link. @throws Refusal FORBIDDEN for another course's link */
  private async isBoardOf(request: FastifyRequest): Promise<boolean> {
    const link = await this.links.open(request);
    if (link === null) return false;
    await this.limits.take('everyUser', link.linkId);
    const { id } = request.params as { id?: string };
    if (id?.toLowerCase() !== link.courseId) throw new Refusal('FORBIDDEN');
    return true;
  }
}
