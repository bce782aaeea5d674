import { execFileSync } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { connected } from '@fairmark/event-store/testing/database';
import { suiteFolder, testFolder } from '@fairmark/events/testing/folder';
import { ADVISORY_LOCKS, readBackups } from '@fairmark/server';
import { eventually } from '@fairmark/events/testing/eventually';
import { appendToMatch } from '@fairmark/projector/testing/fill-log';
import { Stand } from '@fairmark/projector/testing/stand';
import { clubForSuite } from '../testing/club.js';
import { ops, patOn, refusal } from '../testing/ops.js';
import { Job } from '../shell/job.js';
import { isMadeSince } from './nightly.js';
import { lastTime, untilNext } from '../backup.command.js';

const NAME = /^fairmark-\d{4}-\d{2}-\d{2}-\d{6}$/;

describe('a nightly backup', () => {
  const club = clubForSuite({ seed: 11, events: 400 });
  const target = Stand.forSuite();
  const home = suiteFolder();
  const place = testFolder();
  let manifest: string;
  beforeAll(async () => {
    await club.sql('delete from app.backups');
    const one = path.join(home, 'one');
    expect(await ops(club.url, ['backup', one])).toMatchObject({ code: 0 });
    manifest = readFileSync(path.join(one, 'manifest.json'), 'utf8');
  });

  const nightly = (...more: string[]) => ops(club.url, ['backup', 'nightly', place(), '--once', ...more]);
  const made = (...more: string[]) =>
    patOn(club.url).json<{ folder: string }>(['backup', 'nightly', place(), '--once', ...more]);
  const trials = () => club.sql("select datname from pg_database where datname like 'fairmark\\_trial\\_%'");
  /** Makes the folder of an earlier backup, of this log or of another. */
  const earlier = (name: string, logId?: string): void => {
    mkdirSync(place(name), { recursive: true });
    const content = JSON.parse(manifest) as { log: { id: string } };
    content.log.id = logId ?? content.log.id;
    writeFileSync(place(name, 'manifest.json'), JSON.stringify(content));
  };
  const status = (hours = 0) => readBackups(club.pool, new Date(Date.now() + hours * 3_600_000));

  it('is made, restored as a trial and recorded, and replaces the oldest backups of its log', async () => {
    mkdirSync(place('monday'));
    const others = 'fairmark-2026-01-03-030000';
    earlier(others, '00000000-0000-4000-8000-000000000000');
    // The second was made while the clock was ahead.
    for (const name of ['fairmark-2026-01-01-030000', 'fairmark-2126-01-01-030000']) earlier(name);
    mkdirSync(place('fairmark-2026-01-02-030000.part'));
    const trialOf = (database: string): string =>
      `fairmark_trial_${hash('sha256', database, 'hex').slice(0, 12)}_left0ver`;
    const database = new URL(club.url).pathname.slice(1);
    for (const one of [database, 'another']) await club.sql(`create database ${trialOf(one)}`);
    const result = await made('--keep', '1');
    const events = Number(await club.store.head());
    const removed = ['fairmark-2026-01-01-030000', 'fairmark-2126-01-01-030000'];
    expect(result).toMatchObject({ ok: true, events, removed });
    const name = path.basename(result.folder);
    expect(name).toMatch(NAME);
    expect(readdirSync(place()).sort()).toEqual([others, name, 'monday']);
    expect(await trials()).toEqual([{ datname: trialOf('another') }]);
    await club.sql(`drop database ${trialOf('another')}`);
    const { last, lastGood, warnings } = await status();
    expect(last).toMatchObject({ folder: result.folder, problem: null, events });
    expect(last?.bytes).toBeGreaterThan(1_000);
    expect(last?.freeBytes).toBeGreaterThan(0);
    expect(lastGood).toEqual(last);
    expect(warnings).toEqual([]);
    expect((await ops(null, ['backup', 'verify', result.folder])).code).toBe(0);
    const output = { write: () => true };
    const { signal } = new AbortController();
    const shell = { env: { DATABASE_URL: club.url }, stdout: output, stderr: output, cwd: '/', signal };
    const madeSince = async (where: string, time: Date) => {
      const job = new Job(shell, false);
      const isMade = await isMadeSince(job, where, time);
      await job.close();
      return isMade;
    };
    const madeAt = new Date(last?.madeAt ?? '');
    expect(await madeSince(place(), madeAt)).toBe(true);
    expect(await madeSince(place(), new Date(madeAt.getTime() + 1))).toBe(false);
    expect(await madeSince(home, madeAt)).toBe(false);
    rmSync(result.folder, { recursive: true });
    expect(await madeSince(place(), madeAt)).toBe(false);
  });

  it('that fails is recorded with its reason', async () => {
    const before = await status();
    rmSync(place(), { recursive: true });
    expect(await nightly('--keep', '1')).toEqual(refusal(`There is no folder ${place()}`));
    const after = await status();
    expect(after.last?.problem).toContain('There is no folder');
    expect(after.lastGood).toEqual(before.lastGood);
    expect([after.warnings, after.last?.freeBytes]).toEqual([['FAILED'], null]);
    expect((await status(27)).warnings).toContain('STALE');
  });

  it('that cannot be restored fails, leaves no trial database, and replaces no good backup', async () => {
    const good = 'fairmark-2026-01-01-030000';
    for (const name of [good, 'fairmark-2026-01-02-030000.untried']) earlier(name);
    await club.sql("create role guest login password 'guest'");
    await club.sql('grant pg_read_all_data to guest; grant all on app.backups to guest');
    const url = new URL(club.url);
    [url.username, url.password] = ['guest', 'guest'];
    expect(await ops(url.href, ['backup', 'nightly', place(), '--once'])).toEqual(refusal('lacks permission'));
    expect((await status()).last?.problem).toContain('lacks permission');
    expect(await trials()).toEqual([]);
    await club.sql('drop owned by guest; drop role guest');
    // A single untried backup is kept: this is retried each hour.
    const [kept, untried, ...others] = readdirSync(place()).sort();
    expect([kept, others]).toEqual([good, []]);
    expect(untried).toMatch(/^fairmark-.*\.untried$/);
    expect(untried).not.toContain('2026-01-02');
    const second = () => new Date().toISOString().slice(11, 19).replaceAll(':', '');
    await eventually(() => untried?.endsWith(`${second()}.untried`) === false, 'a second with another name');
    const { folder: newest } = await made('--keep', '2');
    expect(readdirSync(place()).sort()).toEqual([good, path.basename(newest)]);
  });

  it('that is interrupted is recorded as such, and leaves no trial database', async () => {
    const ending = new AbortController();
    const runs = ops(club.url, ['backup', 'nightly', place(), '--once'], { signal: ending.signal });
    await eventually(() => readdirSync(place()).length > 0);
    ending.abort();
    expect(await runs).toMatchObject({ code: 1, stderr: 'Interrupted. The good backups stay as they were.\n' });
    expect((await status()).last?.problem).toBe('It was interrupted.');
    expect(await trials()).toEqual([]);
  });

  it('is refused while another one of the same database is running', async () => {
    await connected(club.url, async (client) => {
      await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.nightly]);
      expect(await nightly()).toEqual(refusal('Another nightly backup'));
      expect(readdirSync(place())).toEqual([]);
    });
  });

  it('succeeds even when an older one cannot be removed', async () => {
    // Its paths are longer than the system allows.
    const deep = path.join(...Array.from({ length: 15 }, () => 'd'.repeat(200)));
    const old = place('fairmark-2026-01-01-030000');
    earlier(path.basename(old));
    for (const half of [old, place('half')]) mkdirSync(path.join(half, deep), { recursive: true });
    renameSync(place('half'), path.join(old, deep, 'half'));
    try {
      expect(await made('--keep', '1')).toMatchObject({ ok: true, removed: [] });
      const { last, warnings } = await status();
      expect([last?.problem, warnings]).toEqual([null, []]);
    } finally {
      execFileSync('rm', ['-rf', old]);
    }
  });

  it('of a log with an event that cannot be applied is good: once restored, a projector parks the event', async () => {
    const [match] = await club.sql<{ id: string }>('select substr(stream, 7) as id from log.events where position = 1');
    const data = { userId: randomUUID(), cardHash: 'f'.repeat(64) };
    await appendToMatch(club.store, match?.id ?? '', [{ type: 'CardVerified', data }]);
    const { folder: backup } = await made();
    const restored = await ops(target.url, ['restore', backup]);
    expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('Start Fairmark, which builds') });
    expect(restored.stderr).toContain('An event cannot be applied: CardVerified at position');
    await target.projected();
    expect(await target.sql('select type from rm.parked_events')).toEqual([{ type: 'CardVerified' }]);
  });

  it('waits for its time of day, and stops when interrupted', async () => {
    const ending = new AbortController();
    let output = '';
    // Unset, as in a file of settings that leaves it empty.
    process.env.BACKUP_AT = '';
    const stderr = { write: (text: string) => (output += text) };
    const runs = ops(club.url, ['backup', 'nightly', place()], { signal: ending.signal, stderr });
    await eventually(() => output.includes('every day at 03:00'));
    ending.abort();
    expect((await runs).code).toBe(0);
    expect(output).toMatch(/^Backing up to .*\.\n$/);
    expect(readdirSync(place())).toEqual([]);
  });

  it.each([
    [['--at', '3 am'], 'It must be a time of day, such as 03:00.'],
    [['--keep', '0'], 'It must be a whole number from 1 to 1000.'],
  ])('refuses %j', async (options, words) => {
    expect(await nightly(...options)).toEqual(refusal(words, 2));
  });
});

it.each([
  ['2026-11-23T02:59:00', '2026-11-22T03:00:00', 60_000],
  ['2026-11-23T03:00:00', '2026-11-23T03:00:00', 24 * 3_600_000],
  ['2026-11-23T03:00:01', '2026-11-23T03:00:00', 24 * 3_600_000 - 1_000],
])('at %s the last backup was due at %s, and the next is due in %i ms', (time, since, ms) => {
  const now = new Date(time);
  expect([lastTime('03:00', now), untilNext('03:00', now)]).toEqual([new Date(since), ms]);
});
