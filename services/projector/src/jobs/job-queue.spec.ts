import { eventually } from '@fairmark/events/testing/eventually';
import { createTestDatabase } from '@fairmark/tools';
import { Pool } from 'pg';
import { keptLog } from '../testing/kept-log.js';
import { startWork } from './job-queue.js';

const ERRANDS = { queue: 'errands', atOnce: 1, everyMs: 10, owed: async () => ['one'] };

it('background work starts once its queue can be opened, and leaves no connections of failed attempts', async () => {
  const database = await createTestDatabase();
  const pool = new Pool({ connectionString: database.url, max: 1 });
  const { lines, logger } = keptLog();
  const did: string[] = [];
  const change = (how: string) =>
    pool.query(`do $$ begin execute format('alter database %I ${how}', current_database()); end $$`);
  await change('set default_transaction_read_only = on');
  const work = async (id: string) => void did.push(id);
  const running = startWork({ ...ERRANDS, work }, { databaseUrl: database.url, logger });
  try {
    await eventually(() => lines.some((line) => line.includes('read-only')));
    expect(await running.counts()).toBeNull();
    await eventually(async () => {
      const others = 'datname = current_database() and pid <> pg_backend_pid() and backend_type = $1';
      const { rowCount } = await pool.query(`select 1 from pg_stat_activity where ${others}`, ['client backend']);
      return rowCount === 0;
    });
    await change('reset default_transaction_read_only');
    await eventually(() => did.length > 0);
    expect(did[0]).toBe('one');
  } finally {
    await running.stop();
    await pool.end();
    await database.drop();
  }
});

it('background work that failed while the clock was ahead is tried again by the next process', async () => {
  const database = await createTestDatabase();
  const { logger } = keptLog();
  let tries = 0;
  const work = async () => {
    if ((tries += 1) === 1) throw new Error('The first one fails');
  };
  const start = () => startWork({ ...ERRANDS, work }, { databaseUrl: database.url, logger });
  const now = Date.now.bind(Date);
  const ahead = jest.spyOn(Date, 'now').mockImplementation(() => now() + 86_400_000);
  let running = start();
  try {
    await eventually(async () => (await running.counts())?.delayed === 1);
    await running.stop();
    ahead.mockRestore();
    running = start();
    await eventually(() => tries > 1, 'the second try');
  } finally {
    await running.stop();
    await database.drop();
  }
});
