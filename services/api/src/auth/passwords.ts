import { randomBytes } from 'node:crypto';
import argon2 from '@node-rs/argon2';
import { Semaphore } from '../limits/semaphore.js';

/** Argon2id (the library's own default) as ASVS 5.0 asks of a single pass: 46 MiB. */
const COST = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
const AT_ONCE = 8;
/** A whole clubhouse signing in at the same moment still fits. */
const MAX_WAITING = 256;

/** Hashes and compares passwords, a few at a time: each takes 46 MiB and some 20 ms of a core. */
export class Passwords {
  private readonly semaphore = new Semaphore(AT_ONCE, MAX_WAITING);
  private readonly nobodys = argon2.hash(randomBytes(32), COST);

  /** @throws Refusal UNAVAILABLE when too many are waiting */
  hash(password: string): Promise<string> {
    return this.semaphore.run(() => argon2.hash(password, COST));
  }

  /**
   * Whether it is the password of this hash. Without an account (null) it does the same work against a hash that no one
   * knows the password of, so that the answer's time does not tell which emails have an account.
   */
  async matches(password: string, passwordHash: string | null): Promise<boolean> {
    const against = passwordHash ?? (await this.nobodys);
    const same = await this.semaphore.run(() => argon2.verify(against, password));
    return same && passwordHash !== null;
  }
}
