import { CLIENT_EVENTS, errorAnswer, type ErrorAnswer } from '@fairmark/contract';
import { Inject, Injectable } from '@nestjs/common';
import { RateLimits } from '../limits/rate-limits.js';
import { answerTo } from '../http/refusal.answer.js';
import { LOGGER, type Logger } from '../platform/tokens.js';
import { HandshakeGuard } from './handshake.guard.js';
import { endSocket, type GolferSocket } from './sockets.js';

type Acknowledge = (answer: ErrorAnswer) => void;

/** A connection that goes on after so many refusals in a row is ended. */
const REFUSALS_MAX = 100;
const KNOWN: ReadonlySet<string> = new Set(CLIENT_EVENTS);

/** Counts every message of a golfer, known or not, and answers those that mean nothing. */
@Injectable()
export class MessageLimit {
  constructor(
    private readonly limits: RateLimits,
    private readonly handshakes: HandshakeGuard,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  guard(socket: GolferSocket): void {
    // What can't be read as a packet; a client that sends an event of this name brings no Error along.
    socket.on('error', (error: unknown) => error instanceof Error && this.handshakes.refuse(socket.conn));
    socket.use(([event, ...args], next) => {
      const last: unknown = args.at(-1);
      const acknowledge: Acknowledge = typeof last === 'function' ? (answer) => void last(answer) : () => undefined;
      void this.count(socket, acknowledge).then((counted) => {
        if (counted && KNOWN.has(event)) next();
        else if (counted) acknowledge(errorAnswer('NOT_FOUND'));
      });
    });
  }

  private async count(socket: GolferSocket, acknowledge: Acknowledge): Promise<boolean> {
    try {
      await this.limits.take('socketMessages', socket.data.userId);
    } catch (error) {
      const { body, unexpected } = answerTo(error);
      if (unexpected) this.logger.error({ err: error }, 'a socket message could not be counted');
      socket.data.refused += 1;
      if (socket.data.refused > REFUSALS_MAX) endSocket(socket, 'TOO_MANY_REQUESTS');
      else acknowledge(body);
      return false;
    }
    socket.data.refused = 0;
    return true;
  }
}
