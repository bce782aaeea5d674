import { LIMITS, type SocketAck } from '@fairmark/contract';
import { Inject, Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { CourseCatalogue } from '../courses/course.catalogue.js';
import { mayNot } from '../match/match.policy.js';
import { MatchStreams } from '../match/match-streams.js';
import { answerTo } from '../platform/refusal.answer.js';
import { invalidInput, Refusal } from '../platform/refusal.js';
import { LOGGER, type Logger } from '../platform/tokens.js';
import { courseRoom, matchRoom } from './rooms.js';
import { leaveMatch, type GolferSocket } from './sockets.js';

/** Lets connections look at matches and courses. A refusal is an answer like any other: who asks always hears. */
@Injectable()
export class SocketRooms {
  constructor(
    private readonly streams: MatchStreams,
    private readonly courses: CourseCatalogue,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Answers the revision that the next hint of the match follows. Strangers are refused MATCH_NOT_FOUND. */
  joinMatch(socket: GolferSocket, body: unknown): Promise<SocketAck> {
    return this.acknowledged(async () => {
      const matchId = idOf(body, 'matchId');
      const { matches } = socket.data;
      const known = await this.mayRead(matchId, socket);
      if (!matches.has(matchId)) refuseMore(socket);
      matches.set(matchId, known);
      void socket.join(matchRoom(matchId));
      try {
        // Asked again inside of the room: whatever comes after this revision is told.
        const revision = await this.mayRead(matchId, socket);
        matches.set(matchId, revision);
        return { status: 200, revision: String(revision) };
      } catch (error) {
        leaveMatch(socket, matchId);
        throw error;
      }
    });
  }

  leaveMatch(socket: GolferSocket, body: unknown): Promise<SocketAck> {
    return this.acknowledged(async () => {
      leaveMatch(socket, idOf(body, 'matchId'));
      return { status: 200 };
    });
  }

  /** Any golfer may look at any course. @returns COURSE_NOT_FOUND for none */
  watchCourse(socket: GolferSocket, body: unknown): Promise<SocketAck> {
    return this.acknowledged(async () => {
      const courseId = idOf(body, 'courseId');
      if ((await this.courses.byId(courseId)) === null) throw new Refusal('COURSE_NOT_FOUND');
      if (!socket.data.courses.has(courseId)) refuseMore(socket);
      socket.data.courses.add(courseId);
      void socket.join(courseRoom(courseId));
      return { status: 200 };
    });
  }

  unwatchCourse(socket: GolferSocket, body: unknown): Promise<SocketAck> {
    return this.acknowledged(async () => {
      const courseId = idOf(body, 'courseId');
      socket.data.courses.delete(courseId);
      void socket.leave(courseRoom(courseId));
      return { status: 200 };
    });
  }

  /** The match's last revision. @throws Refusal MATCH_NOT_FOUND */
  private async mayRead(matchId: string, socket: GolferSocket): Promise<bigint> {
    const fold = await this.streams.latest(matchId);
    const refused = mayNot('read', fold?.state ?? null, socket.data.userId);
    if (fold === null || refused !== null) throw new Refusal(refused ?? 'MATCH_NOT_FOUND');
    return fold.revision;
  }

  private async acknowledged(work: () => Promise<SocketAck>): Promise<SocketAck> {
    try {
      return await work();
    } catch (error) {
      const { body, unexpected } = answerTo(error);
      if (unexpected) this.logger.error({ err: error }, 'a socket message failed');
      return body;
    }
  }
}

function refuseMore(socket: GolferSocket): void {
  const { matches, courses } = socket.data;
  if (matches.size + courses.size >= LIMITS.roomsPerSocket) throw new Refusal('TOO_MANY_REQUESTS');
}

/** The id that a message carries, and nothing else. */
function idOf(body: unknown, field: string): string {
  const fields = isRecord(body) ? body : {};
  const unknown = Object.keys(fields).find((key) => key !== field);
  if (unknown !== undefined) throw invalidInput({ [unknown.slice(0, 80)]: 'This is not expected here' });
  const value = fields[field];
  if (typeof value !== 'string' || !isUuid(value)) throw invalidInput({ [field]: `${field} must be a UUID` });
  return value.toLowerCase();
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
