import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** The input of a DELETE, from its body or the query, because some proxies drop such bodies. The body wins. */
export const BodyOrQuery = createParamDecorator((_: unknown, context: ExecutionContext): object => {
  const { body, query } = context.switchToHttp().getRequest<FastifyRequest>();
  return Object.assign({}, query, body);
});
