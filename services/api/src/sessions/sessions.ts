import { randomUUID } from 'node:crypto';
import { setImmediate as soon } from 'node:timers/promises';
import { LIMITS, type SessionSummary } from '@fairmark/contract';
import { announceSessionEnded, endAllSessions, type Statements } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Pool, PoolClient } from 'pg';
import type { Caller } from '../http/caller.js';
import { Refusal } from '../http/refusal.js';
import type { RequestOrigin } from '../http/request-origin.js';
import { CLOCK, PG_POOL, type Clock } from '../platform/tokens.js';
import { AccessTokens } from './access-tokens.js';
import { deviceName } from './device-name.js';
import { SessionEvents } from './session-events.js';

/** An open session with what its account says at this moment. */
export interface OpenSession {
  sessionId: string;
  userId: string;
  /** A token of another version is worthless. */
  version: number;
  verified: boolean;
  expiresAt: Date;
  /** When it was last used, to the hour. */
  usedAt: Date;
}

/** A use is written down once it is so much later than the last one that was. */
const USE_NOTED_MS = 3_600_000;
/** How long a request may go by what the rows said. */
const CACHE_MS = 500;
const CACHE_SIZE = 50_000;
/** Sessions that one question asks for. */
const TOGETHER_MAX = 500;

/** Sessions: a row each, ended in the transaction of whatever ends them. */
@Injectable()
export class Sessions {
  private readonly cache = new LRUCache<string, Promise<OpenSession | null>>({ max: CACHE_SIZE, ttl: CACHE_MS });
  /** What is looked up in this turn of the loop, and what comes of it. */
  private together: { ids: string[]; found: Promise<ReadonlyMap<string, OpenSession>> } | null = null;

  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly tokens: AccessTokens,
    events: SessionEvents,
  ) {
    events.subscribe(({ sessionId }) => this.forget(sessionId));
  }

  /** Opens a session of 30 days and answers its token. A session of the same id must not exist. */
  async open(
    database: Statements,
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

  /** Whether an account, by its email, has signed in on a device within the last weeks. */
  async knowsDevice(email: string, deviceId: string): Promise<boolean> {
    const { rows } = await this.pool.query(
      `select 1 from app.users u join app.sessions s on s.user_id = u.id
        where lower(u.email) = $1 and s.device_id = $2 limit 1`,
      [email, deviceId],
    );
    return rows.length > 0;
  }

  /** Another token of an open session; null when it has ended. */
  async renewToken({ userId, sessionId }: Caller): Promise<string | null> {
    const session = await this.find(sessionId);
    if (session === null) return null;
    return this.tokens.sign({ userId, sessionId, version: session.version }, session.expiresAt);
  }

  /** The session if it is open, from rows at most half a second old. */
  find(sessionId: string): Promise<OpenSession | null> {
    const known = this.cache.get(sessionId);
    if (known !== undefined) return known;
    const asked = this.used(sessionId);
    this.cache.set(sessionId, asked);
    const forget = () => this.cache.get(sessionId) === asked && this.cache.delete(sessionId);
    // Neither an error nor an email that may be verified any moment is an answer to keep.
    asked.then((session) => session?.verified === false && forget(), forget);
    return asked;
  }

  /** What was ended here is asked of the rows at once, without waiting for the news. Null: whatever is known. */
  forget(sessionId: string | null): void {
    // All of a golfer's sessions end rarely: the cache is refilled within milliseconds.
    if (sessionId === null) this.cache.clear();
    else this.cache.delete(sessionId);
  }

  /** A golfer's open sessions, the last used first. */
  async of({ userId, sessionId }: Caller): Promise<SessionSummary[]> {
    const { rows } = await this.pool.query<{ id: string; device: string | null; createdAt: Date; usedAt: Date }>(
      `select id, device, created_at as "createdAt", used_at as "usedAt" from app.sessions
        where user_id = $1 and ended_at is null and expires_at > $2 and used_at > $3
        order by id = $4 desc, used_at desc limit $5`,
      [userId, this.clock(), this.usedSince(), sessionId, LIMITS.sessionsShown],
    );
    return rows.map(({ id, device, createdAt, usedAt }) => ({
      id,
      device,
      signedInAt: createdAt.toISOString(),
      usedAt: usedAt.toISOString(),
      isThis: id === sessionId,
    }));
  }

  /** Which of many sessions are open, by one question to the rows. */
  async stillOpen(sessionIds: readonly string[]): Promise<Set<string>> {
    return new Set((await this.read(sessionIds)).map(({ sessionId }) => sessionId));
  }

  /** Notes that the golfer of this session has just given the password. */
  async confirm({ userId, sessionId }: Caller): Promise<void> {
    await this.pool.query('update app.sessions set confirmed_at = $3 where id = $1 and user_id = $2', [
      sessionId,
      userId,
      this.clock(),
    ]);
  }

  /** @throws Refusal REAUTHENTICATE unless the golfer of this session has given the password a moment ago */
  async assertConfirmed({ userId, sessionId }: Caller): Promise<void> {
    const since = new Date(this.clock().getTime() - LIMITS.passwordConfirmedMs);
    const { rows } = await this.pool.query(
      'select 1 from app.sessions where id = $1 and user_id = $2 and confirmed_at > $3',
      [sessionId, userId, since],
    );
    if (rows.length === 0) throw new Refusal('REAUTHENTICATE');
  }

  /** Ends one session of a golfer. */
  async end(database: Statements, userId: string, sessionId: string): Promise<void> {
    await database.query('update app.sessions set ended_at = $3 where id = $1 and user_id = $2 and ended_at is null', [
      sessionId,
      userId,
      this.clock(),
    ]);
    await announceSessionEnded(database, userId, sessionId);
  }

  /**
   * Ends the sessions that an account has when its email is proven, but for those of this request's device, and forgets their
   * devices: a stranger may have registered with the email. None of them was ever good for anything.
   */
  async endUnverified(database: Statements, userId: string, deviceId: string | null): Promise<void> {
    await database.query(
      `update app.sessions set ended_at = coalesce(ended_at, $3), device_id = null
        where user_id = $1 and (device_id is null or device_id is distinct from $2)`,
      [userId, deviceId, this.clock()],
    );
  }

  /** Ends all sessions of a golfer but one. */
  async endOthers(client: PoolClient, userId: string, sessionId: string): Promise<void> {
    const { rows } = await client.query<{ id: string }>(
      'update app.sessions set ended_at = $3 where user_id = $1 and id <> $2 and ended_at is null returning id',
      [userId, sessionId, this.clock()],
    );
    for (const { id } of rows) await announceSessionEnded(client, userId, id);
  }

  /** Ends all sessions of a golfer and makes every token issued so far worthless. */
  async endAll(database: Statements, userId: string): Promise<void> {
    await endAllSessions(database, userId, this.clock());
  }

  private async read(sessionIds: readonly string[]): Promise<OpenSession[]> {
    const { rows } = await this.pool.query<OpenSession>({
      name: 'open sessions',
      text: `select s.id as "sessionId", s.user_id as "userId", s.expires_at as "expiresAt", s.used_at as "usedAt",
              u.token_version as version,
              u.email_verified_at is not null as verified
         from app.sessions s join app.users u on u.id = s.user_id
        where s.id = any($1) and s.ended_at is null and s.expires_at > $2 and s.used_at > $3
          and u.deletion_requested_at is null and u.blocked_at is null`,
      values: [sessionIds, this.clock(), this.usedSince()],
    });
    return rows;
  }

  /** An open session; those looked up in the same turn of the loop are asked for by one question to the rows. */
  private async lookUp(sessionId: string): Promise<OpenSession | null> {
    this.together ??= this.begin();
    const { ids, found } = this.together;
    ids.push(sessionId);
    if (ids.length >= TOGETHER_MAX) this.together = null;
    return (await found).get(sessionId) ?? null;
  }

  private begin() {
    const ids: string[] = [];
    const ask = async () => {
      await soon();
      if (this.together?.ids === ids) this.together = null;
      return new Map((await this.read(ids)).map((session) => [session.sessionId, session]));
    };
    return { ids, found: ask() };
  }

  /** Sessions that were not used since have ended. */
  private usedSince(): Date {
    return new Date(this.clock().getTime() - LIMITS.sessionIdleMs);
  }

  private async used(sessionId: string): Promise<OpenSession | null> {
    const session = await this.lookUp(sessionId);
    const now = this.clock();
    if (session !== null && now.getTime() - session.usedAt.getTime() >= USE_NOTED_MS) {
      await this.pool.query('update app.sessions set used_at = $2 where id = $1 and used_at < $2', [sessionId, now]);
    }
    return session;
  }
}
