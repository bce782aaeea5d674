import { Inject, Injectable } from '@nestjs/common';
import { RateLimits, type Bucket } from '../limits/rate-limits.js';
import { CONFIG, type Config } from '../platform/tokens.js';
import { Sessions } from '../sessions/sessions.js';

/** Attempts without a wait; after them, one attempt passes per interval, which doubles from two seconds to a minute. */
const FREE_ATTEMPTS = 5;
const LONGEST_WAIT_S = 60;
/** Failures from any address that put an account under attack: then each address has one attempt a minute. */
const ATTACK = 100;

const HERE: Bucket = { name: 'sign-in-attempts', points: Number.MAX_SAFE_INTEGER, seconds: 15 * 60 };
const ANYWHERE: Bucket = { name: 'sign-in-failures', points: Number.MAX_SAFE_INTEGER, seconds: 60 * 60 };
const GATE: Bucket = { name: 'sign-in-gate', points: 1, seconds: LONGEST_WAIT_S };

/** An attempt to sign in that was let through. */
export interface SignInAttempt {
  email: string;
  /** The address, after the device if it signed in before; attempts are counted by this and the email. */
  from: string;
}

/**
 * Slows password guessing without locking golfers out: attempts count by account and address, and apart for a device
 * that the account has signed in on (docs/security.md). Emails must have been normalised by EmailField.
 */
@Injectable()
export class SignInThrottle {
  private readonly scale: number;

  constructor(
    private readonly limits: RateLimits,
    private readonly sessions: Sessions,
    @Inject(CONFIG) config: Config,
  ) {
    this.scale = config.rateLimitScale;
  }

  /**
   * Counts an attempt before its password is checked, so that concurrent ones pass no sooner.
   * @throws TooManyRequests
   */
  async begin(email: string, address: string, deviceId: string | null): Promise<SignInAttempt> {
    const isKnown = deviceId !== null && (await this.sessions.knowsDevice(email, deviceId));
    const from = isKnown ? `device ${deviceId} ${address}` : address;
    await this.limits.take(isKnown ? 'signInDevice' : 'signIn', from);
    const attempt = { email, from };
    const [here, anywhere] = await Promise.all([
      this.limits.count(HERE, keyOf(attempt)),
      this.limits.count(ANYWHERE, email),
    ]);
    const isAttacked = !isKnown && anywhere > ATTACK * this.scale;
    const over = here - (isAttacked ? 0 : FREE_ATTEMPTS * this.scale);
    if (over <= 0) return attempt;
    const seconds = isAttacked ? LONGEST_WAIT_S : Math.min(LONGEST_WAIT_S, 2 ** Math.ceil(over));
    try {
      await this.limits.take({ ...GATE, seconds }, keyOf(attempt));
      return attempt;
    } catch (error) {
      await this.uncount(attempt);
      throw error;
    }
  }

  /** Call when the password was right: resets the counts of this device or address. */
  async succeeded(attempt: SignInAttempt): Promise<void> {
    await Promise.all([
      this.limits.forget(HERE, keyOf(attempt)),
      this.limits.forget(GATE, keyOf(attempt)),
      this.limits.uncount(ANYWHERE, attempt.email),
    ]);
  }

  /** Call when it was no guess: the password was right but the account may not sign in, or it was not checked. */
  async uncount(attempt: SignInAttempt): Promise<void> {
    await Promise.all([this.limits.uncount(HERE, keyOf(attempt)), this.limits.uncount(ANYWHERE, attempt.email)]);
  }
}

const keyOf = ({ email, from }: SignInAttempt): string => `${email} ${from}`;
