import { AccessTokens } from '@fairmark/api/sessions/access-tokens';
import { PostgresEventStore } from '@fairmark/event-store';
import { expectedAfter, MATCH, seal, tailOf, type CommandMetadata, type StreamTail } from '@fairmark/events';
import type { Config } from '@fairmark/server';
import { fastify } from 'fastify';
import { createHash } from 'node:crypto';
import { endWithParent } from '../run/children.js';

/**
 * The floor of a score: a bare Fastify that checks the token like the api and appends to the same log, without
 * sessions, rate limits, rules or a request log.
 */

interface Sent {
  matchId: string;
  userId: string;
  holeNumber: number;
  strokes: number;
}

endWithParent();
const { DATABASE_URL: connectionString = '', JWT_SECRET = '', PORT } = process.env;
const tokens = new AccessTokens({ jwtSecret: Buffer.from(JWT_SECRET, 'base64') } as Config);
const store = new PostgresEventStore({ connectionString });
/** The tail of each match's stream. */
const tails = new Map<string, StreamTail>();

const tailAt = async (stream: string): Promise<StreamTail> => {
  const known = tails.get(stream);
  if (known !== undefined) return known;
  const last = (await store.readStream(stream)).at(-1);
  if (last === undefined) throw new Error(`There is no ${stream}`);
  return tailOf(last);
};

const server = fastify();
server.get('/health/live', () => ({ status: 200 }));
server.post<{ Body: Sent }>('/api/match/score', async ({ headers, body, id }) => {
  const claims = await tokens.verify({ headers });
  if (claims === null) throw new Error('No token');
  const { matchId, userId, holeNumber, strokes } = body;
  const side = claims.userId === userId ? 'PLAYER' : 'MARKER';
  const key = String(headers['idempotency-key']);
  const command: CommandMetadata = {
    commandId: key,
    fingerprint: createHash('sha256').update(JSON.stringify(body)).digest('hex'),
    actorId: claims.userId,
    deviceId: null,
    correlationId: id,
    occurredAt: null,
  };
  const stream = MATCH.streamOf(matchId);
  const tail = await tailAt(stream);
  const score = { userId, side, enteredBy: claims.userId, holeNumber, strokes, noScore: false, replaces: null };
  const events = [{ type: 'HoleScored' as const, data: score }];
  const now = new Date().toISOString();
  const { schemaVersions } = MATCH;
  const sealed = seal({ stream, tail, events, schemaVersions, command, now });
  const result = await store.append(stream, expectedAfter(tail), sealed);
  if (result.outcome !== 'appended') throw new Error('Another client was first');
  const [event] = result.events;
  if (event !== undefined) tails.set(stream, tailOf(event));
  return { status: 200, position: String(result.position), score };
});
await server.listen({ port: Number(PORT), host: '127.0.0.1' });
