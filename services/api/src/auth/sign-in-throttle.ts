import { Inject, Injectable } from '@nestjs/common';
import { TooManyRequests } from '../http/refusal.js';
import { RateLimiter, type Bucket } from '../limits/rate-limiter.js';
import { RateLimits } from '../limits/rate-limits.js';
import { CONFIG, type Config } from '../platform/tokens.js';
import { Sessions } from '../sessions/sessions.js';

/** Attempts that cost nothing; after them one passes in a time that doubles from two seconds to a minute. */
const FREE_ATTEMPTS = 5;
const LONGEST_WAIT_S = 60;
/** Failures from anywhere that make an account one under attack: then an address has an attempt a minute. */
const ATTACK = 100;

const HERE: Bucket = { name: 'sign-in-attempts', points: Number.MAX_SAFE_INTEGER, seconds: 15 * 60 };
const ANYWHERE: Bucket = { name: 'sign-in-failures', points: Number.MAX_SAFE_INTEGER, seconds: 60 * 60 };
const GATE: Bucket = { name: 'sign-in-gate', points: 1, seconds: LONGEST_WAIT_S };

/** An attempt to sign in that was let through. */
export interface SignInAttempt {
  email: string;
  /** What it counts by, with the email: the address, and the device if it signed in before. */
  from: string;
}

/**
 * Slows guessing down without locking golfers out: attempts count by account and address together, so neither the other golfers
 * of a clubhouse nor a stranger elsewhere keep the owner from signing in; and a device that the account has signed in on counts
 * by itself at each address, so that neither guesses of others at the owner's address do, nor those of a stranger elsewhere who
 * knows the device's id. Emails come in the one form that accounts are found by (EmailField).
 */
@Injectable()
export class SignInThrottle {
  private readonly scale: number;

  constructor(
    private readonly limiter: RateLimiter,
    private readonly limits: RateLimits,
    private readonly sessions: Sessions,
    @Inject(CONFIG) config: Config,
  ) {
    this.scale = config.rateLimitScale;
  }

  /**
   * Counts an attempt before its password is looked at, and decides by the number that was counted: many at once pass no sooner
   * than one after the other.
   * @throws TooManyRequests while this device or address has to wait with this account
   */
  async begin(email: string, address: string, deviceId: string | null): Promise<SignInAttempt> {
    const isKnown = deviceId !== null && (await this.sessions.knowsDevice(email, deviceId));
    const from = isKnown ? `device ${deviceId} ${address}` : address;
    await this.limits.take(isKnown ? 'signInDevice' : 'signIn', from);
    const attempt = { email, from };
    const [here, anywhere] = await Promise.all([
      this.limiter.count(HERE, keyOf(attempt)),
      this.limiter.count(ANYWHERE, email),
    ]);
    const isAttacked = !isKnown && anywhere > ATTACK * this.scale;
    const over = here - (isAttacked ? 0 : FREE_ATTEMPTS * this.scale);
    if (over <= 0) return attempt;
    const seconds = isAttacked ? LONGEST_WAIT_S : Math.min(LONGEST_WAIT_S, 2 ** Math.ceil(over));
    const waitMs = await this.limiter.take({ ...GATE, seconds }, keyOf(attempt));
    if (waitMs === null) return attempt;
    await this.uncount(attempt);
    throw new TooManyRequests(Math.ceil(waitMs / 1_000));
  }

  /** The password was right: this device or address begins anew. */
  async succeeded(attempt: SignInAttempt): Promise<void> {
    await Promise.all([
      this.limiter.forget(HERE, keyOf(attempt)),
      this.limiter.forget(GATE, keyOf(attempt)),
      this.limiter.uncount(ANYWHERE, attempt.email),
    ]);
  }

  /** It was no guess: the password was right and the account may not sign in, or it was not looked at. */
  async uncount(attempt: SignInAttempt): Promise<void> {
    await Promise.all([this.limiter.uncount(HERE, keyOf(attempt)), this.limiter.uncount(ANYWHERE, attempt.email)]);
  }
}

const keyOf = ({ email, from }: SignInAttempt): string => `${email} ${from}`;
