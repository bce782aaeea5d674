import { internalOrigin } from '@fairmark/api/http/caller';
import { Sessions } from '@fairmark/api/sessions/sessions';
import { createApp } from '@fairmark/api/app';
import { PG_POOL } from '@fairmark/api/platform/tokens';
import { CLUBHOUSE_SCHEMA, ROUND_TYPES, waitForSchema } from '@fairmark/read-models';
import { runProcess } from '@fairmark/server';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Pool } from 'pg';
import { FLOOR_ROUTE, type FromApi, type ToApi } from './kinds.js';

await runProcess('api', waitForSchema, async (config, logger) => {
  const app = await createApp(config, { logger });
  serveSingleRounds(app);
  await app.listen(config.port, config.host);
  process.on('message', (message: ToApi) => {
    void openSessions(app, message.signIn).then((tokens) => process.send?.({ tokens } satisfies FromApi));
  });
  return () => app.close();
});

/**
 * The floor: one round by primary key, from the same process, with the same pool and session check, but without the
 * framework's controllers, validation or presenters. The row is returned as it is read.
 */
function serveSingleRounds(app: NestFastifyApplication): void {
  const [sessions, pool] = [app.get(Sessions), app.get<Pool>(PG_POOL)];
  app
    .getHttpAdapter()
    .getInstance()
    .get<{ Params: { matchId: string; userId: string } }>(FLOOR_ROUTE, async ({ headers, params }) => {
      await sessions.identify({ headers });
      const { rows } = await pool.query({
        name: 'one round',
        text: `select * from ${CLUBHOUSE_SCHEMA}.rounds where match_id = $1 and user_id = $2`,
        values: [params.matchId, params.userId],
        types: ROUND_TYPES,
      });
      return rows[0];
    });
}

/** Opens sessions for golfers and returns their tokens in the same order. */
async function openSessions(app: NestFastifyApplication, userIds: readonly string[]): Promise<string[]> {
  const [sessions, pool] = [app.get(Sessions), app.get<Pool>(PG_POOL)];
  const tokens: string[] = [];
  for (const id of userIds) tokens.push(await sessions.open(pool, { id, tokenVersion: 1 }, internalOrigin()));
  return tokens;
}
