import { randomUUID } from 'node:crypto';
import { migrate } from '@fairmark/platform';
import { createTestDatabase, type TestDatabase } from '@fairmark/tools';
import { Pool } from 'pg';
import { markQueued, requeueLost, unqueued, withMail } from './mail.outbox.js';

describe('the outbox', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await createTestDatabase();
    await migrate(database.url);
    // A statement that waits for a mail in hand fails instead of waiting for ever.
    pool = new Pool({ connectionString: database.url, statement_timeout: 2_000 });
  });
  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });

  it('is swept while a worker has a mail in hand, however long that takes', async () => {
    const id = randomUUID();
    const [held, lost, fresh] = [randomUUID(), randomUUID(), randomUUID()];
    await pool.query(
      `insert into app.users (id, full_name, email, golflink_number, handicap, gender, password_hash)
       values ($1, 'Kim Nguyen', $2, '1234567', 9.1, 'FEMALE', 'x')`,
      [id, `kim.${id}@golfers.test`],
    );
    await pool.query(
      `insert into app.mail_outbox (cause, kind, user_id, link_token, queued_at)
       select cause, 'VERIFY_EMAIL', $1, 'secret', case when cause <> $3 then now() - interval '1 hour' end
       from unnest($2::text[]) as cause`,
      [id, [held, lost, fresh], fresh],
    );
    await withMail(pool, held, async () => {
      await requeueLost(pool);
      expect((await unqueued(pool)).toSorted()).toEqual([lost, fresh].toSorted());
      await markQueued(pool, [held, lost, fresh]);
      return 'sent';
    });
    expect(await unqueued(pool)).toEqual([]);
  });
});
