import { createHash, randomUUID } from 'node:crypto';
import { canonicalJson, type CommandMetadata } from '@fairmark/events';
import { v5 as uuidV5 } from 'uuid';
import { requestContext } from '../../http/request-context.js';

/** What a request says, path parameters included. `occurredAt`: when the golfer did it, by the phone's clock. */
export type Said = object & { occurredAt?: string };

/** A command that a golfer sent. */
export interface SentCommand extends CommandMetadata {
  /** The golfer's phone named it with an Idempotency-Key, and may send it again. */
  keyed: boolean;
}

/** Namespace of the ids that commands get. Never to be changed: a retry must find its command for ever. */
const COMMANDS = 'fe771dc2-2cf5-4d90-8b84-a5bb523e0eb5';

/**
 * Who sends which command: the same golfer, route and Idempotency-Key are the same command. Without a key every request
 * is a command of its own. Once written it is recognised for ever, within the match that it wrote to.
 *
 * @param route method and path as the contract names it, `POST /api/match/score`
 * @param body another one under the same key is refused
 */
export function commandOf(userId: string, route: string, body: Said): SentCommand {
  const { requestId, deviceId, idempotencyKey } = requestContext();
  return {
    commandId: commandIdOf(userId, route, idempotencyKey ?? randomUUID()),
    fingerprint: createHash('sha256').update(canonicalJson(body)).digest('hex'),
    actorId: userId,
    deviceId,
    correlationId: requestId,
    occurredAt: body.occurredAt === undefined ? null : new Date(body.occurredAt).toISOString(),
    keyed: idempotencyKey !== null,
  };
}

/** The id of the command that a golfer sends to a route under an Idempotency-Key. */
export const commandIdOf = (userId: string, route: string, key: string): string =>
  uuidV5(`${userId} ${route} ${key}`, COMMANDS);

/** The id of the match that a command creates. */
export const createdMatchId = (commandId: string): string => uuidV5('match', commandId);

/** The id of the invitation that a command sends into a match. */
export const sentInviteId = (commandId: string, matchId: string): string => uuidV5(`invite ${matchId}`, commandId);
