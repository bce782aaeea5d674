import { LIMITS } from '@fairmark/contract';
import { Inject } from '@nestjs/common';
import { WebSocketGateway, WebSocketServer, type OnGatewayConnection, type OnGatewayInit } from '@nestjs/websockets';
import { Gauge, type Registry } from 'prom-client';
import { METRICS } from '../platform/tokens.js';
import { MessageLimit } from './message-limit.js';
import { SocketAuthentication } from './socket.authentication.js';
import { sessionRoom, userRoom, endSocket, socketsIn, type GolferServer, type GolferSocket } from './sockets.js';

/** The golfers' connections: authenticates them and bounds their number. What they may say is in `socket.rooms.ts`. */
@WebSocketGateway()
export class SocketGateway implements OnGatewayInit<GolferServer>, OnGatewayConnection<GolferSocket> {
  @WebSocketServer() readonly server!: GolferServer;

  constructor(
    private readonly authentication: SocketAuthentication,
    private readonly messages: MessageLimit,
    @Inject(METRICS) private readonly metrics: Registry,
  ) {}

  afterInit(server: GolferServer): void {
    server.use((socket, next) => {
      void this.letIn(socket).then((refused) => next(refused));
    });
    const open = new Gauge({
      name: 'fairmark_sockets',
      help: 'Open connections of golfers',
      registers: [],
      collect() {
        this.set(server.sockets.sockets.size);
      },
    });
    this.metrics.registerMetric(open);
  }

  handleConnection(socket: GolferSocket): void {
    const { userId, sessionId } = socket.data;
    void socket.join([userRoom(userId), sessionRoom(sessionId)]);
    this.messages.guard(socket);
    // A golfer's newest connections are the ones that count: a phone that lost its signal leaves dead ones behind.
    const all = socketsIn(this.server, userRoom(userId));
    for (const oldest of all.slice(0, Math.max(0, all.length - LIMITS.socketsPerUser))) {
      endSocket(oldest, 'TOO_MANY_REQUESTS');
    }
  }

  /** Undefined for a golfer; else the error that the client is told before its connection ends. */
  private async letIn(socket: GolferSocket): Promise<Error | undefined> {
    const caller = await this.authentication.authenticateSocket(socket);
    if ('userId' in caller) {
      Object.assign(socket.data, { ...caller, matches: new Map(), courses: new Set(), refused: 0 });
      return undefined;
    }
    return Object.assign(new Error(caller.error.message), { data: caller });
  }
}
