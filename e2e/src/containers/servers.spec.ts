import { connectEventStoreDb, PostgresEventStore, type EventStore } from '@fairmark/event-store';
import { realServer } from '@fairmark/event-store/testing/eventstoredb/real-server';
import { wholeLog } from '@fairmark/event-store/testing/events';
import { migrate } from '@fairmark/read-models';
import { finishes, standingOf, twoBall } from '../support/group.js';
import { Stack } from '../support/stack.js';
import { startServers, type Servers } from './servers.js';

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
  on: Servers,
  openStore: (databaseUrl: string) => EventStore | Promise<EventStore>,
  env: Record<string, string> = {},
): void {
  describe(`the product on ${name}`, () => {
    it('plays a round, shows it, and rebuilds the same tables', async () => {
      const databaseUrl = await on.newDatabase();
      await migrate(databaseUrl);
      const store = await openStore(databaseUrl);
      const stack = await Stack.start({ apis: 2, databaseUrl, env: { REDIS_URL: on.redisUrl, ...env } });
      try {
        const ball = await twoBall(stack, ['Lou Lake', 'May Moss'], { signUp: true });
        expect(await standingOf(ball, await finishes(ball))).toEqual([
          { name: 'May Moss', gross: 72 },
          { name: 'Lou Lake', gross: 72 },
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

  product('Postgres and Redis in containers', servers, (url) => new PostgresEventStore({ connectionString: url }));

  if ('missing' in eventStore) {
    skipped('EventStoreDB beside servers in containers', eventStore.missing);
  } else {
    afterAll(() => eventStore.stop());
    const { url } = eventStore;
    const openStore = () => connectEventStoreDb({ connectionString: url });
    product('EventStoreDB, and Postgres and Redis in containers', servers, openStore, { EVENT_STORE_URL: url });
  }
}
