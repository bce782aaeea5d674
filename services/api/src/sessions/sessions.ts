import { randomUUID } from 'node:crypto';
import { LIMITS } from '@fairmark/contract';
import { announceSessionEnded, endAllSessions, type Statements } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import type { Caller } from '../http/caller.js';
import { CLOCK, PG_POOL, type Clock } from '../platform/tokens.js';
import { AccessTokens } from './access-tokens.js';
import { SessionEvents } from './session-events.js';

/** An open session with what its account says at this moment. */
export interface OpenSession {
  sessionId: string;
  userId: string;
  /** A token of another version is worthless. */
  version: number;
  verified: boolean;
  expiresAt: Date;
}

/** How long a request may go by what the rows said. */
const CACHE_MS = 500;
const CACHE_SIZE = 50_000;

/** Sessions: a row each, ended in the transaction of whatever ends them. */
@Injectable()
export class Sessions {
  private readonly cache = new LRUCache<string, Promise<OpenSession | null>>({ max: CACHE_SIZE, ttl: CACHE_MS });

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
    sessionId: string = randomUUID(),
  ): Promise<string> {
    const expiresAt = new Date(this.clock().getTime() + LIMITS.sessionMs);
    await database.query('insert into app.sessions (id, user_id, expires_at) values ($1, $2, $3)', [
      sessionId,
      user.id,
      expiresAt,
    ]);
    return this.tokens.sign({ userId: user.id, sessionId, version: user.tokenVersion }, expiresAt);
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
    const asked = this.read([sessionId]).then(([session]) => session ?? null);
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

  /** Which of many sessions are open, by one question to the rows. */
  async stillOpen(sessionIds: readonly string[]): Promise<Set<string>> {
    return new Set((await this.read(sessionIds)).map(({ sessionId }) => sessionId));
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

  /** Ends all sessions of a golfer and makes every token issued so far worthless. */
  async endAll(database: Statements, userId: string): Promise<void> {
    await endAllSessions(database, userId, this.clock());
  }

  private async read(sessionIds: readonly string[]): Promise<OpenSession[]> {
    const { rows } = await this.pool.query<OpenSession>(
      `select s.id as "sessionId", s.user_id as "userId", s.expires_at as "expiresAt", u.token_version as version,
              u.email_verified_at is not null as verified
         from app.sessions s join app.users u on u.id = s.user_id
        where s.id = any($1) and s.ended_at is null and s.expires_at > $2 and u.deletion_requested_at is null
          and u.blocked_at is null`,
      [sessionIds, this.clock()],
    );
    return rows;
  }
}
