import { Inject, Injectable } from '@nestjs/common';
import { RateLimits } from '../platform/rate-limits.js';
import { answerTo } from '../platform/refusal.answer.js';
import { LOGGER, type Logger } from '../platform/tokens.js';
import { endSocket, type GolferSocket } from './sockets.js';

/** A connection that goes on after so many refusals in a row is ended. */
const REFUSALS_MAX = 100;

/** Counts every message of a golfer, known or not. */
@Injectable()
export class MessageLimit {
  constructor(
    private readonly limits: RateLimits,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  guard(socket: GolferSocket): void {
    socket.use(([, ...args], next) => void this.count(socket, args.at(-1), next));
  }

  private async count(socket: GolferSocket, acknowledge: unknown, next: () => void): Promise<void> {
    try {
      await this.limits.take('socketMessages', socket.data.userId);
    } catch (error) {
      const { body, unexpected } = answerTo(error);
      if (unexpected) this.logger.error({ err: error }, 'a socket message could not be counted');
      socket.data.refused += 1;
      if (socket.data.refused > REFUSALS_MAX) endSocket(socket, 'TOO_MANY_REQUESTS');
      else if (typeof acknowledge === 'function') acknowledge(body);
      return;
    }
    socket.data.refused = 0;
    next();
  }
}
