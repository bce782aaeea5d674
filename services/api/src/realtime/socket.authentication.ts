import { errorAnswer, type ErrorAnswer } from '@fairmark/contract';
import { Inject, Injectable } from '@nestjs/common';
import { Authentication } from '../sessions/authentication.js';
import type { Caller } from '../http/caller.js';
import { answerTo } from '../http/refusal.answer.js';
import { LOGGER, type Logger } from '../platform/tokens.js';
import { HandshakeGuard } from './handshake.guard.js';
import type { GolferSocket } from './sockets.js';

/** Authenticates connections by the token of their handshake: `auth.token` first, then the query's. */
@Injectable()
export class SocketAuthentication {
  constructor(
    private readonly authentication: Authentication,
    private readonly guard: HandshakeGuard,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** The golfer, or what the client is told instead before its connection ends. The connection forgets the token. */
  async authenticateSocket(socket: GolferSocket): Promise<Caller | ErrorAnswer> {
    const { conn } = socket;
    const mayTry = await this.guard.mayAuthenticate(conn);
    const caller = mayTry ? await this.identify(socket) : errorAnswer('TOO_MANY_REQUESTS');
    if ('userId' in caller) this.guard.accept(conn);
    // Not the client's fault: cut the line, so that it comes back by itself instead of giving up.
    else if (caller.status >= 500) this.guard.sendAway(conn);
    // The answer goes out first.
    else setImmediate(() => this.guard.refuse(conn));
    return caller;
  }

  private async identify(socket: GolferSocket): Promise<Caller | ErrorAnswer> {
    try {
      return await this.authentication.identify(socket.handshake);
    } catch (error) {
      const { body, unexpected } = answerTo(error);
      if (unexpected) this.logger.error({ err: error }, 'a socket could not be identified');
      return body;
    } finally {
      forgetToken(socket);
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
