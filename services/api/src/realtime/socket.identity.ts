import { errorAnswer, type ErrorAnswer } from '@fairmark/contract';
import { Inject, Injectable } from '@nestjs/common';
import { Authentication } from '../sessions/authentication.js';
import type { Caller } from '../http/caller.js';
import { answerTo } from '../http/refusal.answer.js';
import { LOGGER, type Logger } from '../platform/tokens.js';
import { SocketDoor } from './socket.door.js';
import type { GolferSocket } from './sockets.js';

/** Longer than any token of ours. */
const TOKEN_MAX = 2_048;

/** Whose connection it is, by the token of its handshake: `auth.token` first, then the query's. */
@Injectable()
export class SocketIdentity {
  constructor(
    private readonly authentication: Authentication,
    private readonly door: SocketDoor,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The golfer, or what the client is told instead before its connection ends. The connection forgets the token. */
  async take(socket: GolferSocket): Promise<Caller | ErrorAnswer> {
    const { conn } = socket;
    const who = (await this.door.mayIntroduce(conn)) ? await this.identify(socket) : errorAnswer('TOO_MANY_REQUESTS');
    if ('userId' in who) this.door.letIn(conn);
    // Not the client's fault: cut the line, so that it comes back by itself instead of giving up.
    else if (who.status >= 500) this.door.sendAway(conn);
    // The answer goes out first.
    else setImmediate(() => this.door.refuse(conn));
    return who;
  }

  private async identify(socket: GolferSocket): Promise<Caller | ErrorAnswer> {
    const { auth, query } = socket.handshake;
    const token: unknown = auth.token ?? query.token;
    forgetToken(socket);
    if (token === undefined || token === '') return errorAnswer('MISSING_AUTH_TOKEN');
    if (typeof token !== 'string' || token.length > TOKEN_MAX) return errorAnswer('UNAUTHORIZED');
    try {
      return await this.authentication.identify(token);
    } catch (error) {
      const { body, unexpected } = answerTo(error);
      if (unexpected) this.logger.error({ err: error }, 'a socket could not be identified');
      return body;
    }
  }
}

/** Nothing that is kept for the life of a connection, and might be logged, holds the token. */
function forgetToken(socket: GolferSocket): void {
  delete socket.handshake.auth.token;
  delete socket.handshake.query.token;
  socket.handshake.url = '';
  Reflect.deleteProperty(socket.conn, 'request');
}
