import { errorAnswer, LIMITS, type ClientEvent, type ErrorAnswer, type SocketAck } from '@fairmark/contract';
import { KeyedMutex } from '@fairmark/event-store';
import { Inject, type Type } from '@nestjs/common';
import { WebSocketGateway, WebSocketServer, type OnGatewayConnection, type OnGatewayInit } from '@nestjs/websockets';
import { CourseCatalogue } from '../courses/course.catalogue.js';
import { MatchReader } from '../match/match.reader.js';
import { IdField } from '../http/fields.js';
import { inputPipe } from '../http/input.pipe.js';
import { Refusal } from '../http/refusal.js';
import { RateLimits } from '../limits/rate-limits.js';
import { LogFeed } from '../platform/log-feed.js';
import { LOGGER, type Logger } from '../platform/tokens.js';
import { Authentication, type SocketCaller } from '../sessions/authentication.js';
import { HandshakeGuard } from './handshake.guard.js';
import {
  answered,
  courseRoom,
  endSocket,
  leaveMatch,
  matchRoom,
  sessionRoom,
  socketsIn,
  userRoom,
  type GolferServer,
  type GolferSocket,
} from './sockets.js';

class MatchMessage {
  @IdField() matchId!: string;
}

class CourseMessage {
  @IdField() courseId!: string;
}

type Acknowledge = (answer: SocketAck) => void;
/** Answers a message that is checked and carried out after the connection's earlier ones. */
type Answer = (socket: GolferSocket, body: unknown) => Promise<SocketAck>;

/** A connection is closed after this many refused messages in a row. */
const REFUSALS_MAX = 100;

/**
 * Authenticates the connections of golfers and boards, limits their number and their messages, and lets them watch
 * matches and courses. `join_lobby` and `leave_lobby` only start and stop watching; membership is the match's. A
 * refusal is acknowledged like a success.
 */
@WebSocketGateway()
export class SocketGateway implements OnGatewayInit<GolferServer>, OnGatewayConnection<GolferSocket> {
  @WebSocketServer() readonly server!: GolferServer;
  private readonly input = inputPipe();
  /** By connection, so that a leave sent before the join is answered takes effect after it. */
  private readonly mutex = new KeyedMutex(() => new Refusal('UNAVAILABLE'));
  private readonly answers: ReadonlyMap<string, Answer> = new Map<ClientEvent, Answer>([
    ['join_lobby', this.answer(MatchMessage, ({ matchId }, socket) => this.joinMatch(matchId, socket))],
    ['leave_lobby', this.answer(MatchMessage, ({ matchId }, socket) => leaveMatch(socket, matchId))],
    ['watch_course', this.answer(CourseMessage, ({ courseId }, socket) => this.watchCourse(courseId, socket))],
    ['unwatch_course', this.answer(CourseMessage, ({ courseId }, socket) => leaveCourse(socket, courseId))],
  ]);

  constructor(
    private readonly authentication: Authentication,
    private readonly guard: HandshakeGuard,
    private readonly limits: RateLimits,
    private readonly matches: MatchReader,
    private readonly courses: CourseCatalogue,
    private readonly feed: LogFeed,
    @Inject(LOGGER) private readonly logger: Logger,
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
      return await this.authentication.identifySocket(socket.handshake);
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
    const answer = this.answers.get(event);
    acknowledge(
      answer === undefined ? errorAnswer('NOT_FOUND') : await answer(socket, args.length > 1 ? args : args[0]),
    );
  }

  private answer<T extends object>(
    kind: Type<T>,
    work: (message: T, socket: GolferSocket) => Promise<object> | void,
  ): Answer {
    return async (socket, body) => {
      try {
        return await this.mutex.run(socket.id, async () => {
          const message: T = await this.input.transform(body, { type: 'body', metatype: kind });
          return { status: 200 as const, ...(await work(message, socket)) };
        });
      } catch (error) {
        return answered(error, this.logger, 'a socket message failed');
      }
    };
  }

  /** Returns the revision that the next hint follows. @throws Refusal MATCH_NOT_FOUND if the golfer may not read it */
  private async joinMatch(matchId: string, socket: GolferSocket): Promise<{ revision: string }> {
    const { matches, userId } = socket.data;
    const known = (await this.matches.readable(matchId, userId)).revision;
    if (!matches.has(matchId)) assertBelowRoomLimit(socket);
    matches.set(matchId, known);
    void socket.join(matchRoom(matchId));
    try {
      // Read again once in the room: every later revision is pushed.
      const { revision } = await this.matches.readable(matchId, userId);
      matches.set(matchId, revision);
      return { revision: String(revision) };
    } catch (error) {
      leaveMatch(socket, matchId);
      throw error;
    }
  }

  /**
   * Any golfer may watch any course, a board only its own. Returns the log's position; of later changes hints follow.
   *
   * @throws Refusal COURSE_NOT_FOUND, FORBIDDEN
   */
  private async watchCourse(courseId: string, socket: GolferSocket): Promise<object> {
    const { boardOf, courses } = socket.data;
    if (boardOf !== null && boardOf !== courseId) throw new Refusal('FORBIDDEN');
    await this.courses.byId(courseId);
    if (!courses.has(courseId)) assertBelowRoomLimit(socket);
    courses.add(courseId);
    void socket.join(courseRoom(courseId));
    return { ...this.feed.place };
  }
}

/** Removes the token from everything that lives as long as the connection and might be logged. */
function forgetToken(socket: GolferSocket): void {
  delete socket.handshake.auth.token;
  delete socket.handshake.query.token;
  socket.handshake.url = '';
  Reflect.deleteProperty(socket.conn, 'request');
}

function leaveCourse(socket: GolferSocket, courseId: string): void {
  socket.data.courses.delete(courseId);
  void socket.leave(courseRoom(courseId));
}

function assertBelowRoomLimit(socket: GolferSocket): void {
  const { matches, courses } = socket.data;
  if (matches.size + courses.size >= LIMITS.roomsPerSocket) throw new Refusal('TOO_MANY_REQUESTS');
}
