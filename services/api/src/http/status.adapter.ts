import { FastifyAdapter } from '@nestjs/platform-fastify';

type Reply = FastifyAdapter['reply'];

/** Every success carries `status`, the HTTP status; a handler that answers nothing answers just that. */
export class StatusAdapter extends FastifyAdapter {
  /** Called with what handlers answer; refusals are sent by their filter. */
  override reply(...[response, answer, status]: Parameters<Reply>): ReturnType<Reply> {
    return super.reply(response, withStatus(answer, status ?? response.statusCode), status);
  }
}

/** Streams and buffers go as they are. */
function withStatus(answer: unknown, status: number): unknown {
  if (answer === undefined || answer === null) return { status };
  return typeof answer === 'object' && Object.getPrototypeOf(answer) === Object.prototype
    ? { ...answer, status }
    : answer;
}
