import { LIMITS, type SocketAck } from '@fairmark/contract';
import { KeyedMutex } from '@fairmark/event-store';
import { Inject, type Type } from '@nestjs/common';
import { ConnectedSocket, MessageBody, SubscribeMessage, WebSocketGateway } from '@nestjs/websockets';
import { CourseCatalogue } from '../courses/course.catalogue.js';
import { MatchReader } from '../match/match.reader.js';
import { IdField } from '../http/fields.js';
import { inputPipe } from '../http/input.pipe.js';
import { Refusal } from '../http/refusal.js';
import { LOGGER, type Logger } from '../platform/tokens.js';
import { HintPusher } from './hint-pusher.js';
import { answered, courseRoom, matchRoom, leaveMatch, type GolferSocket } from './sockets.js';

class MatchMessage {
  @IdField() matchId!: string;
}

class CourseMessage {
  @IdField() courseId!: string;
}

/**
 * Lets connections watch matches and courses. Each connection's messages are handled in order. `join_lobby` and
 * `leave_lobby` only start and stop watching; membership is the match's. A refusal is acknowledged like a success.
 */
@WebSocketGateway()
export class SocketRooms {
  private readonly input = inputPipe();
  /** By connection, so that a leave sent before the join is answered takes effect after it. */
  private readonly mutex = new KeyedMutex(() => new Refusal('UNAVAILABLE'));

  constructor(
    private readonly matches: MatchReader,
    private readonly courses: CourseCatalogue,
    private readonly hints: HintPusher,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Returns the revision that the next hint follows. Throws MATCH_NOT_FOUND if the golfer may not read the match. */
  @SubscribeMessage('join_lobby')
  joinMatch(@ConnectedSocket() socket: GolferSocket, @MessageBody() body: unknown): Promise<SocketAck> {
    return this.handle(socket, body, MatchMessage, async ({ matchId }) => {
      const { matches } = socket.data;
      const known = await this.revisionFor(matchId, socket);
      if (!matches.has(matchId)) assertBelowRoomLimit(socket);
      matches.set(matchId, known);
      void socket.join(matchRoom(matchId));
      try {
        // Read again once in the room: every later revision is pushed.
        const revision = await this.revisionFor(matchId, socket);
        matches.set(matchId, revision);
        return { status: 200, revision: String(revision) };
      } catch (error) {
        leaveMatch(socket, matchId);
        throw error;
      }
    });
  }

  @SubscribeMessage('leave_lobby')
  leaveMatch(@ConnectedSocket() socket: GolferSocket, @MessageBody() body: unknown): Promise<SocketAck> {
    return this.handle(socket, body, MatchMessage, async ({ matchId }) => {
      leaveMatch(socket, matchId);
      return { status: 200 };
    });
  }

  /**
   * Any golfer may watch any course, a board only its own. Returns where the leaderboard last changed; hints follow.
   *
   * @returns COURSE_NOT_FOUND if there is no such course
   */
  @SubscribeMessage('watch_course')
  watchCourse(@ConnectedSocket() socket: GolferSocket, @MessageBody() body: unknown): Promise<SocketAck> {
    return this.handle(socket, body, CourseMessage, async ({ courseId }) => {
      const { boardOf } = socket.data;
      if (boardOf !== null && boardOf !== courseId) throw new Refusal('FORBIDDEN');
      await this.courses.byId(courseId);
      if (!socket.data.courses.has(courseId)) assertBelowRoomLimit(socket);
      socket.data.courses.add(courseId);
      void socket.join(courseRoom(courseId));
      return { status: 200, ...this.hints.leaderboardChange(courseId) };
    });
  }

  @SubscribeMessage('unwatch_course')
  unwatchCourse(@ConnectedSocket() socket: GolferSocket, @MessageBody() body: unknown): Promise<SocketAck> {
    return this.handle(socket, body, CourseMessage, async ({ courseId }) => {
      socket.data.courses.delete(courseId);
      void socket.leave(courseRoom(courseId));
      return { status: 200 };
    });
  }

  /** The match's latest revision. @throws Refusal MATCH_NOT_FOUND */
  private async revisionFor(matchId: string, socket: GolferSocket): Promise<bigint> {
    return (await this.matches.readable(matchId, socket.data.userId)).revision;
  }

  /** Checks a message and carries it out after the connection's earlier ones. Refusals are acknowledged. */
  private async handle<T extends object>(
    socket: GolferSocket,
    body: unknown,
    kind: Type<T>,
    work: (message: T) => Promise<SocketAck>,
  ): Promise<SocketAck> {
    try {
      return await this.mutex.run(socket.id, async () =>
        work(await this.input.transform(body, { type: 'body', metatype: kind })),
      );
    } catch (error) {
      return answered(error, this.logger, 'a socket message failed');
    }
  }
}

function assertBelowRoomLimit(socket: GolferSocket): void {
  const { matches, courses } = socket.data;
  if (matches.size + courses.size >= LIMITS.roomsPerSocket) throw new Refusal('TOO_MANY_REQUESTS');
}
