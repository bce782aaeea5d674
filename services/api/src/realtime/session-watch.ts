import { runEvery } from '@fairmark/server';
import { Inject, Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { SessionEvents } from '../sessions/session-events.js';
import { Authentication } from '../sessions/authentication.js';
import { LOGGER, type Logger } from '../platform/tokens.js';
import { SocketGateway } from './socket.gateway.js';
import { sessionRoom, userRoom, endSocket, socketsIn } from './sockets.js';

/** How often the sessions of open connections are checked, in case a notification was lost. */
const CHECK_MS = 500;
/** Sessions per query. */
const CHECK_BATCH = 5_000;

/** Closes the connections of ended sessions and revoked board links: on notification, and by polling the database. */
@Injectable()
export class SessionWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly ending = new AbortController();
  private unsubscribe = (): void => undefined;

  constructor(
    private readonly gateway: SocketGateway,
    private readonly authentication: Authentication,
    private readonly events: SessionEvents,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.unsubscribe = this.events.subscribe(({ userId, sessionId }) =>
      this.end(sessionId === null ? userRoom(userId) : sessionRoom(sessionId)),
    );
    void runEvery(() => this.check(), {
      everyMs: CHECK_MS,
      signal: this.ending.signal,
      // While the database is unreachable connections stay open; the next check decides.
      onError: (err) => this.logger.warn({ err }, 'sessions of sockets could not be checked'),
    });
  }

  beforeApplicationShutdown(): void {
    this.ending.abort();
    this.unsubscribe();
  }

  private async check(): Promise<void> {
    const open = new Set([...this.gateway.server.sockets.sockets.values()].map(({ data }) => data.sessionId));
    const all = [...open];
    for (let at = 0; at < all.length; at += CHECK_BATCH) {
      const batch = all.slice(at, at + CHECK_BATCH);
      const valid = await this.authentication.stillGood(batch);
      batch.filter((sessionId) => !valid.has(sessionId)).forEach((sessionId) => this.end(sessionRoom(sessionId)));
    }
  }

  private end(room: string): void {
    for (const socket of socketsIn(this.gateway.server, room)) {
      endSocket(socket, socket.data.boardOf === null ? 'UNAUTHORIZED' : 'BOARD_LINK_REVOKED');
    }
  }
}
