import { Injectable } from '@nestjs/common';
import { BoardLinks } from '../board/board-links.js';
import type { Caller } from '../http/caller.js';
import { Refusal } from '../http/refusal.js';
import type { Bearer } from '../http/bearer.js';
import { AccessTokens } from './access-tokens.js';
import { Sessions } from './sessions.js';

/** The caller of a socket: a golfer, or a board link, whose id serves as both ids. */
export interface SocketCaller extends Caller {
  /** The only course that a board may watch; null for a golfer, who may watch any. */
  boardOf: string | null;
}

/** Identifies callers by a genuine token of an open session of a verified account. */
@Injectable()
export class Authentication {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly sessions: Sessions,
    private readonly links: BoardLinks,
  ) {}

  /**
   * The golfer whose token a request or handshake carries.
   * @throws Refusal MISSING_AUTH_TOKEN, UNAUTHORIZED, EMAIL_UNVERIFIED
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

  /** The golfer or board that opens a socket. @throws Refusal as `identify`, and BOARD_LINK_REVOKED */
  async identifySocket(handshake: Bearer): Promise<SocketCaller> {
    const link = await this.links.open(handshake);
    if (link === null) return { ...(await this.identify(handshake)), boardOf: null };
    return { userId: link.linkId, sessionId: link.linkId, boardOf: link.courseId };
  }

  /** Those of the given ids that are still open sessions or valid board links. */
  async stillGood(ids: readonly string[]): Promise<Set<string>> {
    const open = await this.sessions.stillOpen(ids);
    const others = ids.filter((id) => !open.has(id));
    return others.length === 0 ? open : new Set([...open, ...(await this.links.stillThere(others))]);
  }
}
