import { readdirSync } from 'node:fs';
import { EVENT_STORE } from '@fairmark/api/platform/tokens';
import { startApi, type TestApi } from '@fairmark/api/testing/api';
import { CLUBHOUSE_VERSION, migrate } from '@fairmark/read-models';
import { wholeStream, type EventStore } from '@fairmark/event-store';
import { wholeLog } from '@fairmark/event-store/testing/events';
import { committeesOf, replayStream } from '@fairmark/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { Projector } from '@fairmark/projector';
import { compareClubhouse } from '@fairmark/projector/testing/independent-fold';
import { createLogger } from '@fairmark/server';
import { createTestDatabase } from '@fairmark/tools';
import pg from 'pg';
import { Golfer } from '../support/golfer.js';
import { readRelease, RELEASES } from './release.js';
import { look, type Answers } from './season.js';

/** One for each version of the tables, as `tables-1`, made with `npm run test:upgrade -- REVISION --keep NAME`. */
describe('a database of an earlier release', () => {
  it('is kept for every earlier version of the tables', () => {
    const versions = Array.from({ length: CLUBHOUSE_VERSION - 1 }, (_, index) => `tables-${index + 1}`);
    expect(readdirSync(RELEASES)).toEqual(expect.arrayContaining(versions));
  });

  it.each(readdirSync(RELEASES))('%s is brought up to date by this build, which answers the same', async (name) => {
    const { sql, email, answers } = readRelease(name);
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    let api: TestApi | null = null;
    let projector: Projector | null = null;
    try {
      await client.query(sql);
      const { rows: before } = await client.query('select id, metadata from log.events order by position');
      await migrate(database.url);
      api = await startApi(database.url);
      const store = api.app.get<EventStore>(EVENT_STORE);
      projector = new Projector({ databaseUrl: database.url, store, logger: createLogger('projector', 'error') });
      let differences: string[] = [];
      await eventually(
        async () => (differences = await compareClubhouse(database.url, store)).length === 0,
        () => differences.join('\n'),
      );
      const { rows: after } = await client.query('select id, metadata from log.events order by position limit $1', [
        before.length,
      ]);
      expect(after).toEqual(before);
      for (const stream of new Set((await wholeLog(store)).map((event) => event.stream))) {
        expect(replayStream(await wholeStream(store, stream), committeesOf([]))).toBeNull();
      }

      const golfer = await new Golfer(api.url, { name: 'Fay Fox', gender: 'FEMALE', handicap: 20 }, email).signsIn();
      const now: Answers = await look(golfer, Object.keys(answers));
      for (const [path, answer] of Object.entries(answers)) {
        expect({ path, ...now[path] }).toMatchObject({ path, ...answer });
      }
    } finally {
      await projector?.stop();
      await api?.stop();
      await client.end();
      await database.drop();
    }
  });
});
