import { LIMITS, MESSAGES, type SocketAck } from '@fairmark/contract';
import { KeyedMutex } from '@fairmark/event-store';
import { Inject, Injectable, type Type } from '@nestjs/common';
import { CourseCatalogue } from '../courses/course.catalogue.js';
import { isClean, inputPipe } from '../http/input.pipe.js';
import { MatchReader } from '../match/match.reader.js';
import { IdField } from '../http/fields.js';
import { answerTo, Refusal, TooManyRequests } from '../http/refusal.js';
import { RateLimits } from '../limits/rate-limits.js';
import { LogFeed } from '../platform/log-feed.js';
import { LOGGER, type Logger } from '../platform/tokens.js';
import { courseRoom, endSocket, leaveMatch, matchRoom, type GolferSocket } from './sockets.js';

class MatchMessage {
  @IdField() matchId!: string;
}

class CourseMessage {
  @IdField() courseId!: string;
}

type Acknowledge = (answer: SocketAck) => void;

/** A connection is closed after this many refused messages in a row. */
const REFUSALS_MAX = 100;
/** Rooms that a client does not choose: its own, and its golfer's. */
const GIVEN_ROOMS = 2;

/** Lets connections watch matches and courses. Membership is the match's; refusals are acknowledged too. */
@Injectable()
export class SocketRooms {
  @Inject(LOGGER) private readonly logger!: Logger;
  private readonly input = inputPipe();
  /** By connection, so that a leave sent before the join is answered takes effect after it. */
  private readonly mutex = new KeyedMutex(() => new Refusal('UNAVAILABLE'));

  constructor(
    private readonly matches: MatchReader,
    private readonly courses: CourseCatalogue,
    private readonly feed: LogFeed,
    private readonly limits: RateLimits,
  ) {}

  /** Counts every message, known or not, and answers it once the connection's earlier ones are carried out. */
  async receive(socket: GolferSocket, event: string, args: unknown[]): Promise<void> {
    const { data } = socket;
    const acknowledge = typeof args.at(-1) === 'function' ? (args.pop() as Acknowledge) : () => undefined;
    try {
      await this.limits.take('socketMessages', data.userId);
      data.refused = 0;
      const body = args.length > 1 ? args : args[0];
      const answer = await this.mutex.run(socket.id, () => this.carryOut(socket, event, body));
      acknowledge({ status: 200, ...answer });
    } catch (error) {
      if (error instanceof TooManyRequests) data.refused += 1;
      if (data.refused > REFUSALS_MAX) endSocket(socket, 'TOO_MANY_REQUESTS');
      else acknowledge(answerTo(error, () => this.logger.error({ err: error }, 'a socket message failed')));
    }
  }

  private async carryOut(socket: GolferSocket, event: string, body: unknown): Promise<object | void> {
    switch (event) {
      case 'join_lobby':
        return this.joinMatch((await this.checked(MatchMessage, body)).matchId, socket);
      case 'leave_lobby':
        return leaveMatch(socket, (await this.checked(MatchMessage, body)).matchId);
      case 'watch_course':
        return this.watchCourse((await this.checked(CourseMessage, body)).courseId, socket);
      case 'unwatch_course':
        return socket.leave(courseRoom((await this.checked(CourseMessage, body)).courseId));
      default:
        throw new Refusal('NOT_FOUND');
    }
  }

  private async checked<T extends object>(kind: Type<T>, body: unknown): Promise<T> {
    if (!isClean(body)) throw new Refusal('INVALID_INPUT', { text: MESSAGES.notText });
    return this.input.transform(body, { type: 'body', metatype: kind });
  }

  /** Returns the revision that the next hint follows. @throws Refusal MATCH_NOT_FOUND if the golfer may not read it */
  private async joinMatch(matchId: string, socket: GolferSocket): Promise<{ revision: string }> {
    const { matches, userId } = socket.data;
    const known = (await this.matches.readable(matchId, userId)).revision;
    enter(socket, matchRoom(matchId));
    matches.set(matchId, known);
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
    const { boardOf } = socket.data;
    if (boardOf !== null && boardOf !== courseId) throw new Refusal('FORBIDDEN');
    await this.courses.byId(courseId);
    enter(socket, courseRoom(courseId));
    return { ...this.feed.place };
  }
}

/** @throws Refusal TOO_MANY_REQUESTS beyond the limit of rooms */
function enter(socket: GolferSocket, room: string): void {
  const { rooms } = socket;
  if (!rooms.has(room) && rooms.size >= GIVEN_ROOMS + LIMITS.roomsPerSocket) throw new Refusal('TOO_MANY_REQUESTS');
  void socket.join(room);
}
