import { Inject, Injectable } from '@nestjs/common';
import { Refusal } from '../http/refusal.js';
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

interface Place {
  address: string;
  deviceId: string | null;
}

/**
 * Slows password guessing without locking golfers out: attempts count by account and address, and apart for a device
 * that the account has signed in on (docs/security.md). Emails must have been normalised by EmailField.
 */
@Injectable()
export class SignInThrottle {
  constructor(
    private readonly limits: RateLimits,
    private readonly sessions: Sessions,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Signs in, unless too many attempts came before. A wrong password stays counted; a right one resets the counts of
   * this device or address.
   * @throws TooManyRequests, and what `signIn` throws
   */
  async attempt<T>(email: string, { address, deviceId }: Place, signIn: () => Promise<T>): Promise<T> {
    const isKnown = deviceId !== null && (await this.sessions.knowsDevice(email, deviceId));
    const from = isKnown ? `device ${deviceId} ${address}` : address;
    await this.limits.take(isKnown ? 'signInDevice' : 'signIn', from);
    const key = `${email} ${from}`;
    // Counted before the password is checked, so that concurrent attempts pass no sooner.
    const [here, anywhere] = await Promise.all([this.limits.count(HERE, key), this.limits.count(ANYWHERE, email)]);
    const { rateLimitScale: scale } = this.config;
    const isAttacked = !isKnown && anywhere > ATTACK * scale;
    const over = here - (isAttacked ? 0 : FREE_ATTEMPTS * scale);
    let done: T;
    try {
      if (over > 0) {
        const seconds = isAttacked ? LONGEST_WAIT_S : Math.min(LONGEST_WAIT_S, 2 ** Math.ceil(over));
        await this.limits.take({ ...GATE, seconds }, key);
      }
      done = await signIn();
    } catch (error) {
      const isGuess = error instanceof Refusal && error.code === 'INVALID_CREDENTIALS';
      if (!isGuess) await Promise.all([this.limits.uncount(HERE, key), this.limits.uncount(ANYWHERE, email)]);
      throw error;
    }
    await Promise.all([
      this.limits.forget(HERE, key),
      this.limits.forget(GATE, key),
      this.limits.uncount(ANYWHERE, email),
    ]);
    return done;
  }
}
