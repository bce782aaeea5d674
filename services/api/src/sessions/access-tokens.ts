import { createSecretKey, type KeyObject } from 'node:crypto';
import { UUID } from '@fairmark/events';
import { Inject, Injectable } from '@nestjs/common';
import jsonwebtoken from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { Strategy } from 'passport-jwt';
import { tokenOf, type Bearer } from '../http/caller.js';
import { CONFIG, type Config } from '../platform/tokens.js';

/** The claims of a token. It is accepted only while its session is open and its version is the account's. */
export interface Claims {
  userId: string;
  sessionId: string;
  version: number;
}

const ISSUER = 'fairmark';
const AUDIENCE = 'fairmark-api';
const ALGORITHM = 'HS256';
/** Verified tokens to cache, some 400 bytes each; a phone sends the same one with every score. */
const CACHE_SIZE = 20_000;

/** Signs and verifies access tokens, in the same way for HTTP and sockets. */
@Injectable()
export class AccessTokens {
  /** A KeyObject, because a secret given as text would be parsed for every verification, at fifty times the cost. */
  private readonly key: KeyObject;
  private readonly strategy: Strategy;
  private readonly verified = new LRUCache<string, Claims>({ max: CACHE_SIZE });

  constructor(@Inject(CONFIG) config: Config) {
    this.key = createSecretKey(config.jwtSecret);
    this.strategy = new Strategy(
      {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        jwtFromRequest: tokenOf,
        // passport-jwt's types only know keys as text.
        secretOrKeyProvider: (_request: Bearer, _token, done) => done(null, this.key as KeyObject & Buffer),
      },
      (payload, done) => done(null, claimsOf(payload) ?? false),
    );
  }

  /** @param expiresAt end of the session, which the token never outlives */
  sign({ userId, sessionId, version }: Claims, expiresAt: Date): string {
    return jsonwebtoken.sign(
      { sub: userId, sid: sessionId, ver: version, exp: Math.floor(expiresAt.getTime() / 1_000) },
      this.key,
      { algorithm: ALGORITHM, issuer: ISSUER, audience: AUDIENCE },
    );
  }

  /**
   * The claims of a genuine token, otherwise null. A cached one may have expired by now, with its session.
   * @throws Refusal MISSING_AUTH_TOKEN, UNAUTHORIZED
   */
  async verify(bearer: Bearer): Promise<Claims | null> {
    const token = tokenOf(bearer);
    const cached = this.verified.get(token);
    if (cached !== undefined) return cached;
    const claims = await this.authenticate(bearer);
    if (claims !== null) this.verified.set(token, claims);
    return claims;
  }

  private authenticate(bearer: Bearer): Promise<Claims | null> {
    return new Promise((resolve, reject) => {
      // Passport's contract: a strategy reports through methods added to a copy of it for each attempt.
      const attempt: { authenticate(request: Bearer): void } = Object.create(this.strategy);
      Object.assign(attempt, { success: resolve, fail: () => resolve(null), error: reject });
      attempt.authenticate(bearer);
    });
  }
}

function claimsOf(payload: unknown): Claims | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const { sub, sid, ver, exp }: Record<string, unknown> = { ...payload };
  if (typeof sub !== 'string' || !UUID.test(sub) || typeof sid !== 'string' || !UUID.test(sid)) return null;
  if (typeof ver !== 'number' || typeof exp !== 'number') return null;
  return { userId: sub, sessionId: sid, version: ver };
}
