import { errorAnswer, LIMITS, MESSAGES, type ClientEvent, type SocketAck } from '@fairmark/contract';
import { KeyedMutex } from '@fairmark/event-store';
import { Inject, Injectable, type Type } from '@nestjs/common';
import { CourseCatalogue } from '../courses/course.catalogue.js';
import { isClean, inputPipe } from '../http/input.pipe.js';
import { MatchReader } from '../match/match.reader.js';
import { IdField } from '../http/fields.js';
import { Refusal } from '../http/refusal.js';
import { LogFeed } from '../platform/log-feed.js';
import { LOGGER, type Logger } from '../platform/tokens.js';
import { answered, courseRoom, leaveMatch, matchRoom, type GolferSocket } from './sockets.js';

class MatchMessage {
  @IdField() matchId!: string;
}

class CourseMessage {
  @IdField() courseId!: string;
}

/** Answers a message that is checked and carried out after the connection's earlier ones. */
type Answer = (socket: GolferSocket, body: unknown) => Promise<SocketAck>;

/** Lets connections watch matches and courses. Membership is the match's; refusals are acknowledged too. */
@Injectable()
export class SocketRooms {
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
    private readonly matches: MatchReader,
    private readonly courses: CourseCatalogue,
    private readonly feed: LogFeed,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Answers a message, known or not. */
  receive(socket: GolferSocket, event: string, args: unknown[]): Promise<SocketAck> | SocketAck {
    const answer = this.answers.get(event);
    return answer === undefined ? errorAnswer('NOT_FOUND') : answer(socket, args.length > 1 ? args : args[0]);
  }

  private answer<T extends object>(
    kind: Type<T>,
    work: (message: T, socket: GolferSocket) => Promise<object> | void,
  ): Answer {
    return async (socket, body) => {
      try {
        return await this.mutex.run(socket.id, async () => {
          if (!isClean(body)) throw new Refusal('INVALID_INPUT', { text: MESSAGES.notText });
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

  /** Returns the log's position; of later changes hints follow. @throws Refusal COURSE_NOT_FOUND, FORBIDDEN */
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

function leaveCourse(socket: GolferSocket, courseId: string): void {
  socket.data.courses.delete(courseId);
  void socket.leave(courseRoom(courseId));
}

function assertBelowRoomLimit(socket: GolferSocket): void {
  const { matches, courses } = socket.data;
  if (matches.size + courses.size >= LIMITS.roomsPerSocket) throw new Refusal('TOO_MANY_REQUESTS');
}
