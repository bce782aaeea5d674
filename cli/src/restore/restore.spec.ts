import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connected } from '@fairmark/event-store/testing/database';
import { suiteFolder } from '@fairmark/events/testing/folder';
import { eventually } from '@fairmark/events/testing/eventually';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { compareClubhouse } from '@fairmark/projector/testing/independent-fold';
import { PostgresEventStore } from '@fairmark/event-store';
import { fillLog } from '@fairmark/projector/testing/fill-log';
import { Stand } from '@fairmark/projector/testing/stand';
import { createTestDatabase } from '@fairmark/tools';
import { Client, Pool } from 'pg';
import { LOG_FILE, MANIFEST, type Manifest } from '../backup/manifest.js';
import { verifyBackup } from '../backup/verify-backup.js';
import { Progress } from '../shell/job.js';
import { clubForSuite, rowsOf } from '../testing/club.js';
import { ops, patOn, refusal } from '../testing/ops.js';
import { restoreBackup } from './restore.js';

/** More than one page of the log. */
const EVENTS = 1_200;

/** Rows of the derived tables, without the checkpoint, which says when and how they were written. */
async function derivedRows(pool: Pool): Promise<Map<string, string[]>> {
  const all = await rowsOf(pool, [CLUBHOUSE_SCHEMA]);
  all.delete(`${CLUBHOUSE_SCHEMA}.checkpoint`);
  return all;
}

describe('a restore', () => {
  const club = clubForSuite({ seed: 8, events: EVENTS });
  const folder = suiteFolder();
  const backup = path.join(folder, 'monday');
  const target = Stand.forSuite();
  beforeAll(async () => {
    expect((await ops(club.url, ['backup', backup])).code).toBe(0);
  });

  const expectEmpty = async (): Promise<void> => {
    const { 'log.identity': identity, ...others } = Object.fromEntries(await rowsOf(target.pool));
    expect(identity).toHaveLength(1);
    expect(Object.values(others).flat()).toEqual([]);
  };

  it('yields the same rows, the same log under the same id, and the same derived tables', async () => {
    const restored = await patOn(target.url).json(['restore', backup]);
    expect(restored).toMatchObject({ ok: true, rebuilt: true, logId: await club.store.logId() });
    expect(await rowsOf(target.pool)).toEqual(await rowsOf(club.pool));
    expect(await derivedRows(target.pool)).toEqual(await derivedRows(club.pool));
    expect(await compareClubhouse(target.url, club.store)).toEqual([]);
  });

  it('leaves the log protected against changes, and can be backed up again', async () => {
    expect((await ops(target.url, ['restore', backup, '--no-rebuild'])).stdout).toContain('npm run rebuild');
    for (const change of ['update log.identity set id = gen_random_uuid()', 'delete from log.events']) {
      await expect(target.sql(change)).rejects.toThrow('the log is never changed');
    }
    const again = await ops(target.url, ['backup', `${backup}-again`]);
    expect(again.code).toBe(0);
    const contentOf = (where: string): unknown => {
      const { log, tables } = JSON.parse(readFileSync(path.join(where, MANIFEST), 'utf8')) as Manifest;
      return { log, tables: tables.map((table) => table.contentSha256) };
    };
    expect(contentOf(`${backup}-again`)).toEqual(contentOf(backup));
  });

  it('refuses a database that is not empty, and lists what it holds', async () => {
    expect((await ops(target.url, ['restore', backup, '--no-rebuild'])).code).toBe(0);
    const before = await rowsOf(target.pool);
    const answer = await ops(target.url, ['restore', backup, '--json']);
    expect(answer.code).toBe(1);
    const { error, problems } = JSON.parse(answer.stdout) as { error: string; problems: string[] };
    expect(error).toContain('The database is not empty: ');
    expect(error).toMatch(/ use another DATA_DIR\. This one holds the log of this backup: /);
    expect(problems).toContain('1 row in app.avatars');
    expect(problems[0]).toMatch(/^[\d,]+ rows in log\.events$/);
    expect(await rowsOf(target.pool)).toEqual(before);
    // As of another day: no interrupted restore of this backup.
    const store = new PostgresEventStore({ connectionString: target.url });
    await fillLog(store, { seed: 9, events: 1 });
    await store.close();
    const { stderr } = await ops(target.url, ['restore', backup]);
    expect(stderr).toMatch(/use another DATA_DIR\.\s*$/);
  });

  it('accepts a database on which Fairmark was started but nothing happened', async () => {
    await target.sql('insert into app.mail_checkpoint select true, id, null from log.identity');
    await target.sql('insert into rm.checkpoint (log_id, heartbeat_at) select id, now() from log.identity');
    expect(await ops(target.url, ['restore', backup])).toMatchObject({ code: 0 });
    expect(await compareClubhouse(target.url, club.store)).toEqual([]);
  });

  it('refuses a database that was not migrated, or on which Fairmark runs', async () => {
    const bare = await createTestDatabase();
    const answer = await ops(bare.url, ['restore', backup]);
    await bare.drop();
    expect(answer).toEqual(refusal('The database is not ready: the database was never migrated'));
    const other = new Pool({ connectionString: target.url, application_name: 'fairmark api', max: 1 });
    await other.query('select 1');
    const running = await ops(target.url, ['restore', backup]);
    await other.end();
    expect(running).toEqual(refusal('Fairmark runs on this database (fairmark api)'));
    await expectEmpty();
  });

  it('refuses a tampered backup before it changes anything', async () => {
    const file = path.join(backup, LOG_FILE);
    const whole = readFileSync(file);
    const changed = Buffer.from(whole);
    changed.writeUInt8((changed[2_000] ?? 0) ^ 1, 2_000);
    writeFileSync(file, changed);
    const answer = await ops(target.url, ['restore', backup]);
    writeFileSync(file, whole);
    expect(answer).toEqual(refusal('The backup was changed or damaged:\n  - log.jsonl.gz: '));
    await expectEmpty();
  });

  it('accepts a schema with more columns, and names tables and columns missing in the schema', async () => {
    await target.sql(`alter table app.users add column nickname text not null default 'none'`);
    await target.sql('create table app.later (id int)');
    expect(await ops(target.url, ['restore', backup, '--no-rebuild'])).toMatchObject({ code: 0 });
    const { rows } = await target.pool.query<{ nickname: string }>('select distinct nickname from app.users');
    expect(rows).toEqual([{ nickname: 'none' }]);
    expect((await ops(target.url, ['backup', `${backup}-grown`])).code).toBe(0);
    await target.sql('alter table app.users drop column nickname; drop table app.later');
    await target.clear();
    const unknown = 'does not know: table later, column nickname of users';
    expect(await ops(target.url, ['restore', `${backup}-grown`])).toEqual(refusal(unknown));
  });

  it('goes into a data folder whose product is not running, which can be backed up', async () => {
    // Postgres may run under another account.
    chmodSync(folder, 0o755);
    const dataDir = path.join(folder, 'data');
    mkdirSync(dataDir);
    const env = { DATA_DIR: dataDir };
    expect(await ops(null, ['backup', path.join(folder, 'none')], { env })).toEqual(refusal('There is no database'));
    expect(await ops(null, ['restore', backup], { env })).toMatchObject({ code: 0, stderr: '' });
    const again = path.join(folder, 'from-data');
    expect(await ops(null, ['backup', again], { env })).toMatchObject({ code: 0 });
    expect(readFileSync(path.join(again, LOG_FILE))).toEqual(readFileSync(path.join(backup, LOG_FILE)));
    writeFileSync(path.join(dataDir, 'running.json'), '{}');
    const busy = refusal('Fairmark is starting or stopping on');
    expect(await ops(null, ['backup', `${again}-2`], { env })).toEqual(busy);
  });

  it('refuses an EventStoreDB as its target', async () => {
    const env = { DATABASE_URL: target.url, EVENT_STORE_URL: 'esdb://somewhere:2113?tls=false' };
    expect(await ops(null, ['restore', backup], { env })).toEqual(refusal('a log is restored into Postgres'));
  });

  describe('that is interrupted', () => {
    const main = path.resolve('dist/fairmark.js');
    /** A restore in a process of its own. `output`: what it has written so far. */
    const start = (): { restore: ChildProcess; output: { stdout: string; stderr: string } } => {
      if (!existsSync(main)) throw new Error('Compile first: npx tsc -b cli');
      const env = { PATH: process.env.PATH, DATABASE_URL: target.url };
      const restore = spawn(process.execPath, [main, 'restore', backup], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      const output = { stdout: '', stderr: '' };
      restore.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
      restore.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
      return { restore, output };
    };
    const gone = async (): Promise<boolean> => (await target.sessions('fairmark ops restore')) === 0;
    // On a busy machine it may first wait for another lock, on a table that is being vacuumed.
    const held = async (): Promise<boolean> =>
      (await target.sessions('fairmark ops restore', `wait_event = 'advisory'`)) === 1;

    /** Makes a restore wait until the returned function is called: after an insert or, deferred, at the commit. */
    const holdAt = async (trigger: string): Promise<() => Promise<unknown>> => {
      await target.sql(`
        create function public.wait() returns trigger language plpgsql as $$ begin
          perform pg_advisory_xact_lock(1);
          return null;
        end $$;
        create ${trigger} execute function public.wait()`);
      const holder = new Client({ connectionString: target.url });
      await holder.connect();
      await holder.query('select pg_advisory_lock(1)');
      return () => holder.end();
    };
    afterEach(() => target.sql('drop function if exists public.wait cascade'));

    it('by a cut connection leaves it empty', async () => {
      const letGo = await holdAt('trigger hold after insert on log.events');
      const restored = ops(target.url, ['restore', backup]);
      await eventually(held);
      await target.cut('fairmark ops restore');
      await letGo();
      expect(await restored).toEqual(refusal(/The connection to the database was lost|The database was shut down/));
      await expectEmpty();
    });

    it('by an abort leaves it empty', async () => {
      const ending = new AbortController();
      const { signal } = ending;
      const verified = await verifyBackup({ progress: new Progress(false), signal }, backup);
      const begin = (what: string): void => void (what === 'Checking events' && ending.abort());
      const progress = Object.assign(new Progress(false), { begin });
      const restored = connected(target.url, (client) => restoreBackup({ ...verified, progress, signal, client }));
      await expect(restored).rejects.toThrow('abort');
      await expectEmpty();
    });

    it.each([
      ['SIGKILL', [null, 'SIGKILL'], ''],
      ['SIGINT', [1, null], 'Stopping.'],
    ] as const)('by %s leaves the database empty, and can be run again', async (signal, end, message) => {
      const letGo = await holdAt('trigger hold after insert on log.events');
      const { restore, output } = start();
      const ended = once(restore, 'exit');
      await eventually(held);
      restore.kill(signal);
      await eventually(() => output.stderr.includes(message));
      await letGo();
      expect(await ended).toEqual(end);
      await eventually(gone);
      await expectEmpty();
      expect(await ops(target.url, ['restore', backup, '--no-rebuild'])).toMatchObject({ code: 0 });
      expect(await rowsOf(target.pool)).toEqual(await rowsOf(club.pool));
    });

    it('by SIGTERM during its commit finishes, and reports that', async () => {
      const letGo = await holdAt(
        'constraint trigger hold after insert on app.users deferrable initially deferred for each row',
      );
      const { restore, output } = start();
      const ended = once(restore, 'close');
      await eventually(held);
      restore.kill('SIGTERM');
      await eventually(() => output.stderr.includes('Stopping.'));
      await letGo();
      expect({ ended: await ended, ...output }).toEqual({
        ended: [0, null],
        stdout: expect.stringMatching(/^Restored .* The derived tables are built\. Start Fairmark\.\n$/),
        stderr: expect.stringContaining('Everything is already loaded, so the restore continues to its end.'),
      });
      expect(await rowsOf(target.pool)).toEqual(await rowsOf(club.pool));
      expect(await derivedRows(target.pool)).toEqual(await derivedRows(club.pool));
    });
  });
});
