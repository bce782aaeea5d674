import { LIMITS, type SocketAck } from '@fairmark/contract';
import { Inject } from '@nestjs/common';
import {
  ConnectedSocket,
  MessageBody,
  SubscribeMessage,
  WebSocketGateway,
  WebSocketServer,
  type OnGatewayConnection,
  type OnGatewayInit,
} from '@nestjs/websockets';
import { Gauge, type Registry } from 'prom-client';
import { METRICS } from '../platform/tokens.js';
import { MessageLimit } from './message-limit.js';
import { sessionRoom, userRoom } from './rooms.js';
import { SocketIdentity } from './socket.identity.js';
import { SocketRooms } from './socket.rooms.js';
import { endSocket, socketsIn, type GolferServer, type GolferSocket } from './sockets.js';

/**
 * The golfers' connections: lets them in by their token, and lets them look at matches and courses. Looking is all that
 * `join_lobby` and `leave_lobby` mean; who is in a match is the match's own business.
 */
@WebSocketGateway()
export class SocketGateway implements OnGatewayInit<GolferServer>, OnGatewayConnection<GolferSocket> {
  @WebSocketServer() readonly server!: GolferServer;

  constructor(
    private readonly identity: SocketIdentity,
    private readonly rooms: SocketRooms,
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

  @SubscribeMessage('join_lobby')
  joinLobby(@ConnectedSocket() socket: GolferSocket, @MessageBody() body: unknown): Promise<SocketAck> {
    return this.rooms.joinMatch(socket, body);
  }

  @SubscribeMessage('leave_lobby')
  leaveLobby(@ConnectedSocket() socket: GolferSocket, @MessageBody() body: unknown): Promise<SocketAck> {
    return this.rooms.leaveMatch(socket, body);
  }

  @SubscribeMessage('watch_course')
  watchCourse(@ConnectedSocket() socket: GolferSocket, @MessageBody() body: unknown): Promise<SocketAck> {
    return this.rooms.watchCourse(socket, body);
  }

  @SubscribeMessage('unwatch_course')
  unwatchCourse(@ConnectedSocket() socket: GolferSocket, @MessageBody() body: unknown): Promise<SocketAck> {
    return this.rooms.unwatchCourse(socket, body);
  }

  /** Undefined for a golfer; else the error that the client is told before its connection ends. */
  private async letIn(socket: GolferSocket): Promise<Error | undefined> {
    const who = await this.identity.take(socket);
    if ('userId' in who) {
      Object.assign(socket.data, { ...who, matches: new Map(), courses: new Set(), refused: 0 });
      return undefined;
    }
    return Object.assign(new Error(who.error.message), { data: who });
  }
}
