import { createSecretKey, type KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import jsonwebtoken from 'jsonwebtoken';
import { LRUCache } from 'lru-cache';
import { Strategy } from 'passport-jwt';
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

/** What the strategy takes for its request. */
interface Attempted {
  authenticate(request: { token: string; key: KeyObject }): void;
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
        // The "request" that this strategy sees is the one of `verify`: the key travels in it as the object that it is.
        jwtFromRequest: (attempt) => attempt.token,
        secretOrKeyProvider: (attempt, _token, done) => done(null, attempt.key),
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

  /** The claims of a genuine, unexpired token, else null. Whether its session is still open is another question. */
  async verify(token: string): Promise<Claims | null> {
    const known = this.known.get(token);
    if (known !== undefined) return known.until > Date.now() ? known.claims : null;
    const genuine = await this.check(token);
    if (genuine !== null) this.known.set(token, genuine);
    return genuine?.claims ?? null;
  }

  private check(token: string): Promise<Genuine | null> {
    return new Promise((resolve, reject) => {
      // A strategy reports through methods that its caller lends it, one set per attempt.
      const attempt: Attempted = Object.create(this.strategy);
      Object.assign(attempt, {
        success: (genuine: Genuine) => resolve(genuine),
        fail: () => resolve(null),
        error: reject,
      });
      attempt.authenticate({ token, key: this.key });
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
