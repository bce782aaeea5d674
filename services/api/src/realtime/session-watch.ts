import { onceAMinute, runEvery } from '@fairmark/server';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { BoardLinks } from '../board/board-links.js';
import { LOGGER, type Logger } from '../platform/tokens.js';
import { Sessions } from '../sessions/sessions.js';
import { SocketGateway } from './socket.gateway.js';
import { sessionRoom, endSocket, socketsIn } from './sockets.js';

/** How often the sessions of open connections are checked: an end is promised within a second. */
const CHECK_MS = 500;

/** Closes the connections of sessions and board links that any process has ended, by polling the database. */
@Injectable()
export class SessionWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly ending = new AbortController();

  constructor(
    private readonly gateway: SocketGateway,
    private readonly sessions: Sessions,
    private readonly links: BoardLinks,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    void runEvery(() => this.check(), {
      everyMs: CHECK_MS,
      signal: this.ending.signal,
      // While the database is unreachable connections stay open; the next check decides.
      onError: onceAMinute((err) => this.logger.warn({ err }, 'sessions of sockets could not be checked')),
    });
  }

  beforeApplicationShutdown(): void {
    this.ending.abort();
  }

  private async check(): Promise<void> {
    const ids = new Set([...this.gateway.server.sockets.sockets.values()].map(({ data }) => data.sessionId));
    if (ids.size === 0) return;
    const open = await this.sessions.stillOpen([...ids]);
    const others = [...ids].filter((id) => !open.has(id));
    if (others.length === 0) return;
    const links = await this.links.stillThere(others);
    for (const ended of others.filter((id) => !links.has(id))) {
      for (const socket of socketsIn(this.gateway.server, sessionRoom(ended))) {
        endSocket(socket, socket.data.boardOf === null ? 'UNAUTHORIZED' : 'BOARD_LINK_REVOKED');
      }
    }
  }
}
