import { createDataSource } from '@fairmark/server/database/data-source';
import { CLUBHOUSE_VERSION, migrate } from '@fairmark/read-models';
import { Client } from 'pg';
import { EXAMPLE_CSV } from '@fairmark/server/testing/courses';
import { createTestDatabase, type TestDatabase } from '@fairmark/tools';
import { ops } from '../testing/ops.js';

describe('a migration', () => {
  let database: TestDatabase;
  let other: Client;
  beforeEach(async () => {
    database = await createTestDatabase();
    other = new Client({ connectionString: database.url });
    await other.connect();
  });
  afterEach(async () => {
    await other.end();
    await database.drop();
  });

  it('is what commands ask for on a database without tables', async () => {
    const commands = [
      ['backup', '/tmp/never'],
      ['courses', 'import', EXAMPLE_CSV],
      ['sponsors', 'list'],
      ['demo-players'],
      ['demo'],
    ];
    for (const command of commands) {
      const stderr = expect.stringMatching(/\(npm run migrate\)\.( \(.*\))?\n$/);
      expect(await ops(database.url, command)).toEqual({ code: 1, stdout: '', stderr });
    }
    const stderr = 'This is a folder, not a file. (EISDIR: illegal operation on a directory, read)\n';
    expect(await ops(database.url, ['courses', 'import', '/tmp'])).toMatchObject({ code: 1, stderr });
  });

  it('is refused in a database with another encoding than UTF8', async () => {
    const name = `${new URL(database.url).pathname.slice(1)}_ascii`;
    await other.query(`create database ${name} template template0 encoding 'SQL_ASCII' locale 'C'`);
    const url = Object.assign(new URL(database.url), { pathname: name });
    await expect(migrate(url.href)).rejects.toThrow('needs Postgres 17 or later and a database with the encoding UTF8');
    await other.query(`drop database ${name}`);
  });

  it('gives up on a lock after its timeout with an error, and succeeds once the lock is free', async () => {
    // Creates the table of migrations.
    await migrate(database.url);
    await other.query('begin; lock table app.migrations in access exclusive mode');
    await expect(migrate(database.url, { lockTimeoutMs: 100 })).rejects.toThrow(
      'The migration waited 0.1 s for a lock that another session holds',
    );
    await other.query('rollback');
    await migrate(database.url, { lockTimeoutMs: 100 });
  });

  it('gives up on another migration after its timeout', async () => {
    await other.query('select pg_advisory_lock(7143201)');
    await expect(migrate(database.url, { lockTimeoutMs: 100 })).rejects.toThrow('another migration');
  });

  it('is refused when a later build writes events that this one cannot read, unless forced with setBack', async () => {
    await migrate(database.url);
    await migrate(database.url);
    const later = ['reads CardSigned version 99', 'reads CardTornUp version 1'];
    await other.query('insert into app.schema_parts (name) select unnest($1::text[])', [later]);
    await other.query(`delete from app.schema_parts where name = 'log_v1'`);
    await expect(migrate(database.url)).rejects.toThrow(
      'cannot read: CardSigned version 99, CardTornUp version 1. Start the later',
    );
    const parts = async (names: string[]): Promise<number | null> =>
      (await other.query('select from app.schema_parts where name = any ($1)', [names])).rowCount;
    expect(await parts(['log_v1'])).toBe(0);

    await migrate(database.url, { setBack: true });
    expect(await parts(['log_v1', ...later])).toBe(1);
    await migrate(database.url);
  });

  it('drops derived tables that are two versions old or older, and keeps those of the previous version', async () => {
    const derived = (before: number, more = ''): string => `rm_clubhouse_v${CLUBHOUSE_VERSION - before}${more}`;
    const [older, kept] = [
      [derived(2), derived(2, '_next'), derived(5)],
      [derived(1), derived(0)],
    ];
    await migrate(database.url);
    const found = [...older, derived(1)];
    await other.query(found.map((name) => `create schema ${name}; create table ${name}.rounds ()`).join(';'));
    await other.query('insert into app.schema_parts (name) select unnest($1::text[])', [[derived(2), derived(1)]]);
    await migrate(database.url);
    const { rows } = await other.query(`select nspname as name from pg_namespace where nspname like 'rm_%' order by 1`);
    expect(rows.map(({ name }) => name)).toEqual(kept);
    const parts = await other.query(`select name from app.schema_parts where name like 'rm_%' order by 1`);
    expect(parts.rows.map(({ name }) => name)).toEqual(kept);
  });

  it('has no statement timeout, unlike the services', async () => {
    const limits = async (lockTimeoutMs?: number): Promise<unknown> => {
      const source = await createDataSource({ databaseUrl: database.url, lockTimeoutMs }).initialize();
      try {
        return await source.query(
          `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`,
        );
      } finally {
        await source.destroy();
      }
    };
    expect(await limits(60_000)).toEqual([{ statement: '0', lock: '1min' }]);
    expect(await limits()).toEqual([{ statement: '10s', lock: '0' }]);
  });
});
