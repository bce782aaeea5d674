import { types } from 'node:util';
import { errorAnswer, ERRORS, type ErrorAnswer, type ErrorCode } from '@fairmark/contract';
import { EventRefused, StoreUnavailable } from '@fairmark/event-store';
import { UnknownEvent, type Refused } from '@fairmark/events';
import { Catch, HttpException, Inject, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LOGGER, type Logger } from '../platform/tokens.js';

/** An expected refusal of a request, with its code in the error catalogue. Thrown at the edge; rules return codes. */
export class Refusal extends Error {
  override readonly name = 'Refusal';

  /**
   * @param details what the catalogue lists for the code (fields, holes, the current entry)
   * @param message defaults to the catalogue's text
   */
  constructor(
    readonly code: ErrorCode,
    readonly details?: Record<string, unknown>,
    message?: string,
  ) {
    super(message ?? ERRORS[code].message);
  }
}

/** Converts a decider's refusal to an error. */
export const refuse = ({ code, details, message }: Refused): Refusal => new Refusal(code, details, message);

/** A limit of a rate, or of a day with its message, was reached: answered with Retry-After. */
export class TooManyRequests extends Refusal {
  /** @param retryAfterSeconds whole seconds, at least 1 */
  constructor(
    readonly retryAfterSeconds: number,
    dailyLimit?: string,
  ) {
    super(dailyLimit === undefined ? 'TOO_MANY_REQUESTS' : 'DAILY_LIMIT', { retryAfterSeconds }, dailyLimit);
  }
}

/** Invalid input, with the text that a form shows beside each field. */
export function invalidInput(fields: Record<string, string>): Refusal {
  return new Refusal('INVALID_INPUT', fields);
}

const CODE_OF_STATUS: Record<number, ErrorCode> = {
  404: 'NOT_FOUND',
  413: 'PAYLOAD_TOO_LARGE',
};

/**
 * The catalogue's answer: a refusal's own code, 503 for a temporary failure, GENERIC for an unexpected error. `log` is
 * called for faults of ours.
 */
export function answerTo(error: unknown, log: () => void): ErrorAnswer {
  if (error instanceof Refusal) return errorAnswer(error.code, error.details, error.message);
  const status = statusOf(error);
  if (status < 500) {
    const details = status === 415 ? { 'content-type': 'must be application/json' } : undefined;
    return errorAnswer(CODE_OF_STATUS[status] ?? 'INVALID_INPUT', details);
  }
  log();
  if (error instanceof EventRefused) return errorAnswer('INVALID_INPUT');
  // UnknownEvent comes from a later build: during a rolling update an api of that build may serve the retry.
  const isAway = error instanceof StoreUnavailable || error instanceof UnknownEvent || isDatabaseAway(error);
  return errorAnswer(isAway ? 'UNAVAILABLE' : 'GENERIC');
}

/** The status of the framework's own errors; 500 for any other. */
export function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  if (typeof error !== 'object' || error === null || !('code' in error) || !('statusCode' in error)) return 500;
  const isFastifys = typeof error.code === 'string' && error.code.startsWith('FST_');
  return isFastifys && typeof error.statusCode === 'number' ? error.statusCode : 500;
}

const SOCKET_CODES = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|E(?:HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** SQLSTATE codes of a server that is down, stopping, starting, full, read-only or too slow, rolled back, or refuses us. */
const SERVER_STATES = /^(08...|28...|3D000|40...|57P0[1-5]|57014|53...|25006|25P03)$/;
/** pg's own errors have no code. */
const POOL_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Query read timeout|Client has encountered a connection error|timeout expired)/;

/** Whether an error means that the database is unreachable or unable to answer at the moment. */
export function isDatabaseAway(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (SOCKET_CODES.test(code) || SERVER_STATES.test(code) || POOL_MESSAGES.test(error.message)) return true;
  return isDatabaseAway(error.cause);
}

const RETRY_UNAVAILABLE_SECONDS = 2;

/** Answers every error over HTTP, including Fastify's own and those of unknown routes. */
@Catch()
export class RefusalFilter implements ExceptionFilter {
  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    // A body cut off by a lost signal is no fault of ours.
    const isCutOff = request.raw.destroyed && !request.raw.complete;
    const body = answerTo(isCutOff ? new Refusal('INVALID_INPUT') : error, () => {
      this.logger.error({ err: error, requestId: request.id, route: request.routeOptions?.url }, 'request failed');
    });
    request.refusalCode = body.error.code;
    if (reply.sent) return;
    if (error instanceof TooManyRequests) {
      void reply.header('retry-after', String(error.retryAfterSeconds));
    } else if (body.status === 503) void reply.header('retry-after', String(RETRY_UNAVAILABLE_SECONDS));
    void reply.status(body.status).type('application/json; charset=utf-8').send(body);
  }
}
