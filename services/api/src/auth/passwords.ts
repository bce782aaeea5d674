import { randomBytes } from 'node:crypto';
import { LIMITS, MESSAGES } from '@fairmark/contract';
import argon2 from '@node-rs/argon2';
import { dictionary } from '@zxcvbn-ts/language-common';
import { Semaphore } from '../limits/semaphore.js';

/** Argon2id (the library's default) with what ASVS 5.0 requires of a single pass: 46 MiB. */
const COST = { memoryCost: 47_104, timeCost: 1, parallelism: 1 };
/** Of Node's four threads, one stays free for files and new connections, which more would delay by seconds. */
const MAX_RUNNING = 3;
/** Enough for a whole clubhouse signing in at the same moment. */
const MAX_WAITING = 256;

/** Sequences of digits and letters that the list lacks. */
const SEQUENCES = ['0123456789', '87654321', '987654321', '0987654321', '12341234', '123123123', 'abcdefgh'];

/** The 18,000 most common passwords of eight characters or more, from published leaks. */
const COMMON = new Set([
  ...SEQUENCES,
  ...dictionary['passwords-common'].filter(({ length }) => length >= LIMITS.passwordMin),
]);

/** Hashes and compares passwords, a few at a time: each takes 46 MiB and some 20 ms of a core. */
export class Passwords {
  private readonly semaphore = new Semaphore(MAX_RUNNING, MAX_WAITING);
  private readonly decoyHash = argon2.hash(randomBytes(32), COST);

  /** @throws Refusal UNAVAILABLE when too many are waiting */
  hash(password: string): Promise<string> {
    return this.semaphore.run(() => argon2.hash(password, COST));
  }

  /** Whether they match. Without an account (null) a decoy hash takes as long, so that times do not reveal emails. */
  async matches(password: string, passwordHash: string | null): Promise<boolean> {
    const against = passwordHash ?? (await this.decoyHash);
    const same = await this.semaphore.run(() => argon2.verify(against, password));
    return same && passwordHash !== null;
  }
}

/** Why a password of sufficient length is refused, in a form's words; null if it is accepted. */
export function weaknessOf(password: string, email: string): string | null {
  const lower = password.toLowerCase();
  if (COMMON.has(lower) || new Set(lower).size === 1) return MESSAGES.passwordCommon;
  return lower === email.toLowerCase() ? MESSAGES.passwordPersonal : null;
}
