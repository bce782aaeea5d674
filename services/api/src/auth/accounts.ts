import { randomUUID } from 'node:crypto';
import { MESSAGES, type Gender } from '@fairmark/contract';
import { SessionRow, UserRow } from '@fairmark/server';
import { Injectable } from '@nestjs/common';
import { DataSource, QueryFailedError, type EntityManager } from 'typeorm';
import { v5 as uuidV5 } from 'uuid';
import { Refusal } from '../http/refusal.js';
import { requestContext } from '../http/request-context.js';
import { MailLinks } from './mail-links.js';
import { weaknessOf } from './password-rules.js';
import { Passwords } from './passwords.js';
import { Sessions } from '../sessions/sessions.js';

/** What a golfer says about himself when he registers. */
export interface Registration {
  /** In small letters, as everywhere here (EmailField). */
  email: string;
  password: string;
  fullName: string;
  golflinkNumber: string;
  handicap: number;
  gender: Gender;
}

/** A signed-in account: its row and the token of its new session. */
export interface SignedIn {
  user: UserRow;
  token: string;
}

/**
 * The session that a registration with an Idempotency-Key opens has its id from the key: a retry finds its own account by it.
 * The account's id does not follow from the key, because the log must never meet the id of a deleted account again.
 */
const FIRST_SESSION_IDS = 'f1d8c0a3-52ae-4d0b-9c35-61b0d3f8a7e4';
const UNIQUE_VIOLATION = '23505';

/** Accounts from registration to a new password. What they may do to matches is the match's business. */
@Injectable()
export class Accounts {
  constructor(
    private readonly database: DataSource,
    private readonly passwords: Passwords,
    private readonly links: MailLinks,
    private readonly sessions: Sessions,
  ) {}

  /**
   * Makes the account, and the mail that verifies its email. The token works once that has happened.
   * @throws Refusal EMAIL_TAKEN, INVALID_INPUT for a weak password, IDEMPOTENCY_KEY_REUSED
   */
  async register(registration: Registration): Promise<SignedIn> {
    refuseWeak(registration.password, registration.email);
    const { idempotencyKey } = requestContext();
    const id = randomUUID();
    const sessionId = idempotencyKey === null ? randomUUID() : uuidV5(idempotencyKey, FIRST_SESSION_IDS);
    // Before the email is looked up: a taken one must not answer faster.
    const passwordHash = await this.passwords.hash(registration.password);
    const { password: _, ...person } = registration;
    try {
      return await this.database.transaction(async (manager) => {
        await manager.insert(UserRow, { id, ...person, passwordHash });
        await this.links.send(manager, id, 'VERIFY');
        return this.signIn(manager, id, passwordHash, sessionId);
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return this.registeredBefore(sessionId, registration);
    }
  }

  /** The first attempt's account where this one is its retry. */
  private async registeredBefore(sessionId: string, registration: Registration): Promise<SignedIn> {
    const session = await this.database.manager.findOneBy(SessionRow, { id: sessionId });
    const known = session && (await this.database.manager.findOneBy(UserRow, { id: session.userId }));
    if (known === null) throw new Refusal('EMAIL_TAKEN');
    if (!isOf(known, registration) || !(await this.passwords.matches(registration.password, known.passwordHash))) {
      throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    }
    return this.database.transaction((manager) => this.signIn(manager, known.id, known.passwordHash));
  }

  /** @throws Refusal INVALID_CREDENTIALS; EMAIL_UNVERIFIED and ACCOUNT_BLOCKED, which only the owner of the password gets to hear */
  async login(email: string, password: string): Promise<SignedIn> {
    const user = await this.byEmail(this.database.manager, email);
    if (!(await this.passwords.matches(password, user?.passwordHash ?? null)) || user === null) {
      throw new Refusal('INVALID_CREDENTIALS');
    }
    if (user.emailVerifiedAt === null) throw new Refusal('EMAIL_UNVERIFIED');
    return this.database.transaction((manager) => this.signIn(manager, user.id, user.passwordHash));
  }

  /** @throws Refusal INVALID_TOKEN, ALREADY_VERIFIED */
  verifyEmail(token: string): Promise<void> {
    return this.database.transaction(async (manager) => {
      const link = await this.links.open(manager, token, 'VERIFY');
      if (link === null) throw new Refusal('INVALID_TOKEN');
      if (link.used || link.emailVerified) throw new Refusal('ALREADY_VERIFIED');
      if (link.expired) throw new Refusal('INVALID_TOKEN');
      await this.links.use(manager, link);
      await this.emailIsProven(manager, link.userId);
    });
  }

  /** @throws Refusal EMAIL_NOT_FOUND when no account of that email waits for its verification */
  resendVerification(email: string): Promise<void> {
    return this.database.transaction(async (manager) => {
      const user = await this.byEmail(manager, email);
      if (user === null || user.emailVerifiedAt !== null) throw new Refusal('EMAIL_NOT_FOUND');
      await this.links.send(manager, user.id, 'VERIFY');
    });
  }

  /** @throws Refusal INVALID_CREDENTIALS for an email without an account */
  forgotPassword(email: string): Promise<void> {
    return this.database.transaction(async (manager) => {
      const user = await this.byEmail(manager, email);
      if (user === null) throw new Refusal('INVALID_CREDENTIALS', undefined, MESSAGES.emailUnknown);
      await this.links.send(manager, user.id, 'RESET');
    });
  }

  /**
   * A new password ends every session and every other reset link, and proves the email.
   * @throws Refusal INVALID_RESET_TOKEN, INVALID_INPUT for a weak password (the link stays good)
   */
  async resetPassword(token: string, password: string): Promise<void> {
    const passwordHash = await this.passwords.hash(password);
    await this.database.transaction(async (manager) => {
      const link = await this.links.open(manager, token, 'RESET');
      if (link === null || link.used || link.expired) throw new Refusal('INVALID_RESET_TOKEN');
      refuseWeak(password, link.email);
      await this.links.useAll(manager, link.userId, 'RESET');
      await manager.update(UserRow, { id: link.userId }, { passwordHash });
      await this.emailIsProven(manager, link.userId);
      await this.sessions.endAll(manager, link.userId);
    });
    this.sessions.forget(null);
  }

  /** Ends this session, or all of the golfer's. */
  async logout(userId: string, sessionId: string, everywhere: boolean): Promise<void> {
    await this.database.transaction((manager) =>
      everywhere ? this.sessions.endAll(manager, userId) : this.sessions.end(manager, userId, sessionId),
    );
    this.sessions.forget(everywhere ? null : sessionId);
  }

  /** The account of an email; not one that is being deleted. */
  private byEmail(manager: EntityManager, email: string): Promise<UserRow | null> {
    return manager
      .getRepository(UserRow)
      .createQueryBuilder('account')
      .where('lower(account.email) = :email and account.deletion_requested_at is null', { email })
      .getOne();
  }

  private emailIsProven(manager: EntityManager, userId: string): Promise<unknown> {
    return manager.query('update app.users set email_verified_at = coalesce(email_verified_at, now()) where id = $1', [
      userId,
    ]);
  }

  /** Opens a session unless the password was changed, or the account deleted, since it was looked at. */
  private async signIn(
    manager: EntityManager,
    userId: string,
    passwordHash: string,
    sessionId?: string,
  ): Promise<SignedIn> {
    const user = await manager.findOne(UserRow, { where: { id: userId }, lock: { mode: 'pessimistic_read' } });
    if (user === null || user.passwordHash !== passwordHash || user.deletionRequestedAt !== null) {
      throw new Refusal('INVALID_CREDENTIALS');
    }
    if (user.blockedAt !== null) throw new Refusal('ACCOUNT_BLOCKED');
    return { user, token: await this.sessions.open(manager, user, sessionId) };
  }
}

function refuseWeak(password: string, email: string): void {
  const weakness = weaknessOf(password, email);
  if (weakness !== null) throw new Refusal('INVALID_INPUT', { password: weakness }, weakness);
}

/** Whether an account is what was registered. Once its email is verified, its owner may have changed all but the email. */
function isOf(known: UserRow, { email, fullName, golflinkNumber, handicap, gender }: Registration): boolean {
  if (known.email !== email) return false;
  if (known.emailVerifiedAt !== null) return true;
  return (
    known.fullName === fullName &&
    known.golflinkNumber === golflinkNumber &&
    known.handicap === handicap &&
    known.gender === gender
  );
}

function isUniqueViolation(error: unknown): boolean {
  return (
    error instanceof QueryFailedError && 'code' in error.driverError && error.driverError.code === UNIQUE_VIOLATION
  );
}
