import type { LeaderboardRow } from '@fairmark/contract';
import { connectEventStoreDb, PostgresEventStore, type EventStore } from '@fairmark/event-store';
import { realServer } from '@fairmark/event-store/testing/eventstoredb/real-server';
import { wholeLog } from '@fairmark/event-store/testing/events';
import { migrate } from '@fairmark/read-models';
import { finishes, twoBall } from '../many/support/two-ball.js';
import { Stack } from '../support/stack.js';
import { startServers } from './servers.js';

const servers = await startServers();
const eventStore = typeof servers === 'string' ? { missing: servers } : await realServer();

/** Reports in the output why a suite cannot run. */
function skipped(what: string, why: string): void {
  process.stderr.write(`\nSKIPPED: ${what}. ${why}.\n\n`);
  // oxlint-disable-next-line jest/no-disabled-tests -- there is nothing to run it on, as its title says
  it.skip(`${what}. SKIPPED: ${why}`, () => undefined);
}

/** Sign-up, a whole round on two apis, the leaderboard and rebuilt tables, in a database and a log of these servers. */
function product(
  name: string,
  start: () => Promise<{ databaseUrl: string; env: Record<string, string>; store: EventStore }>,
): void {
  describe(`the product on ${name}`, () => {
    it('plays a round, shows it, and rebuilds the same tables', async () => {
      const { databaseUrl, env, store } = await start();
      const stack = await Stack.start({ apis: 2, databaseUrl, env });
      try {
        const ball = await twoBall(stack, ['Lou Lake', 'May Moss']);
        const { position, log } = await finishes(ball);
        const path = `/api/mothership/daily-results?course=${ball.course}&sort=nett&position=${position}&log=${log}`;
        const { rounds } = await ball.players[0].does<{ rounds: LeaderboardRow[] }>('GET', path);
        expect(rounds.map((row) => [row.player.fullName, row.userRound.scoreTotals.gross])).toEqual([
          ['May Moss', 72],
          ['Lou Lake', 72],
        ]);
        const stream = (await wholeLog(store)).filter((event) => event.stream === `match-${ball.matchId}`);
        expect(stream.filter(({ type }) => type === 'HoleScored')).toHaveLength(4 * 18);
        expect(await stack.differences(store)).toEqual([]);
        expect(await stack.rebuild()).toContain('Rebuilt from');
        expect(await stack.differences(store)).toEqual([]);
      } finally {
        await store.close();
        await stack.stop();
      }
    });
  });
}

if (typeof servers === 'string') {
  skipped('Postgres, Redis and EventStoreDB in containers', servers);
} else {
  afterAll(() => servers.stop());

  product('Postgres and Redis in containers', async () => {
    const databaseUrl = await servers.newDatabase();
    await migrate(databaseUrl);
    return {
      databaseUrl,
      env: { REDIS_URL: servers.redisUrl },
      store: new PostgresEventStore({ connectionString: databaseUrl }),
    };
  });

  if ('missing' in eventStore) {
    skipped('EventStoreDB beside servers in containers', eventStore.missing);
  } else {
    afterAll(() => eventStore.stop());
    product('EventStoreDB, and Postgres and Redis in containers', async () => {
      const databaseUrl = await servers.newDatabase();
      await migrate(databaseUrl);
      return {
        databaseUrl,
        env: { REDIS_URL: servers.redisUrl, EVENT_STORE_URL: eventStore.url },
        store: await connectEventStoreDb({ connectionString: eventStore.url }),
      };
    });
  }
}
