import { eventually } from '@fairmark/events/testing/eventually';
import { recordBackup } from '@fairmark/server';
import { Registry } from 'prom-client';
import { keptLog } from '../testing/kept-log.js';
import { Stand } from '../testing/stand.js';
import { watchBackups, watchDisks } from './watches.js';

const NIGHT = new Date('2026-11-22T16:00:00.000Z');
const DONE = { folder: '/backups/one', problem: null, events: 10, bytes: 1_000, freeBytes: 1_000_000 };

describe('the watch over nightly backups', () => {
  const stand = Stand.forSuite();

  /** Log lines and metrics this many hours after the night. */
  async function watched(hours: number): Promise<{ lines: string; metrics: string }> {
    const { lines, logger } = keptLog('info');
    const metrics = new Registry();
    const now = () => new Date(NIGHT.getTime() + hours * 3_600_000);
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

  it('sees a failure after a record with a time far in the future', async () => {
    await recordBackup(stand.pool, { ...DONE, madeAt: new Date(NIGHT.getTime() + 400 * 24 * 3_600_000) });
    await recordBackup(stand.pool, { ...DONE, madeAt: NIGHT });
    const failed = { problem: 'The disk is full.', events: null, bytes: null };
    await recordBackup(stand.pool, { ...DONE, ...failed, madeAt: new Date(NIGHT.getTime() + 1_000) });
    expect((await watched(1)).lines).toContain('"warnings":["FAILED"]');
    expect((await watched(27)).lines).toContain('"warnings":["FAILED","STALE"]');
  });

  it('reports the age of the last good one, and warns once it is too old', async () => {
    await recordBackup(stand.pool, { ...DONE, madeAt: NIGHT });
    const fresh = await watched(10);
    expect(fresh.lines).toBe('');
    expect(fresh.metrics).toContain('fairmark_backup_age_seconds 36000');
    expect(fresh.metrics).toContain('fairmark_backup_free_bytes 1000000');
    const stale = await watched(27);
    expect(stale.lines).toContain('"warnings":["STALE"]');
    expect(stale.metrics).toContain('fairmark_backup_warnings{warning="STALE"} 1');
  });

  it('warns about a failed one with its reason, and about a disk without room for three more', async () => {
    await recordBackup(stand.pool, { ...DONE, madeAt: NIGHT });
    const madeAt = new Date(NIGHT.getTime() + 1_000);
    const failed = { problem: 'The disk is full.', events: null, bytes: null, freeBytes: 2_999 };
    await recordBackup(stand.pool, { ...DONE, ...failed, madeAt });
    const { lines } = await watched(1);
    expect(lines).toContain('"warnings":["FAILED","DISK"]');
    expect(lines).toContain('The disk is full.');
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
