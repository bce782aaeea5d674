import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import ipaddr from 'ipaddr.js';
import { TooManyRequests } from '../http/refusal.js';
import { ASSETS_ROUTE } from '../http/request-log.js';
import { RateLimiter, type Bucket } from './rate-limiter.js';

const MINUTE = 60;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;

/**
 * Every rate limit of the api. Limits by address are sized for a clubhouse: 200 golfers behind one address, all playing
 * or all signing up on the same evening. `RATE_LIMIT_SCALE` multiplies every limit.
 */
export const BUCKETS = {
  everyAddress: { name: 'address', points: 12_000, seconds: MINUTE },
  /** A page loads a dozen of the client's files; no golfer needs half a dozen page loads a minute. */
  asset: { name: 'asset', points: 24_000, seconds: MINUTE },
  /**
   * Socket requests by address: connections, authentication attempts, and polling requests, one a second for each
   * golfer. Counted separately, so that a flood of them uses up nothing that scoring needs.
   */
  socket: { name: 'socket', points: 12_000, seconds: MINUTE },
  /**
   * Refused socket requests by address: an invalid or missing token, a malformed packet, an unknown connection. A
   * healthy phone causes one only when every session ends at the same time, or when the process it polls restarts.
   */
  socketFault: { name: 'socket-fault', points: 300, seconds: MINUTE },
  /** TLS connections by address, counted before the handshake. A browser opens half a dozen and keeps them. */
  handshake: { name: 'handshake', points: 6_000, seconds: MINUTE },
  everyUser: { name: 'user', points: 600, seconds: MINUTE },
  /** By address. */
  signIn: { name: 'sign-in', points: 1_000, seconds: QUARTER },
  /** By address and device, for devices that the account has signed in on before. */
  signInDevice: { name: 'sign-in-device', points: 100, seconds: QUARTER },
  register: { name: 'register', points: 300, seconds: HOUR },
  askForMail: { name: 'ask-for-mail', points: 300, seconds: HOUR },
  openLink: { name: 'open-link', points: 1_000, seconds: QUARTER },
  courseSearch: { name: 'course-search', points: 2_400, seconds: MINUTE },
  /** Boards on walls: each refreshes at most once a minute, unless cards come in. */
  board: { name: 'board', points: 1_200, seconds: MINUTE },
  /** Other servers that show our adverts: two requests a minute for each course. */
  content: { name: 'content', points: 1_200, seconds: MINUTE },
  /** By golfer: pages of competitions, each with up to `competitionsPageMax` whole tables. */
  competitions: { name: 'competitions', points: 60, seconds: MINUTE },
  /** By golfer: a session left open must not help to guess the password. */
  confirm: { name: 'confirm', points: 10, seconds: QUARTER },
  /** By golfer. Of a million codes, three are valid at any moment. */
  secondFactor: { name: 'second-factor', points: 10, seconds: HOUR },
  userSearch: { name: 'user-search', points: 60, seconds: MINUTE },
  settings: { name: 'settings', points: 30, seconds: MINUTE },
  /** By golfer: commands, as one that is sent again reads its whole match, and histories of cards, which do too. */
  command: { name: 'command', points: 240, seconds: MINUTE },
  /** Audit trails, each with every event of its round. */
  audit: { name: 'audit', points: 60, seconds: MINUTE },
  rebuild: { name: 'rebuild', points: 10, seconds: MINUTE },
  boardLinks: { name: 'board-links', points: 30, seconds: MINUTE },
  socketMessages: { name: 'socket-messages', points: 600, seconds: MINUTE },
} as const satisfies Record<string, Bucket>;

export type BucketName = keyof typeof BUCKETS;

/** A stricter limit for a route, by the caller's address, on top of the limit that counts every request. */
export const LimitByAddress = Reflector.createDecorator<BucketName>();
/** A stricter limit for a route, by golfer. The route must require a token. */
export const LimitByUser = Reflector.createDecorator<BucketName>();

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
 * Counts every request by address before anything is parsed or looked up, even if no route matches. Assets are counted
 * separately: a clubhouse opening the client on its phones must not use up the limit that scoring needs. Register it
 * after the hook that sets the headers, because a request refused here reaches no later hook.
 */
export function limitAddresses(server: FastifyInstance, limits: RateLimits): void {
  server.addHook('onRequest', (request) => {
    const bucket = request.routeOptions.url === ASSETS_ROUTE ? 'asset' : 'everyAddress';
    return limits.take(bucket, addressKey(request.ip));
  });
}

const NETWORK_GROUPS = 4;

/** The key of limits by address: an IPv4 address, or the /64 network that an IPv6 subscriber has to himself. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, NETWORK_GROUPS);
  return groups.map((group) => group.toString(16)).join(':');
}
