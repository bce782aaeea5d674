import { LIMITS, type ErrorAnswer } from '@fairmark/contract';
import { addGauge, onceAMinute, runEvery } from '@fairmark/server';
import { Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { WebSocketGateway, WebSocketServer, type OnGatewayConnection, type OnGatewayInit } from '@nestjs/websockets';
import { Registry } from 'prom-client';
import { BoardLinks } from '../board/board-links.js';
import { answerTo } from '../http/refusal.js';
import { Readiness } from '../platform/readiness.js';
import { LOGGER, type Logger } from '../platform/tokens.js';
import { Sessions } from '../sessions/sessions.js';
import { HandshakeGuard } from './handshake.guard.js';
import { SocketRooms } from './socket.rooms.js';
import { endSocket, socketsIn, userRoom, type GolferServer, type GolferSocket, type SocketCaller } from './sockets.js';

/** A connection that has not authenticated within this time is closed. */
const CONNECT_MS = 10_000;
/** How often the sessions of open connections are checked: an end is promised within a second. */
const CHECK_MS = 500;

/** Authenticates the connections of golfers and boards, until any process ends their session or link. */
@WebSocketGateway({
  serveClient: false,
  // Polling serves networks that block WebSockets. Behind a load balancer it needs sticky sessions.
  transports: ['websocket', 'polling'],
  maxHttpBufferSize: LIMITS.socketMessageBytesMax,
  perMessageDeflate: false,
  connectTimeout: CONNECT_MS,
})
export class SocketGateway
  implements OnGatewayInit<GolferServer>, OnGatewayConnection<GolferSocket>, OnApplicationBootstrap
{
  @WebSocketServer() readonly server!: GolferServer;
  @Inject(LOGGER) private readonly logger!: Logger;
  @Inject(Registry) private readonly metrics!: Registry;
  @Inject(BoardLinks) private readonly links!: BoardLinks;
  @Inject(Readiness) private readonly readiness!: Readiness;

  constructor(
    private readonly sessions: Sessions,
    private readonly guard: HandshakeGuard,
    private readonly rooms: SocketRooms,
  ) {}

  afterInit(server: GolferServer): void {
    this.guard.guard(server);
    server.use((socket, next) => {
      void this.authenticate(socket).then((refused) => next(refused));
    });
    const read = () => server.sockets.sockets.size;
    addGauge(this.metrics, { name: 'fairmark_sockets', help: 'Open connections of golfers', read });
  }

  onApplicationBootstrap(): void {
    void runEvery(() => this.endClosedSessions(), {
      everyMs: CHECK_MS,
      signal: this.readiness.ending,
      // While the database is unreachable connections stay open; the next check decides.
      onError: onceAMinute((err) => this.logger.warn({ err }, 'sessions of sockets could not be checked')),
    });
  }

  handleConnection(socket: GolferSocket): void {
    const { userId } = socket.data;
    void socket.join(userRoom(userId));
    // Malformed packets emit an Error here; a client's own event of this name carries none.
    socket.on('error', (error: unknown) => error instanceof Error && this.guard.refuse(socket.conn));
    // Nothing else handles messages: the next function is never called.
    socket.use(([event, ...args]) => void this.rooms.receive(socket, event, args));
    // Keep the newest connections: a phone that lost its signal leaves dead ones behind.
    const excess = socketsIn(this.server, userRoom(userId)).slice(0, -LIMITS.socketsPerUser);
    for (const oldest of excess) endSocket(oldest, 'TOO_MANY_REQUESTS');
  }

  /** Undefined once authenticated; otherwise the error that the client gets before its connection is closed. */
  private async authenticate(socket: GolferSocket): Promise<Error | undefined> {
    const caller = await this.guard.authenticate(socket.conn, () => this.identify(socket));
    if (!('userId' in caller)) return Object.assign(new Error(caller.error.message), { data: caller });
    Object.assign(socket.data, { ...caller, matches: new Map(), refused: 0 });
    return undefined;
  }

  /** The golfer or board of the handshake's token (`auth.token` takes precedence over the query's), or an error. */
  private async identify(socket: GolferSocket): Promise<SocketCaller | ErrorAnswer> {
    try {
      const link = await this.links.open(socket.handshake);
      if (link === null) return { ...(await this.sessions.identify(socket.handshake)), boardOf: null };
      return { userId: link.linkId, sessionId: link.linkId, boardOf: link.courseId };
    } catch (error) {
      return answerTo(error, () => this.logger.error({ err: error }, 'a socket could not be identified'));
    } finally {
      forgetToken(socket);
    }
  }

  /** Closes the connections of sessions and board links that have ended. */
  private async endClosedSessions(): Promise<void> {
    const sockets = [...this.server.sockets.sockets.values()];
    if (sockets.length === 0) return;
    const open = await this.sessions.stillOpen([...new Set(sockets.map(({ data }) => data.sessionId))]);
    const others = sockets.filter(({ data }) => !open.has(data.sessionId));
    if (others.length === 0) return;
    const links = await this.links.coursesOf(others.map(({ data }) => data.sessionId));
    for (const socket of others) {
      const { sessionId, boardOf } = socket.data;
      if (!links.has(sessionId)) endSocket(socket, boardOf === null ? 'UNAUTHORIZED' : 'BOARD_LINK_REVOKED');
    }
  }
}

/** Removes the token from everything that lives as long as the connection and might be logged. */
function forgetToken(socket: GolferSocket): void {
  delete socket.handshake.auth.token;
  delete socket.handshake.query.token;
  socket.handshake.url = '';
  Reflect.deleteProperty(socket.conn, 'request');
}
