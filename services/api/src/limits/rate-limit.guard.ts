import { isIPv6 } from 'node:net';
import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ASSETS_ROUTE } from '../http/assets-route.js';
import { ADDRESS_LIMIT, RateLimits, USER_LIMIT, type BucketName } from './rate-limits.js';

/**
 * Counts every request by its address before anything is read or looked up for it, whether it has a route or not. Assets have a
 * count of their own: a clubhouse that opens its phones must not use up what it scores with. Stands after the hook that sets
 * the headers: a request that is turned away here goes to no later one.
 */
export function limitAddresses(server: FastifyInstance, limits: RateLimits): void {
  server.addHook('onRequest', (request) => {
    const bucket = request.routeOptions.url === ASSETS_ROUTE ? 'asset' : 'everyAddress';
    return limits.take(bucket, addressKey(request.ip));
  });
}

/** Counts requests of routes with a stricter limit by address, before it is found out whose they are. */
@Injectable()
export class AddressLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const bucket = this.reflector.get<BucketName | undefined>(ADDRESS_LIMIT, context.getHandler());
    if (bucket === undefined) return true;
    await this.limits.take(bucket, addressKey(context.switchToHttp().getRequest<FastifyRequest>().ip));
    return true;
  }
}

/** Counts every request of a signed-in golfer. Stands after the guard that finds out who it is. */
@Injectable()
export class UserLimitGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly limits: RateLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (context.getType() !== 'http') return true;
    const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
    if (caller === undefined) return true;
    await this.limits.take('everyUser', caller.userId);
    const bucket = this.reflector.get<BucketName | undefined>(USER_LIMIT, context.getHandler());
    if (bucket !== undefined) await this.limits.take(bucket, caller.userId);
    return true;
  }
}

const GROUPS_OF_A_NETWORK = 4;

/** Who a limit by address counts: an IPv4 address, or the /64 network that one IPv6 subscriber has to himself. */
export function addressKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const first = head === '' ? [] : head.split(':');
  const last = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  return groups
    .slice(0, GROUPS_OF_A_NETWORK)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
