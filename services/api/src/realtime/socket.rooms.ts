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
 * Lets connections watch matches and courses, each connection's messages in the order in which they came. Watching is all that
 * `join_lobby` and `leave_lobby` mean: who is in a match is decided by the match. A refusal is acknowledged like a success.
 */
@WebSocketGateway()
export class SocketRooms {
  private readonly input = inputPipe();
  /** By connection: a golfer who leaves before the answer to the joining has left. */
  private readonly mutex = new KeyedMutex(() => new Refusal('UNAVAILABLE'));

  constructor(
    private readonly matches: MatchReader,
    private readonly courses: CourseCatalogue,
    private readonly hints: HintPusher,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Answers the revision that the next hint of the match follows. Strangers are refused MATCH_NOT_FOUND. */
  @SubscribeMessage('join_lobby')
  joinMatch(@ConnectedSocket() socket: GolferSocket, @MessageBody() body: unknown): Promise<SocketAck> {
    return this.acknowledged(socket, async () => {
      const { matchId } = await this.read(body, MatchMessage);
      const { matches } = socket.data;
      const known = await this.mayRead(matchId, socket);
      if (!matches.has(matchId)) refuseMore(socket);
      matches.set(matchId, known);
      void socket.join(matchRoom(matchId));
      try {
        // Asked again inside of the room: whatever comes after this revision is pushed.
        const revision = await this.mayRead(matchId, socket);
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
    return this.acknowledged(socket, async () => {
      const { matchId } = await this.read(body, MatchMessage);
      leaveMatch(socket, matchId);
      return { status: 200 };
    });
  }

  /**
   * Any golfer may look at any course, a board at its own. Answers where its leaderboard changed last; the next hint follows.
   *
   * @returns COURSE_NOT_FOUND for none
   */
  @SubscribeMessage('watch_course')
  watchCourse(@ConnectedSocket() socket: GolferSocket, @MessageBody() body: unknown): Promise<SocketAck> {
    return this.acknowledged(socket, async () => {
      const { courseId } = await this.read(body, CourseMessage);
      const { boardOf } = socket.data;
      if (boardOf !== null && boardOf !== courseId) throw new Refusal('FORBIDDEN');
      await this.courses.byId(courseId);
      if (!socket.data.courses.has(courseId)) refuseMore(socket);
      socket.data.courses.add(courseId);
      void socket.join(courseRoom(courseId));
      return { status: 200, ...this.hints.leaderboardChange(courseId) };
    });
  }

  @SubscribeMessage('unwatch_course')
  unwatchCourse(@ConnectedSocket() socket: GolferSocket, @MessageBody() body: unknown): Promise<SocketAck> {
    return this.acknowledged(socket, async () => {
      const { courseId } = await this.read(body, CourseMessage);
      socket.data.courses.delete(courseId);
      void socket.leave(courseRoom(courseId));
      return { status: 200 };
    });
  }

  /** The match's last revision. @throws Refusal MATCH_NOT_FOUND */
  private async mayRead(matchId: string, socket: GolferSocket): Promise<bigint> {
    return (await this.matches.readable(matchId, socket.data.userId)).revision;
  }

  /** @throws Refusal INVALID_INPUT */
  private read<T extends object>(body: unknown, kind: Type<T>): Promise<T> {
    return this.input.transform(body, { type: 'body', metatype: kind });
  }

  private async acknowledged(socket: GolferSocket, work: () => Promise<SocketAck>): Promise<SocketAck> {
    try {
      return await this.mutex.run(socket.id, work);
    } catch (error) {
      return answered(error, this.logger, 'a socket message failed');
    }
  }
}

function refuseMore(socket: GolferSocket): void {
  const { matches, courses } = socket.data;
  if (matches.size + courses.size >= LIMITS.roomsPerSocket) throw new Refusal('TOO_MANY_REQUESTS');
}
