import { eventually } from '@fairmark/events/testing/eventually';
import { recordBackup } from '@fairmark/server';
import { Registry } from 'prom-client';
import { keptLog } from '../testing/kept-log.js';
import { Stand } from '../testing/stand.js';
import { watchBackups, watchDisks } from './watches.js';

const NIGHT = new Date('2026-11-22T16:00:00.000Z');
const HOUR_MS = 3_600_000;
const DONE = { folder: '/backups/one', problem: null, events: 10, bytes: 1_000, freeBytes: 1_000_000 };

describe('the watch over nightly backups', () => {
  const stand = Stand.forSuite();

  /** Log lines and metrics this many hours after the night. */
  async function watched(hours: number): Promise<{ lines: string; metrics: string }> {
    const { lines, logger } = keptLog('info');
    const metrics = new Registry();
    const now = () => new Date(NIGHT.getTime() + hours * HOUR_MS);
    const asked = jest.spyOn(stand.pool, 'query');
    const watch = watchBackups(stand.pool, { metrics, logger, now });
    await eventually(() => asked.mock.calls.length > 0);
    await Promise.all(asked.mock.results.map(({ value }) => value as Promise<unknown>));
    asked.mockRestore();
    await watch.stop();
    return { lines: lines.join(''), metrics: await metrics.metrics() };
  }

  it('is silent when none was ever made', async () => {
    const { lines, metrics } = await watched(0);
    expect(lines).toBe('');
    expect(metrics).not.toMatch(/^fairmark_backup_\w+(\{.*\})? \d/m);
  });

  it('warns when none was made within a week of the first account', async () => {
    await stand.pool.query(
      `insert into app.users (id, email, full_name, golflink_number, handicap, gender, password_hash, created_at)
       values (gen_random_uuid(), 'kim@golfers.test', 'Kim', '1234567', 9, 'MALE', '', $1)`,
      [NIGHT],
    );
    expect((await watched(7 * 24 - 1)).lines).toBe('');
    const { lines, metrics } = await watched(7 * 24 + 1);
    expect(lines).toContain('"warnings":["STALE"]');
    expect(metrics).toContain('fairmark_backup_warnings{warning="STALE"} 1');
    await stand.pool.query('delete from app.users');
  });

  const FAILED = { problem: 'The disk is full.', events: null, bytes: null };
  const failed = { ...DONE, ...FAILED, madeAt: new Date(NIGHT.getTime() + 1_000) };
  const ofWrongClock = { ...DONE, madeAt: new Date(NIGHT.getTime() + 400 * 24 * HOUR_MS) };

  it.each([
    ['a good one', [], 10, []],
    ['one that is too old', [], 27, ['STALE']],
    ['a failed one after one of a wrong clock, far in the future', [ofWrongClock, failed], 1, ['FAILED']],
    ['a failed one and no good one since', [failed], 27, ['FAILED', 'STALE']],
    ['a failed one, and a disk without room for three more', [{ ...failed, freeBytes: 2_999 }], 1, ['FAILED', 'DISK']],
  ])('warns, with the reason, of what is wrong about %s', async (_, others, hours, warnings) => {
    for (const backup of [{ ...DONE, madeAt: NIGHT }, ...others]) await recordBackup(stand.pool, backup);
    const { lines, metrics } = await watched(hours);
    expect(/"warnings":(\[.*?\])/.exec(lines)?.[1] ?? '[]').toBe(JSON.stringify(warnings));
    expect(lines.includes(FAILED.problem)).toBe(warnings.includes('FAILED'));
    for (const kind of ['FAILED', 'STALE', 'DISK']) {
      expect(metrics.includes(`fairmark_backup_warnings{warning="${kind}"} 1`)).toBe(warnings.includes(kind));
    }
    expect(metrics).toContain(`fairmark_backup_age_seconds ${hours * 3_600}\n`);
  });
});

it('the watch over disks measures the given folders, and warns about a full or missing one', async () => {
  const { lines, logger } = keptLog('info');
  const registry = new Registry();
  const watch = watchDisks(['/', '/proc', '/no-such-folder'], { metrics: registry, logger });
  await eventually(() => lines.some((line) => line.includes('no-such-folder')));
  await watch.stop();
  const warned = lines.map((line) => JSON.parse(line) as unknown);
  expect(warned).toContainEqual(expect.objectContaining({ folder: '/proc', freeBytes: 0 }));
  expect(warned).toContainEqual(expect.objectContaining({ folder: '/no-such-folder', freeBytes: null }));
  const metrics = await registry.metrics();
  expect(metrics).toMatch(/^fairmark_disk_free_bytes\{folder="\/"\} [1-9]/m);
  expect(metrics).toMatch(/^fairmark_disk_free_bytes\{folder="\/proc"\} 0$/m);
  expect(metrics).not.toContain('no-such-folder');
});
