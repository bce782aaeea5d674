import { randomUUID } from 'node:crypto';
import { LIMITS, type SessionSummary } from '@fairmark/contract';
import { endAllSessions, isoTime, type Queries } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Bearer, Caller, RequestOrigin } from '../http/caller.js';
import { Refusal } from '../http/refusal.js';
import { CLOCK, PG_POOL, type Clock } from '../platform/tokens.js';
import { AccessTokens } from './access-tokens.js';
import { deviceName } from './device-name.js';

/** An open session with the current state of its account. */
interface OpenSession {
  sessionId: string;
  userId: string;
  /** Tokens of another version are invalid. */
  version: number;
  verified: boolean;
  /** When it was last used, accurate to the hour. */
  usedAt: Date;
}

/** `used_at` is updated at most this often. */
const USED_EVERY_MS = 3_600_000;
/** How long a looked-up session may be cached. */
const CACHE_MS = 500;
const CACHE_SIZE = 50_000;

/** Sessions, one row each; a session ends in the same transaction as whatever ends it. */
@Injectable()
export class Sessions {
  private readonly cache = new LRUCache<string, Promise<OpenSession | null>>({ max: CACHE_SIZE, ttl: CACHE_MS });

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly tokens: AccessTokens,
  ) {}

  /** Opens a session of 30 days and returns its token. No session with the same id may exist. */
  async open(
    database: Queries,
    user: { id: string; tokenVersion: number },
    { deviceId, userAgent }: Pick<RequestOrigin, 'deviceId' | 'userAgent'>,
    sessionId: string = randomUUID(),
  ): Promise<string> {
    const now = this.clock();
    const expiresAt = new Date(now.getTime() + LIMITS.sessionMs);
    await database.query(
      `insert into app.sessions (id, user_id, expires_at, device_id, device, created_at, used_at)
       values ($1, $2, $3, $4, $5, $6, $6)`,
      [sessionId, user.id, expiresAt, deviceId, deviceName(userAgent), now],
    );
    return this.tokens.sign({ userId: user.id, sessionId, version: user.tokenVersion }, expiresAt);
  }

  /** Whether the account with this email has signed in on a device within the last weeks. */
  async knowsDevice(email: string, deviceId: string): Promise<boolean> {
    const { rows } = await this.pool.query(
      `select 1 from app.users u join app.sessions s on s.user_id = u.id
        where lower(u.email) = $1 and s.device_id = $2 limit 1`,
      [email, deviceId],
    );
    return rows.length > 0;
  }

  /**
   * The golfer whose token a request or handshake carries: a genuine one of an open session of a verified account.
   * @throws Refusal MISSING_AUTH_TOKEN, UNAUTHORIZED, EMAIL_UNVERIFIED
   */
  async identify(bearer: Bearer): Promise<Caller> {
    const claims = await this.tokens.verify(bearer);
    const session = claims === null ? null : await this.find(claims.sessionId);
    if (session === null || session.userId !== claims?.userId || session.version !== claims.version) {
      throw new Refusal('UNAUTHORIZED');
    }
    if (!session.verified) throw new Refusal('EMAIL_UNVERIFIED');
    return { userId: session.userId, sessionId: session.sessionId };
  }

  /** The session if it is open, at most half a second stale. */
  private find(sessionId: string): Promise<OpenSession | null> {
    const cached = this.cache.get(sessionId);
    if (cached !== undefined) return cached;
    const pending = this.touch(sessionId);
    this.cache.set(sessionId, pending);
    const forget = () => this.cache.get(sessionId) === pending && this.cache.delete(sessionId);
    // Do not cache an error, or an unverified email, which may be verified any moment.
    pending.then((session) => session?.verified === false && forget(), forget);
    return pending;
  }

  /** Drops a cached session that this process ended. Null drops all. */
  forget(sessionId: string | null): void {
    // All of a golfer's sessions rarely end together, and the cache refills within milliseconds.
    if (sessionId === null) this.cache.clear();
    else this.cache.delete(sessionId);
  }

  /** A golfer's open sessions: the caller's own first, then the most recently used. */
  async of({ userId, sessionId }: Caller): Promise<SessionSummary[]> {
    const { rows } = await this.pool.query<SessionSummary>(
      `select id, device, ${isoTime('created_at')} as "signedInAt", ${isoTime('used_at')} as "usedAt", id = $4 as "isThis"
        from app.sessions where user_id = $1 and ended_at is null and expires_at > $2 and used_at > $3
        order by id = $4 desc, used_at desc limit $5`,
      [userId, this.clock(), this.usedSince(), sessionId, LIMITS.sessionsShown],
    );
    return rows;
  }

  /** Those of the given sessions that are open, in one query. */
  async stillOpen(sessionIds: readonly string[]): Promise<Set<string>> {
    return new Set((await this.read(sessionIds)).map(({ sessionId }) => sessionId));
  }

  /** Records that the golfer of this session has just confirmed the password. */
  async confirm({ userId, sessionId }: Caller, database: Queries = this.pool): Promise<void> {
    await database.query('update app.sessions set confirmed_at = $3 where id = $1 and user_id = $2', [
      sessionId,
      userId,
      this.clock(),
    ]);
  }

  /** Whether the golfer confirmed the password in this session a moment ago. */
  async isConfirmed({ userId, sessionId }: Caller): Promise<boolean> {
    const since = new Date(this.clock().getTime() - LIMITS.passwordConfirmedMs);
    const { rows } = await this.pool.query(
      'select 1 from app.sessions where id = $1 and user_id = $2 and confirmed_at > $3',
      [sessionId, userId, since],
    );
    return rows.length > 0;
  }

  /** @throws Refusal REAUTHENTICATE unless `isConfirmed` */
  async assertConfirmed(me: Caller): Promise<void> {
    if (!(await this.isConfirmed(me))) throw new Refusal('REAUTHENTICATE');
  }

  /** Ends one session of a golfer, or all others. */
  async end(database: Queries, { userId, sessionId }: Caller, which: 'this' | 'others'): Promise<void> {
    await database.query(
      `update app.sessions set ended_at = $3
        where user_id = $1 and id ${which === 'this' ? '=' : '<>'} $2 and ended_at is null`,
      [userId, sessionId, this.clock()],
    );
  }

  /** Ends sessions on devices that did not prove the email, and forgets those: a stranger may have registered. */
  async endUnverified(database: Queries, userId: string, deviceId: string | null): Promise<void> {
    await database.query(
      `update app.sessions set ended_at = coalesce(ended_at, $3), device_id = null
        where user_id = $1 and (device_id is null or device_id is distinct from $2)`,
      [userId, deviceId, this.clock()],
    );
  }

  /** Ends all sessions of a golfer and invalidates every token issued so far. */
  async endAll(database: Queries, userId: string): Promise<void> {
    await endAllSessions(database, userId, this.clock());
  }

  private async read(sessionIds: readonly string[]): Promise<OpenSession[]> {
    const { rows } = await this.pool.query<OpenSession>({
      name: 'open sessions',
      text: `select s.id as "sessionId", s.user_id as "userId", s.used_at as "usedAt", u.token_version as version,
              u.email_verified_at is not null as verified
         from app.sessions s join app.users u on u.id = s.user_id
        where s.id = any($1) and s.ended_at is null and s.expires_at > $2 and s.used_at > $3
          and u.deletion_requested_at is null and u.blocked_at is null`,
      values: [sessionIds, this.clock(), this.usedSince()],
    });
    return rows;
  }

  /** Sessions not used since this time have ended. */
  private usedSince(): Date {
    return new Date(this.clock().getTime() - LIMITS.sessionIdleMs);
  }

  private async touch(sessionId: string): Promise<OpenSession | null> {
    const [session = null] = await this.read([sessionId]);
    const now = this.clock();
    if (session !== null && now.getTime() - session.usedAt.getTime() >= USED_EVERY_MS) {
      await this.pool.query('update app.sessions set used_at = $2 where id = $1 and used_at < $2', [sessionId, now]);
    }
    return session;
  }
}
