import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Who asks: a signed-in golfer with the session that the token belongs to. */
export interface Caller {
  userId: string;
  sessionId: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard; absent on public routes. */
    caller?: Caller;
  }
}

/** The caller of a route that needs one. */
export const Me = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
  if (caller === undefined) throw new Error('@Me() stands on a public route');
  return caller;
});
