import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { Reflector } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { Redis } from 'ioredis';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { TooManyRequests } from '../http/refusal.js';
import { ASSETS_ROUTE } from '../http/request-log.js';
import type { Config, Logger } from '../platform/tokens.js';

/** At most `points` uses per key within `seconds`. */
export interface Bucket {
  name: string;
  points: number;
  seconds: number;
}

const MINUTE = 60;
const QUARTER = 15 * MINUTE;
const HOUR = 60 * MINUTE;

/** Limits by address allow a clubhouse: 200 golfers behind one, all playing or signing up on the same evening. */
export const BUCKETS = {
  everyAddress: { name: 'address', points: 12_000, seconds: MINUTE },
  /** A page loads a dozen of the client's files; no golfer needs half a dozen page loads a minute. */
  asset: { name: 'asset', points: 24_000, seconds: MINUTE },
  /** By address: files of the API's page, compressed for each request, up to 1.6 MB; opening it loads six. */
  apiPage: { name: 'api-page', points: 120, seconds: MINUTE },
  /** By address: connections, authentication attempts, and polling requests, one a second for each golfer. */
  socket: { name: 'socket', points: 12_000, seconds: MINUTE },
  /** By address: a bad token or packet, or an unknown connection, as every phone sends when its process restarts. */
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

/** If Redis takes longer, this process counts the use itself: a limit never delays a score. */
const COMMAND_TIMEOUT_MS = 250;
/** If Redis stays silent for this long, the connection is closed, so that nothing keeps waiting for it. */
const SOCKET_TIMEOUT_MS = 1_000;
const PREFIX = 'fairmark:limit:';

/**
 * Counts uses here, or in the Redis that the configuration names for several processes, which may lose them; while it is
 * unreachable each counts its own. Keys are hashed there, because some are email addresses.
 */
export class RateLimits {
  private readonly limiters = new Map<string, RateLimiterAbstract>();
  private readonly redis: Redis | null;

  constructor(
    private readonly config: Pick<Config, 'rateLimitScale' | 'redisUrl'>,
    logger: Logger,
  ) {
    const { redisUrl } = config;
    this.redis = redisUrl === undefined ? null : connect(redisUrl, logger);
  }

  /** Whether counts currently go to Redis. */
  get shared(): boolean {
    return this.redis?.status === 'ready';
  }

  /** Closes the connection to Redis. */
  close(): void {
    this.redis?.disconnect();
  }

  /** The first use of a key starts its window and fixes its length. @throws TooManyRequests with the time to wait */
  async take(from: BucketName | Bucket, key: string): Promise<void> {
    const bucket = typeof from === 'string' ? BUCKETS[from] : from;
    try {
      await this.limiterOf(bucket).consume(this.keyOf(key), 1, { customDuration: bucket.seconds });
    } catch (answer) {
      if (!(answer instanceof RateLimiterRes)) throw answer;
      throw new TooManyRequests(Math.ceil(Math.max(1, answer.msBeforeNext) / 1_000));
    }
  }

  /** Counts a use even if the bucket is exhausted, and returns the count so far. */
  async count(bucket: Bucket, key: string): Promise<number> {
    return (await this.limiterOf(bucket).penalty(this.keyOf(key))).consumedPoints;
  }

  /** Takes one counted use back. */
  async uncount(bucket: Bucket, key: string): Promise<void> {
    await this.limiterOf(bucket).reward(this.keyOf(key));
  }

  async forget(bucket: Bucket, key: string): Promise<void> {
    await this.limiterOf(bucket).delete(this.keyOf(key));
  }

  private keyOf(key: string): string {
    return this.redis === null ? key : createHash('sha256').update(key).digest('base64url').slice(0, 22);
  }

  private limiterOf({ name: keyPrefix, points, seconds: duration }: Bucket): RateLimiterAbstract {
    const existing = this.limiters.get(keyPrefix);
    if (existing !== undefined) return existing;
    const settings = { keyPrefix, points: Math.max(1, Math.floor(points * this.config.rateLimitScale)), duration };
    const local = new LocalLimiter(settings);
    const shared = { ...settings, keyPrefix: PREFIX + keyPrefix, insuranceLimiter: local, rejectIfRedisNotReady: true };
    const limiter = this.redis === null ? local : new RateLimiterRedis({ ...shared, storeClient: this.redis });
    this.limiters.set(keyPrefix, limiter);
    return limiter;
  }
}

/** Never counts below zero: the use that is taken back may have been counted in Redis, before that became slow. */
class LocalLimiter extends RateLimiterMemory {
  override async reward(...[key, ...rest]: Parameters<RateLimiterMemory['reward']>): Promise<RateLimiterRes> {
    const counted = (await this.get(key)) ?? new RateLimiterRes();
    return counted.consumedPoints > 0 ? super.reward(key, ...rest) : counted;
  }
}

/** Connects to Redis; logs once per outage that it cannot be reached. */
function connect(url: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    connectionName: 'fairmark-api-limits',
    commandTimeout: COMMAND_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    connectTimeout: 3_000,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
  });
  let reported = false;
  redis.on('ready', () => (reported = false));
  redis.on('error', (err: unknown) => {
    if (!reported) logger.warn({ err }, 'Redis cannot be reached: each process counts rate limits on its own');
    reported = true;
  });
  return redis;
}

/**
 * Counts every request by address before anything is parsed, even if no route matches. Register it after the hook that
 * sets the headers, because a request refused here reaches no later hook.
 */
export function limitAddresses(server: FastifyInstance, limits: RateLimits): void {
  server.addHook('onRequest', (request) => {
    return limits.take(bucketOf(request.routeOptions.url ?? ''), addressKey(request.ip));
  });
}

function bucketOf(route: string): BucketName {
  if (route === ASSETS_ROUTE) return 'asset';
  return route.startsWith('/api/docs') ? 'apiPage' : 'everyAddress';
}

const NETWORK_GROUPS = 4;

/** The key of limits by address: an IPv4 address, or the /64 network that an IPv6 subscriber has to himself. */
export function addressKey(address: string): string {
  if (!isIPv6(address)) return address;
  // Without the zone of a link-local address: the names of some interfaces cannot be parsed.
  const parsed = ipaddr.process(address.replace(/%.*$/, ''));
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const groups = parsed.parts.slice(0, NETWORK_GROUPS);
  return groups.map((group) => group.toString(16)).join(':');
}
