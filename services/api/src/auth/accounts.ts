import { randomUUID } from 'node:crypto';
import { MESSAGES } from '@fairmark/contract';
import { namedUuid } from '@fairmark/events';
import { inTransaction, noteSignIn, type Queries } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import { DatabaseError, type Pool, type PoolClient } from 'pg';
import type { Caller, RequestOrigin } from '../http/caller.js';
import { Refusal } from '../http/refusal.js';
import type { RegisterBody } from './auth.requests.js';
import { MailLinks } from './mail-links.js';
import { Passwords, weaknessOf } from './passwords.js';
import { LOGGER, PG_POOL, type Logger } from '../platform/tokens.js';
import { Sessions } from '../sessions/sessions.js';

/** An account with the token of its new session. */
export interface SignedIn {
  userId: string;
  token: string;
}

interface Account {
  id: string;
  email: string;
  passwordHash: string;
  verified: boolean;
}

/** Derives a registration's session id from its Idempotency-Key, so that a retry finds the account (adr/0008). */
const FIRST_SESSION_IDS = 'f1d8c0a3-52ae-4d0b-9c35-61b0d3f8a7e4';
const UNIQUE_VIOLATION = '23505';

/** Accounts, from registration to password reset. */
@Injectable()
export class Accounts {
  private readonly passwords = new Passwords();

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    private readonly links: MailLinks,
    private readonly sessions: Sessions,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The token works once the email is verified. @throws Refusal EMAIL_TAKEN, INVALID_INPUT, IDEMPOTENCY_KEY_REUSED */
  async register(registration: RegisterBody, origin: RequestOrigin): Promise<SignedIn> {
    refuseWeak(registration.password, registration.email);
    const { idempotencyKey } = origin;
    const id = randomUUID();
    const sessionId = idempotencyKey === null ? randomUUID() : namedUuid(idempotencyKey, FIRST_SESSION_IDS);
    // Hash before the email is checked: a taken email must not answer faster.
    const passwordHash = await this.passwords.hash(registration.password);
    const { email, fullName, golflinkNumber, handicap, gender } = registration;
    try {
      return await inTransaction(this.pool, async (client) => {
        await client.query(
          `insert into app.users (id, email, full_name, golflink_number, handicap, gender, password_hash)
           values ($1, $2, $3, $4, $5, $6, $7)`,
          [id, email, fullName, golflinkNumber, handicap, gender, passwordHash],
        );
        await this.links.send(client, id, 'VERIFY');
        return this.signIn(client, { id, passwordHash }, origin, sessionId);
      });
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== UNIQUE_VIOLATION) throw error;
      return this.retryRegistration(sessionId, registration, origin);
    }
  }

  /**
   * The first attempt's account, if this is a retry. Once its email is verified, the profile may have changed. An owner
   * who took over an account that a stranger had registered ended the session: no guess at the new password gets here.
   */
  private async retryRegistration(
    sessionId: string,
    registration: RegisterBody,
    origin: RequestOrigin,
  ): Promise<SignedIn> {
    const { email, fullName, golflinkNumber, handicap, gender, password } = registration;
    const { rows } = await this.pool.query<Account & { same: boolean }>(
      `select u.id, u.password_hash as "passwordHash", u.email = $2 and (u.email_verified_at is not null
              or (u.full_name, u.golflink_number, u.handicap, u.gender) = ($3, $4, $5::float8, $6)) as same
         from app.sessions s join app.users u on u.id = s.user_id where s.id = $1 and s.ended_at is null`,
      [sessionId, email, fullName, golflinkNumber, handicap, gender],
    );
    const [known] = rows;
    if (known === undefined) throw new Refusal('EMAIL_TAKEN');
    if (!known.same || !(await this.passwords.matches(password, known.passwordHash))) {
      throw new Refusal('IDEMPOTENCY_KEY_REUSED');
    }
    return inTransaction(this.pool, (client) => this.signIn(client, known, origin));
  }

  /** @throws Refusal INVALID_CREDENTIALS; EMAIL_UNVERIFIED and ACCOUNT_BLOCKED only if the password is right */
  async login(email: string, password: string, origin: RequestOrigin): Promise<SignedIn> {
    const account = await this.find('lower(email)', email);
    const isRight = await this.passwords.matches(password, account?.passwordHash ?? null);
    if (account === null) throw new Refusal('INVALID_CREDENTIALS');
    try {
      if (!isRight) throw new Refusal('INVALID_CREDENTIALS');
      if (!account.verified) throw new Refusal('EMAIL_UNVERIFIED');
      return await inTransaction(this.pool, async (client) => {
        const signedIn = await this.signIn(client, account, origin);
        await noteSignIn(client, account.id, 'SIGN_IN');
        return signedIn;
      });
    } catch (error) {
      // Not awaited, because an email with an account must not take longer to answer than one without.
      if (error instanceof Refusal) {
        noteSignIn(this.pool, account.id, 'REFUSED').catch((err: unknown) => {
          this.logger.error({ err, userId: account.id }, 'a refused sign-in could not be recorded');
        });
      }
      throw error;
    }
  }

  /** @throws Refusal INVALID_TOKEN, ALREADY_VERIFIED */
  verifyEmail(token: string, { deviceId }: RequestOrigin): Promise<void> {
    return inTransaction(this.pool, async (client) => {
      const link = await this.links.open(client, token, 'VERIFY');
      if (link === null) throw new Refusal('INVALID_TOKEN');
      if (link.used || link.emailVerified) throw new Refusal('ALREADY_VERIFIED');
      if (link.expired) throw new Refusal('INVALID_TOKEN');
      await this.links.useAll(client, link.userId, 'VERIFY');
      await this.markEmailVerified(client, link.userId, deviceId);
    });
  }

  /** @throws Refusal EMAIL_NOT_FOUND when no account with that email waits for verification */
  resendVerification(email: string): Promise<void> {
    return inTransaction(this.pool, async (client) => {
      const account = await this.find('lower(email)', email, client);
      if (account === null || account.verified) throw new Refusal('EMAIL_NOT_FOUND');
      await this.links.send(client, account.id, 'VERIFY');
    });
  }

  /** @throws Refusal INVALID_CREDENTIALS for an email without an account */
  forgotPassword(email: string): Promise<void> {
    return inTransaction(this.pool, async (client) => {
      const account = await this.find('lower(email)', email, client);
      if (account === null) throw new Refusal('INVALID_CREDENTIALS', undefined, MESSAGES.emailUnknown);
      await this.links.send(client, account.id, 'RESET');
    });
  }

  /** Ends every session and reset link, and proves the email. @throws Refusal INVALID_RESET_TOKEN, INVALID_INPUT */
  async resetPassword(token: string, password: string, { deviceId }: RequestOrigin): Promise<void> {
    const passwordHash = await this.passwords.hash(password);
    await inTransaction(this.pool, async (client) => {
      const link = await this.links.open(client, token, 'RESET');
      if (link === null || link.used || link.expired) throw new Refusal('INVALID_RESET_TOKEN');
      refuseWeak(password, link.email);
      await this.links.useAll(client, link.userId, 'RESET');
      await client.query('update app.users set password_hash = $2 where id = $1', [link.userId, passwordHash]);
      if (!link.emailVerified) await this.markEmailVerified(client, link.userId, deviceId);
      await this.sessions.endAll(client, link.userId);
      await noteSignIn(client, link.userId, 'RESET');
    });
    this.sessions.forget(null);
  }

  /**
   * Ends every other session and reset link. Succeeds again if this session has just set the new password: the first
   * answer was lost. In other sessions it would be a second guess for one counted attempt.
   * @throws Refusal WRONG_PASSWORD, INVALID_INPUT, UNAUTHORIZED without an account
   */
  async changePassword(me: Caller, current: string, password: string): Promise<void> {
    const { userId } = me;
    const account = await this.find('id', userId);
    if (account === null) throw new Refusal('UNAUTHORIZED');
    if (!(await this.passwords.matches(current, account.passwordHash))) {
      const isAgain =
        (await this.sessions.isConfirmed(me)) && (await this.passwords.matches(password, account.passwordHash));
      if (isAgain) return;
      throw new Refusal('WRONG_PASSWORD');
    }
    refuseWeak(password, account.email);
    const passwordHash = await this.passwords.hash(password);
    const changed = await inTransaction(this.pool, async (client) => {
      const { rowCount } = await client.query(
        'update app.users set password_hash = $3 where id = $1 and password_hash = $2',
        [userId, account.passwordHash, passwordHash],
      );
      if (rowCount === 0) return false;
      await this.links.useAll(client, userId, 'RESET');
      await this.sessions.end(client, me, 'others');
      await this.sessions.confirm(me, client);
      await noteSignIn(client, userId, 'CHANGE');
      return true;
    });
    // A concurrent call changed it, perhaps the first attempt of this one, and must not be undone.
    if (!changed) return this.changePassword(me, current, password);
    this.sessions.forget(null);
  }

  /** @throws Refusal WRONG_PASSWORD, UNAUTHORIZED without an account */
  async confirmPassword(me: Caller, password: string): Promise<void> {
    const account = await this.find('id', me.userId);
    // Deleted since the session was read.
    if (account === null) throw new Refusal('UNAUTHORIZED');
    if (!(await this.passwords.matches(password, account.passwordHash))) throw new Refusal('WRONG_PASSWORD');
    await this.sessions.confirm(me);
  }

  /** Ends the given session, or all of the golfer's. */
  async logout(session: Caller, everywhere: boolean): Promise<void> {
    await inTransaction(this.pool, (client) =>
      everywhere ? this.sessions.endAll(client, session.userId) : this.sessions.end(client, session, 'this'),
    );
    this.sessions.forget(everywhere ? null : session.sessionId);
  }

  /** The account with this email or id, unless it is being deleted. */
  private async find(by: 'lower(email)' | 'id', value: string, database: Queries = this.pool): Promise<Account | null> {
    const { rows } = await database.query<Account>(
      `select id, email, password_hash as "passwordHash", email_verified_at is not null as verified
         from app.users where ${by} = $1 and deletion_requested_at is null`,
      [value],
    );
    return rows[0] ?? null;
  }

  /** Ends unverified sessions too: a stranger who registered this email must not get in by its owner's click. */
  private async markEmailVerified(client: PoolClient, userId: string, deviceId: string | null): Promise<void> {
    await client.query('update app.users set email_verified_at = now() where id = $1', [userId]);
    await this.sessions.endUnverified(client, userId, deviceId);
  }

  /** Opens a session, unless the password has changed or the account was deleted since it was read. */
  private async signIn(
    client: PoolClient,
    { id, passwordHash }: Pick<Account, 'id' | 'passwordHash'>,
    origin: RequestOrigin,
    sessionId?: string,
  ): Promise<SignedIn> {
    const { rows } = await client.query<{ tokenVersion: number; blocked: boolean }>(
      `select token_version as "tokenVersion", blocked_at is not null as blocked from app.users
        where id = $1 and password_hash = $2 and deletion_requested_at is null for share`,
      [id, passwordHash],
    );
    const [account] = rows;
    if (account === undefined) throw new Refusal('INVALID_CREDENTIALS');
    if (account.blocked) throw new Refusal('ACCOUNT_BLOCKED');
    const { tokenVersion } = account;
    return { userId: id, token: await this.sessions.open(client, { id, tokenVersion }, origin, sessionId) };
  }
}

function refuseWeak(password: string, email: string): void {
  const weakness = weaknessOf(password, email);
  if (weakness !== null) throw new Refusal('INVALID_INPUT', { password: weakness }, weakness);
}
