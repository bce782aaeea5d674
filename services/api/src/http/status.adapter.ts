import { FastifyAdapter } from '@nestjs/platform-fastify';

type Reply = FastifyAdapter['reply'];

/** Adds `status`, the HTTP status, to every successful answer; a handler that returns nothing answers just that. */
export class StatusAdapter extends FastifyAdapter {
  /** Called with the results of handlers; refusals are sent by their filter. */
  override reply(...[response, answer, status]: Parameters<Reply>): ReturnType<Reply> {
    return super.reply(response, withStatus(answer, status ?? response.statusCode), status);
  }
}

/** Streams and buffers are sent unchanged. */
function withStatus(answer: unknown, status: number): unknown {
  if (answer === undefined || answer === null) return { status };
  return typeof answer === 'object' && Object.getPrototypeOf(answer) === Object.prototype
    ? Object.assign({}, answer, { status })
    : answer;
}
