import { errorAnswer, LIMITS, type ErrorAnswer, type SocketAck } from '@fairmark/contract';
import { Inject } from '@nestjs/common';
import { WebSocketGateway, WebSocketServer, type OnGatewayConnection, type OnGatewayInit } from '@nestjs/websockets';
import { BoardLinks } from '../board/board-links.js';
import { RateLimits } from '../limits/rate-limits.js';
import { LOGGER, type Logger } from '../platform/tokens.js';
import { Sessions } from '../sessions/sessions.js';
import { HandshakeGuard } from './handshake.guard.js';
import { SocketRooms } from './socket.rooms.js';
import {
  answered,
  endSocket,
  sessionRoom,
  socketsIn,
  userRoom,
  type GolferServer,
  type GolferSocket,
  type SocketCaller,
} from './sockets.js';

type Acknowledge = (answer: SocketAck) => void;
/** A connection is closed after this many refused messages in a row. */
const REFUSALS_MAX = 100;

/** Authenticates the connections of golfers and boards, and limits their number and their messages. */
@WebSocketGateway()
export class SocketGateway implements OnGatewayInit<GolferServer>, OnGatewayConnection<GolferSocket> {
  @WebSocketServer() readonly server!: GolferServer;
  @Inject(LOGGER) private readonly logger!: Logger;
  @Inject(BoardLinks) private readonly links!: BoardLinks;

  constructor(
    private readonly sessions: Sessions,
    private readonly guard: HandshakeGuard,
    private readonly limits: RateLimits,
    private readonly rooms: SocketRooms,
  ) {}

  afterInit(server: GolferServer): void {
    server.use((socket, next) => {
      void this.authenticate(socket).then((refused) => next(refused));
    });
  }

  handleConnection(socket: GolferSocket): void {
    const { userId, sessionId } = socket.data;
    void socket.join([userRoom(userId), sessionRoom(sessionId)]);
    // Malformed packets emit an Error here; a client's own event of this name carries none.
    socket.on('error', (error: unknown) => error instanceof Error && this.guard.refuse(socket.conn));
    // Nothing else handles messages: the next function is never called.
    socket.use(([event, ...args]) => void this.receive(socket, event, args));
    // Keep the newest connections: a phone that lost its signal leaves dead ones behind.
    const all = socketsIn(this.server, userRoom(userId));
    for (const oldest of all.slice(0, Math.max(0, all.length - LIMITS.socketsPerUser))) {
      endSocket(oldest, 'TOO_MANY_REQUESTS');
    }
  }

  /** Undefined once authenticated; otherwise the error that the client gets before its connection is closed. */
  private async authenticate(socket: GolferSocket): Promise<Error | undefined> {
    const { conn } = socket;
    const mayTry = await this.guard.mayAuthenticate(conn);
    const caller = mayTry ? await this.identify(socket) : errorAnswer('TOO_MANY_REQUESTS');
    if ('userId' in caller) {
      this.guard.accept(conn);
      Object.assign(socket.data, { ...caller, matches: new Map(), courses: new Set(), refused: 0 });
      return undefined;
    }
    // Not the client's fault: drop the connection, so that the client reconnects instead of giving up.
    if (caller.status >= 500) this.guard.sendAway(conn);
    // Send the answer first.
    else setImmediate(() => this.guard.refuse(conn));
    return Object.assign(new Error(caller.error.message), { data: caller });
  }

  /** The golfer or board of the handshake's token (`auth.token` takes precedence over the query's), or an error. */
  private async identify(socket: GolferSocket): Promise<SocketCaller | ErrorAnswer> {
    try {
      const link = await this.links.open(socket.handshake);
      if (link === null) return { ...(await this.sessions.identify(socket.handshake)), boardOf: null };
      return { userId: link.linkId, sessionId: link.linkId, boardOf: link.courseId };
    } catch (error) {
      return answered(error, this.logger, 'a socket could not be identified');
    } finally {
      forgetToken(socket);
    }
  }

  /** Counts and answers every message, known or not. */
  private async receive(socket: GolferSocket, event: string, args: unknown[]): Promise<void> {
    const acknowledge = typeof args.at(-1) === 'function' ? (args.pop() as Acknowledge) : () => undefined;
    try {
      await this.limits.take('socketMessages', socket.data.userId);
    } catch (error) {
      const refusal = answered(error, this.logger, 'a socket message could not be counted');
      socket.data.refused += 1;
      if (socket.data.refused > REFUSALS_MAX) endSocket(socket, 'TOO_MANY_REQUESTS');
      else acknowledge(refusal);
      return;
    }
    socket.data.refused = 0;
    acknowledge(await this.rooms.receive(socket, event, args));
  }
}

/** Removes the token from everything that lives as long as the connection and might be logged. */
function forgetToken(socket: GolferSocket): void {
  delete socket.handshake.auth.token;
  delete socket.handshake.query.token;
  socket.handshake.url = '';
  Reflect.deleteProperty(socket.conn, 'request');
}
