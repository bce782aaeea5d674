import { Injectable } from '@nestjs/common';
import type { Authenticator } from '../http/auth.guard.js';
import type { Caller } from '../http/caller.js';
import { Refusal } from '../http/refusal.js';
import { AccessTokens } from './access-tokens.js';
import { Sessions } from './sessions.js';

/** Whose token it is: a genuine token of an open session of a verified account. */
@Injectable()
export class Authentication implements Authenticator {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly sessions: Sessions,
  ) {}

  /**
   * The caller of an HTTP request or of a socket's handshake.
   *
   * @throws Refusal UNAUTHORIZED, or EMAIL_UNVERIFIED for the token that a registration answered
   */
  async identify(token: string): Promise<Caller> {
    const claims = await this.tokens.verify(token);
    if (claims === null) throw new Refusal('UNAUTHORIZED');
    const session = await this.sessions.find(claims.sessionId);
    if (session === null || session.userId !== claims.userId || session.version !== claims.version) {
      throw new Refusal('UNAUTHORIZED');
    }
    if (!session.verified) throw new Refusal('EMAIL_UNVERIFIED');
    return { userId: session.userId, sessionId: session.sessionId };
  }
}
