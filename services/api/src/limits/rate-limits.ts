import { isIPv6 } from 'node:net';
import { Injectable, SetMetadata } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import { ASSETS_ROUTE } from '../http/assets-route.js';
import { TooManyRequests } from '../http/refusal.js';
import { RateLimiter, type Bucket } from './rate-limiter.js';

const MINUTE = 60;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;

/**
 * Every limit of the api. Those by address are sized for a clubhouse: 200 golfers behind one address, all of them playing,
 * or all of them signing up on the same evening. `RATE_LIMIT_SCALE` multiplies them.
 */
export const BUCKETS = {
  everyAddress: { name: 'address', points: 12_000, seconds: MINUTE },
  /** A page loads a dozen of the client's files, and half a dozen times a minute is more than anybody opens it. */
  asset: { name: 'asset', points: 24_000, seconds: MINUTE },
  /**
   * Requests of sockets by address: connections, attempts to say whose they are, and questions by polling, one a second for
   * each golfer. Apart from all others, so that a flood of them uses up nothing that scoring needs.
   */
  socket: { name: 'socket', points: 12_000, seconds: MINUTE },
  /**
   * What a socket is refused for, by address: no good token, no token at all, what is no packet, a connection that is not known.
   * A phone in order has none; when all sessions end at once, or a process that was polled starts again, each phone has one.
   */
  socketFault: { name: 'socket-fault', points: 300, seconds: MINUTE },
  /** Connections with https by address, before their handshake. A browser opens half a dozen, and keeps them. */
  handshake: { name: 'handshake', points: 6_000, seconds: MINUTE },
  everyUser: { name: 'user', points: 600, seconds: MINUTE },
  /** By address. */
  signIn: { name: 'sign-in', points: 1_000, seconds: QUARTER },
  /** By address and device that the account has signed in on. */
  signInDevice: { name: 'sign-in-device', points: 100, seconds: QUARTER },
  register: { name: 'register', points: 300, seconds: HOUR },
  askForMail: { name: 'ask-for-mail', points: 300, seconds: HOUR },
  openLink: { name: 'open-link', points: 1_000, seconds: QUARTER },
  courseSearch: { name: 'course-search', points: 2_400, seconds: MINUTE },
  /** Boards on walls: each asks once a minute at most, unless cards come in. */
  board: { name: 'board', points: 1_200, seconds: MINUTE },
  /** Other servers that show our adverts: two requests a minute for each course. */
  content: { name: 'content', points: 1_200, seconds: MINUTE },
  /** By golfer: pages of competitions, each with up to `competitionsPageMax` whole tables. */
  competitions: { name: 'competitions', points: 60, seconds: MINUTE },
  /** By golfer. A session that was left open must not become a password. */
  confirm: { name: 'confirm', points: 10, seconds: QUARTER },
  /** By golfer. Of a million codes three are right at any moment. */
  secondFactor: { name: 'second-factor', points: 10, seconds: HOUR },
  userSearch: { name: 'user-search', points: 60, seconds: MINUTE },
  settings: { name: 'settings', points: 30, seconds: MINUTE },
  score: { name: 'score', points: 240, seconds: MINUTE },
  /** Whole stories of rounds, each with every one of its events. */
  audit: { name: 'audit', points: 60, seconds: MINUTE },
  rebuild: { name: 'rebuild', points: 10, seconds: MINUTE },
  boardLinks: { name: 'board-links', points: 30, seconds: MINUTE },
  socketMessages: { name: 'socket-messages', points: 600, seconds: MINUTE },
} as const satisfies Record<string, Bucket>;

export type BucketName = keyof typeof BUCKETS;

export const ADDRESS_LIMIT = Symbol('address limit');
export const USER_LIMIT = Symbol('user limit');

/** A stricter limit of a route, by the caller's address, beside the one that every request counts in. */
export const LimitByAddress = (bucket: BucketName) => SetMetadata(ADDRESS_LIMIT, bucket);
/** A stricter limit of a route, by golfer. The route must need a token. */
export const LimitByUser = (bucket: BucketName) => SetMetadata(USER_LIMIT, bucket);

/** Takes uses from buckets; refuses when one is empty. */
@Injectable()
export class RateLimits {
  constructor(private readonly limiter: RateLimiter) {}

  /** @throws TooManyRequests with the time to wait */
  async take(bucket: BucketName, key: string): Promise<void> {
    const waitMs = await this.limiter.take(BUCKETS[bucket], key);
    if (waitMs !== null) throw new TooManyRequests(Math.ceil(waitMs / 1_000));
  }
}

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

const GROUPS_OF_A_NETWORK = 4;

/** Who a limit by address counts: an IPv4 address, or the /64 network that one IPv6 subscriber has to himself. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, GROUPS_OF_A_NETWORK);
  return groups.map((group) => group.toString(16)).join(':');
}
