import { readdirSync } from 'node:fs';
import { CLUBHOUSE_VERSION, migrate } from '@fairmark/read-models';
import { wholeStream } from '@fairmark/event-store';
import { wholeLog } from '@fairmark/event-store/testing/events';
import { committeesOf, replayStream } from '@fairmark/events';
import { createTestDatabase } from '@fairmark/tools';
import pg from 'pg';
import { Golfer } from '../support/golfer.js';
import { Stack } from '../support/stack.js';
import { readRelease, RELEASES } from './release.js';
import { look, type Answers } from './season.js';

/** One for each version of the tables, `tables-1` and so on, made with `npm run test:upgrade -- REVISION --keep NAME`. */
describe('a database of an earlier release', () => {
  it('is kept of every version of the tables before this one', () => {
    const versions = Array.from({ length: CLUBHOUSE_VERSION - 1 }, (_, index) => `tables-${index + 1}`);
    expect(readdirSync(RELEASES)).toEqual(expect.arrayContaining(versions));
  });

  it.each(readdirSync(RELEASES))('%s is brought up to date by this build, which answers the same', async (name) => {
    const { sql, email, answers } = readRelease(name);
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    let stack: Stack | null = null;
    try {
      await client.query(sql);
      const { rows: before } = await client.query('select id, metadata from log.events order by position');
      await migrate(database.url);
      stack = await Stack.start({ databaseUrl: database.url });
      expect(await stack.differences()).toEqual([]);
      const { rows: after } = await client.query('select id, metadata from log.events order by position limit $1', [
        before.length,
      ]);
      expect(after).toEqual(before);
      for (const stream of new Set((await wholeLog(stack.log)).map((event) => event.stream))) {
        expect(replayStream(await wholeStream(stack.log, stream), committeesOf([]))).toBeNull();
      }

      const golfer = await new Golfer(
        stack.bases[0] ?? '',
        { name: 'Fay Fox', gender: 'FEMALE', handicap: 20 },
        email,
      ).signsIn();
      const now: Answers = await look(golfer, Object.keys(answers));
      for (const [path, answer] of Object.entries(answers)) {
        expect({ path, ...now[path] }).toMatchObject({ path, ...answer });
      }
    } finally {
      await stack?.stop();
      await client.end();
      await database.drop();
    }
  });
});
