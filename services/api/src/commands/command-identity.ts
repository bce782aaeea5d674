import { hash, randomUUID } from 'node:crypto';
import { canonicalJson, namedUuid, type CommandMetadata } from '@fairmark/events';
import { Command } from '@nestjs/cqrs';
import { callerOf, fromRequest, type RequestOrigin } from '../http/caller.js';

/** An answer as handlers return it; the HTTP status is added at the edge. */
export type Answered<Answer> = Omit<Answer, 'status'>;

/** The sender of a command, and the request that carried it. */
export interface SentBy extends CommandMetadata {
  /** Whether the request had an Idempotency-Key, so that it may be retried. */
  keyed: boolean;
}

/** The fields of a command, including path parameters. `occurredAt`: when the golfer acted, by the phone's clock. */
type Content = object & { occurredAt?: string };

/** A golfer, the request's route as method and path (`POST /api/match/score`), and its origin. */
export interface Sender {
  userId: string;
  route: string;
  origin: RequestOrigin;
}

/** The sender of a request. Path parameters are not part of the route, but of the command's content. */
export const From = fromRequest((request): Sender => {
  const { method, routeOptions, origin } = request;
  const withoutParameters = routeOptions.url?.replaceAll(/\/:\w+/g, '') ?? '';
  return { userId: callerOf(request).userId, route: `${method} ${withoutParameters}`, origin };
});

/** The input of a DELETE, from its body or the query, because some proxies drop such bodies. The body wins. */
export const BodyOrQuery = fromRequest(({ body, query }): object => Object.assign({}, query, body));

/** A command: the fields of its request, and its sender. A decider holds its rules. */
export abstract class SentCommand<Answer> extends Command<Answered<Answer>> {
  declare readonly by: SentBy;

  /** The fields whose hash the log keeps. */
  protected get content(): Content {
    return this;
  }

  from(sender: Sender): this {
    return Object.assign(this, { by: commandOf(sender, this.content) });
  }
}

/** Namespace of command ids. Never change it: a retry must always find its command. */
const COMMANDS = 'fe771dc2-2cf5-4d90-8b84-a5bb523e0eb5';

/**
 * The identity of a command: the same golfer, route and Idempotency-Key mean the same command. Without a key, every
 * request is a command of its own. Once appended, a command is recognised for ever within its stream.
 *
 * @param sender its route must never change (e2e/src/golden)
 * @param content different content under the same key is refused
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

/** The id of the command that a golfer sends to a route with an Idempotency-Key. */
export const commandIdOf = (userId: string, route: string, key: string): string =>
  namedUuid(`${userId} ${route} ${key}`, COMMANDS);

export const createdMatchId = (commandId: string): string => namedUuid('match', commandId);

export const createdCompetitionId = (commandId: string): string => namedUuid('competition', commandId);

export const sentInviteId = (commandId: string, matchId: string): string => namedUuid(`invite ${matchId}`, commandId);
