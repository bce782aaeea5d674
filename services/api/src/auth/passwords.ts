import { randomBytes } from 'node:crypto';
import argon2 from '@node-rs/argon2';
import { Semaphore } from '../limits/semaphore.js';

/** Argon2id (the library's default) with what ASVS 5.0 requires of a single pass: 46 MiB. */
const COST = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
const MAX_RUNNING = 8;
/** Enough for a whole clubhouse signing in at the same moment. */
const MAX_WAITING = 256;

/** Hashes and compares passwords, a few at a time: each takes 46 MiB and some 20 ms of a core. */
export class Passwords {
  private readonly semaphore = new Semaphore(MAX_RUNNING, MAX_WAITING);
  private readonly decoyHash = argon2.hash(randomBytes(32), COST);

  /** @throws Refusal UNAVAILABLE when too many are waiting */
  hash(password: string): Promise<string> {
    return this.semaphore.run(() => argon2.hash(password, COST));
  }

  /**
   * Whether the password matches the hash. Without an account (null) it verifies against a decoy hash, so that the
   * response time does not reveal which emails have an account.
   */
  async matches(password: string, passwordHash: string | null): Promise<boolean> {
    const against = passwordHash ?? (await this.decoyHash);
    const same = await this.semaphore.run(() => argon2.verify(against, password));
    return same && passwordHash !== null;
  }
}
