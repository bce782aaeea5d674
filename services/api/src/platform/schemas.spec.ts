import { withDatabase } from '@fairmark/server';
import { migrate, waitForSchema, whatIsMissing } from '@fairmark/read-models';
import { createTestDatabase, type TestDatabase } from '@fairmark/tools';

describe('the schemas', () => {
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(() => database.drop());

  const run = (statement: string) =>
    withDatabase(database.url, async (client) => (await client.query<Record<string, unknown>>(statement)).rows);

  it('are created by concurrent migrations, and unchanged by another one', async () => {
    await Promise.all([migrate(database.url), migrate(database.url), migrate(database.url)]);
    const tables = () => run('select table_schema, table_name from information_schema.tables order by 1, 2');
    const before = await tables();
    await migrate(database.url);
    expect(await tables()).toEqual(before);
    expect(await whatIsMissing(database.url)).toBeNull();
  });

  it('of an older build do not suffice, those of a newer one do', async () => {
    await migrate(database.url);
    await run("insert into app.schema_parts (name) values ('something_of_tomorrow')");
    expect(await whatIsMissing(database.url)).toBeNull();
    await run("delete from app.schema_parts where name = 'log_v1'");
    expect(await whatIsMissing(database.url)).toBe('not migrated yet: log_v1; restart npm start, or run migrate');
  });

  it('are not waited for when the password is wrong or the database does not exist', async () => {
    const asGuest = new URL(database.url);
    asGuest.password = 'a-wrong-word';
    await expect(waitForSchema(asGuest.href)).rejects.toThrow(
      /^The database of DATABASE_URL.* refuses the password\.$/,
    );
    await expect(waitForSchema(asGuest.href)).rejects.not.toThrow('a-wrong-word');
    const elsewhere = new URL(database.url);
    elsewhere.pathname = '/none';
    await expect(waitForSchema(elsewhere.href)).rejects.toThrow('does not exist on its server');
  });

  it('are no longer waited for when the process ends, and the reason for waiting shows no password', async () => {
    const ending = new AbortController();
    const reasons: string[] = [];
    await waitForSchema('postgres://kim:hidden@127.0.0.1:1/none', {
      signal: ending.signal,
      onWait: (reason) => {
        reasons.push(reason);
        ending.abort();
      },
    });
    expect(reasons).toHaveLength(1);
    expect(reasons[0]).toMatch(/^no answer from the database/);
    expect(reasons[0]).not.toContain('hidden');
  });
});
