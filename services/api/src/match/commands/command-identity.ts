import { hash, randomUUID } from 'node:crypto';
import { canonicalJson, namedUuid, type CommandMetadata } from '@fairmark/events';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { Command } from '@nestjs/cqrs';
import type { FastifyRequest } from 'fastify';
import { callerOf } from '../../http/caller.js';
import type { RequestOrigin } from '../../http/request-origin.js';

/** An answer as handlers make it; the HTTP status is added at the edge. */
export type Answered<Answer> = Omit<Answer, 'status'>;

/** Who sent a command, and by which request. */
export interface SentBy extends CommandMetadata {
  /** The golfer's phone named it with an Idempotency-Key, and may send it again. */
  keyed: boolean;
}

/** What a command says, path parameters included. `occurredAt`: when the golfer did it, by the phone's clock. */
type Content = object & { occurredAt?: string };

/** A golfer, the route of the request, method and path (`POST /api/match/score`), and where it comes from. */
export interface Sender {
  userId: string;
  route: string;
  origin: RequestOrigin;
}

/** The sender of a request. Parameters of the path are no part of the route: they belong to what was sent. */
export const From = createParamDecorator((_: unknown, context: ExecutionContext): Sender => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const { method, routeOptions, origin } = request;
  return { userId: callerOf(request).userId, route: `${method} ${withoutParameters(routeOptions.url ?? '')}`, origin };
});

/** Patterns of routes without their parameters, as often as there are routes. */
const patterns = new Map<string, string>();

function withoutParameters(url: string): string {
  let pattern = patterns.get(url);
  if (pattern === undefined) patterns.set(url, (pattern = url.replaceAll(/\/:\w+/g, '')));
  return pattern;
}

/** A command: the fields of its request, and who sent it. Its rules are in a decider. */
export abstract class SentCommand<Answer> extends Command<Answered<Answer>> {
  declare readonly by: SentBy;

  /** What the log keeps a hash of. */
  protected get content(): Content {
    return this;
  }

  from(sender: Sender): this {
    return Object.assign(this, { by: commandOf(sender, this.content) });
  }
}

/** Namespace of the ids of commands. Never to be changed: a retry must find its command for ever. */
const COMMANDS = 'fe771dc2-2cf5-4d90-8b84-a5bb523e0eb5';

/**
 * The identity of a command: the same golfer, route and Idempotency-Key are the same command. Without a key every request
 * is a command of its own. Once written it is recognised for ever, within the stream that it wrote to.
 *
 * @param sender its route is never to be changed (e2e/src/golden)
 * @param content another one under the same key is refused
 */
export function commandOf({ userId, route, origin }: Sender, content: Content): SentBy {
  const { requestId, deviceId, idempotencyKey } = origin;
  return {
    commandId: commandIdOf(userId, route, idempotencyKey ?? randomUUID()),
    fingerprint: hash('sha256', canonicalJson(content), 'hex'),
    actorId: userId,
    deviceId,
    correlationId: requestId,
    occurredAt: content.occurredAt === undefined ? null : new Date(content.occurredAt).toISOString(),
    keyed: idempotencyKey !== null,
  };
}

/** The id of the command that a golfer sends to a route under an Idempotency-Key. */
export const commandIdOf = (userId: string, route: string, key: string): string =>
  namedUuid(`${userId} ${route} ${key}`, COMMANDS);

export const createdMatchId = (commandId: string): string => namedUuid('match', commandId);

export const createdCompetitionId = (commandId: string): string => namedUuid('competition', commandId);

export const sentInviteId = (commandId: string, matchId: string): string => namedUuid(`invite ${matchId}`, commandId);
