import { Inject, Injectable } from '@nestjs/common';
import { RateLimiter, type Bucket } from '../limits/rate-limiter.js';
import { TooManyRequests } from '../http/refusal.js';
import { CONFIG, type Config } from '../platform/tokens.js';

/** Attempts that cost nothing; after them the wait doubles from one second to a minute. */
const FREE_ATTEMPTS = 5;
const LONGEST_WAIT_MS = 60_000;
/** Failures from anywhere that make an account one under attack: then an address has one free attempt. */
const ATTACK = 100;
const FREE_UNDER_ATTACK = 1;

const HERE: Bucket = { name: 'sign-in-attempts', points: Number.MAX_SAFE_INTEGER, seconds: 15 * 60 };
const ANYWHERE: Bucket = { name: 'sign-in-failures', points: Number.MAX_SAFE_INTEGER, seconds: 60 * 60 };
const GATE: Bucket = { name: 'sign-in-gate', points: 1, seconds: 60 };

/**
 * Slows guessing down without ever locking anybody out: attempts count by account and address together, so neither the
 * other golfers of a clubhouse nor a stranger who guesses at an account keep its owner from signing in. Emails come
 * in the one form that accounts are found by (EmailField).
 */
@Injectable()
export class SignInThrottle {
  constructor(
    private readonly limiter: RateLimiter,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Counts an attempt before its password is looked at, so that many at once count too.
   * @throws TooManyRequests while this address has to wait with this account
   */
  async attempt(email: string, address: string): Promise<void> {
    const key = `${email} ${address}`;
    const waitMs = await this.limiter.shutFor(GATE, key);
    if (waitMs > 0) throw new TooManyRequests(Math.ceil(waitMs / 1_000));
    const attempts = await this.limiter.count(HERE, key);
    const attacked = (await this.limiter.counted(ANYWHERE, email)) >= ATTACK * this.config.rateLimitScale;
    const over = attempts - (attacked ? FREE_UNDER_ATTACK : FREE_ATTEMPTS) * this.config.rateLimitScale;
    if (over < 0) return;
    const ms = attacked ? LONGEST_WAIT_MS : Math.min(LONGEST_WAIT_MS, 1_000 * 2 ** over);
    await this.limiter.shut(GATE, key, ms);
  }

  /** The password was wrong. */
  async failed(email: string): Promise<void> {
    await this.limiter.count(ANYWHERE, email);
  }

  /** It was right: this address begins anew. */
  async succeeded(email: string, address: string): Promise<void> {
    const key = `${email} ${address}`;
    await Promise.all([this.limiter.forget(HERE, key), this.limiter.forget(GATE, key)]);
  }
}
