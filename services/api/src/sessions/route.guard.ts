import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { BoardLinks } from '../board/board-links.js';
import { OPEN_TO_BOARDS } from '../board/open-to-boards.js';
import { isPublic } from '../http/caller.js';
import { ADDRESS_LIMIT, addressKey, RateLimits, USER_LIMIT, type BucketName } from '../limits/rate-limits.js';
import { Refusal } from '../http/refusal.js';
import { Authentication } from './authentication.js';

/** What a route was declared to be. */
interface Declared {
  byAddress: BucketName | undefined;
  byUser: BucketName | undefined;
  isPublic: boolean;
  openToBoards: boolean;
}

/**
 * Stands before every route, the cheapest question first: a stricter limit by address, whose request it is unless the route is
 * public or a board's, and limits by golfer. Sockets are guarded by their handshake.
 */
@Injectable()
export class RouteGuard implements CanActivate {
  /** By handler: as many as there are routes. */
  private readonly declared = new Map<unknown, Declared>();

  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
    private readonly authentication: Authentication,
    private readonly links: BoardLinks,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { byAddress, byUser, isPublic: isOpen, openToBoards } = this.declaredOf(context);
    if (byAddress !== undefined) await this.limits.take(byAddress, addressKey(request.ip));
    if (isOpen) return true;
    if (openToBoards && (await this.isBoardOf(request))) return true;

    request.caller = await this.authentication.identify(request);
    await this.limits.take('everyUser', request.caller.userId);
    if (byUser !== undefined) await this.limits.take(byUser, request.caller.userId);
    return true;
  }

  private declaredOf(context: ExecutionContext): Declared {
    const handler = context.getHandler();
    const known = this.declared.get(handler);
    if (known !== undefined) return known;
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

  /** Whether a board's link came instead of a golfer's token. @throws Refusal FORBIDDEN where it is of another course */
  private async isBoardOf(request: FastifyRequest): Promise<boolean> {
    const link = await this.links.open(request);
    if (link === null) return false;
    await this.limits.take('everyUser', link.linkId);
    const { id } = request.params as { id?: string };
    if (id?.toLowerCase() !== link.courseId) throw new Refusal('FORBIDDEN');
    return true;
  }
}
