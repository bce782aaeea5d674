import { Catch, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerTo } from './refusal.answer.js';
import { DailyLimitReached, TooManyRequests } from './refusal.js';
import { LOGGER, type Logger } from '../platform/tokens.js';

const RETRY_UNAVAILABLE_SECONDS = 2;

/** Answers every error over HTTP, including Fastify's own and those of unknown routes. */
@Catch()
export class RefusalFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    // Sockets acknowledge their refusals themselves.
    if (host.getType() !== 'http') throw error;
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const { body, unexpected } = answerTo(error);
    request.refusalCode = body.error.code;
    if (unexpected) {
      this.logger.error({ err: error, requestId: request.id, route: request.routeOptions?.url }, 'request failed');
    }
    if (reply.sent) return;
    if (error instanceof TooManyRequests || error instanceof DailyLimitReached) {
      void reply.header('retry-after', String(error.retryAfterSeconds));
    } else if (body.status === 503) void reply.header('retry-after', String(RETRY_UNAVAILABLE_SECONDS));
    void reply.status(body.status).type('application/json; charset=utf-8').send(body);
  }
}
