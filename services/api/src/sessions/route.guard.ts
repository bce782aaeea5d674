import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { BoardLinks } from '../board/board-links.js';
import { OPEN_TO_BOARDS } from '../board/open-to-boards.js';
import { isPublic } from '../http/caller.js';
import { ADDRESS_LIMIT, addressKey, RateLimits, USER_LIMIT, type BucketName } from '../limits/rate-limits.js';
import { Refusal } from '../http/refusal.js';
import { Authentication } from './authentication.js';

/** The declarations of a route. */
interface Declarations {
  byAddress: BucketName | undefined;
  byUser: BucketName | undefined;
  isPublic: boolean;
  openToBoards: boolean;
}

/**
 * Guards every route, cheapest check first: the stricter limit by address, then the caller's identity unless the route
 * is public or serves a board, then limits by golfer. Sockets are guarded by their handshake.
 */
@Injectable()
export class RouteGuard implements CanActivate {
  /** By handler; bounded by the number of routes. */
  private readonly declared = new Map<unknown, Declarations>();

  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
    private readonly authentication: Authentication,
    private readonly links: BoardLinks,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { byAddress, byUser, isPublic: isOpen, openToBoards } = this.declarationsOf(context);
    if (byAddress !== undefined) await this.limits.take(byAddress, addressKey(request.ip));
    if (isOpen) return true;
    if (openToBoards && (await this.isBoardOf(request))) return true;

    request.caller = await this.authentication.identify(request);
    await this.limits.take('everyUser', request.caller.userId);
    if (request.method !== 'GET') await this.limits.take('command', request.caller.userId);
    if (byUser !== undefined) await this.limits.take(byUser, request.caller.userId);
    return true;
  }

  private declarationsOf(context: ExecutionContext): Declarations {
    const handler = context.getHandler();
    const cached = this.declared.get(handler);
    if (cached !== undefined) return cached;
    const { reflector } = this;
    const declared = {
      byAddress: reflector.get<BucketName | undefined>(ADDRESS_LIMIT, handler),
      byUser: reflector.get<BucketName | undefined>(USER_LIMIT, handler),
      isPublic: isPublic(reflector, context),
      openToBoards: reflector.get<boolean | undefined>(OPEN_TO_BOARDS, handler) === true,
    };
    this.declared.set(handler, declared);
    return declared;
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
