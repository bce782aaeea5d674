import { createSecretKey, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import jsonwebtoken from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { Strategy } from 'passport-jwt';
import { tokenOf, type Bearer } from '../http/bearer.js';
import { CONFIG, type Config } from '../platform/tokens.js';

/** What a token says. It is worth something only while its session is open and its version the account's. */
export interface Claims {
  userId: string;
  sessionId: string;
  version: number;
}

/** What a genuine token says, and until when it is one (milliseconds since 1970). */
interface Genuine {
  claims: Claims;
  until: number;
}

const ISSUER = 'fairmark';
const AUDIENCE = 'fairmark-api';
const ALGORITHM = 'HS256';
/** Tokens whose signature is not checked again, some 400 bytes each; a phone sends the same one with every score. */
const KNOWN_TOKENS = 20_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Signs and verifies access tokens. One way of verifying, for HTTP and sockets alike. */
@Injectable()
export class AccessTokens {
  /** As a KeyObject: with a secret in text every verification would parse it anew, at fifty times the cost. */
  private readonly key: KeyObject;
  private readonly strategy: Strategy;
  private readonly known = new LRUCache<string, Genuine>({ max: KNOWN_TOKENS });

  constructor(@Inject(CONFIG) config: Config) {
    this.key = createSecretKey(config.jwtSecret);
    this.strategy = new Strategy(
      {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        jwtFromRequest: tokenOf,
        // passport-jwt's types know keys as text alone.
        secretOrKeyProvider: (_request: Bearer, _token, done) => done(null, this.key as KeyObject & Buffer),
      },
      (payload, done) => done(null, genuineOf(payload) ?? false),
    );
  }

  /** @param expiresAt end of the session: a token never outlives it */
  sign({ userId, sessionId, version }: Claims, expiresAt: Date): string {
    return jsonwebtoken.sign(
      { sub: userId, sid: sessionId, ver: version, exp: Math.floor(expiresAt.getTime() / 1_000) },
      this.key,
      { algorithm: ALGORITHM, issuer: ISSUER, audience: AUDIENCE },
    );
  }

  /**
   * The claims of a genuine, unexpired token, else null. Whether its session is still open is another question.
   *
   * @throws Refusal MISSING_AUTH_TOKEN; UNAUTHORIZED for what is no token
   */
  async verify(bearer: Bearer): Promise<Claims | null> {
    const token = tokenOf(bearer);
    const known = this.known.get(token);
    if (known !== undefined) return known.until > Date.now() ? known.claims : null;
    const genuine = await this.check(bearer);
    if (genuine !== null) this.known.set(token, genuine);
    return genuine?.claims ?? null;
  }

  private check(bearer: Bearer): Promise<Genuine | null> {
    return new Promise((resolve, reject) => {
      // Passport's contract: a strategy reports through methods that each attempt lends it.
      const attempt: { authenticate(request: Bearer): void } = Object.create(this.strategy);
      Object.assign(attempt, { success: resolve, fail: () => resolve(null), error: reject });
      attempt.authenticate(bearer);
    });
  }
}

function genuineOf(payload: unknown): Genuine | null {
  if (typeof payload !== 'object' || payload === null) return null;
  const { sub, sid, ver, exp }: Record<string, unknown> = { ...payload };
  if (typeof sub !== 'string' || !UUID.test(sub) || typeof sid !== 'string' || !UUID.test(sid)) return null;
  if (typeof ver !== 'number' || typeof exp !== 'number') return null;
  return { claims: { userId: sub, sessionId: sid, version: ver }, until: 1_000 * exp };
}
