import { Injectable } from '@nestjs/common';
import type { Caller } from '../http/caller.js';
import { Refusal } from '../http/refusal.js';
import { AccessTokens, type Bearer } from './access-tokens.js';
import { Sessions } from './sessions.js';

/** Identifies callers, by a genuine token of an open session of a verified account. */
@Injectable()
export class Authentication {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly sessions: Sessions,
  ) {}

  /**
   * The golfer who sent a request, or opens a socket.
   *
   * @throws Refusal MISSING_AUTH_TOKEN, UNAUTHORIZED, or EMAIL_UNVERIFIED for the token that a registration answered
   */
  async identify(bearer: Bearer): Promise<Caller> {
    const claims = await this.tokens.verify(bearer);
    const session = claims === null ? null : await this.sessions.find(claims.sessionId);
    if (session === null || session.userId !== claims?.userId || session.version !== claims.version) {
      throw new Refusal('UNAUTHORIZED');
    }
    if (!session.verified) throw new Refusal('EMAIL_UNVERIFIED');
    return { userId: session.userId, sessionId: session.sessionId };
  }
}
