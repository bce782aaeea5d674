import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { MemoryEventStore } from '@fairmark/events';
import { until } from '@fairmark/events/testing/database';
import {
  chance,
  CLUBHOUSE_CHANNEL,
  CLUBHOUSE_SCHEMA,
  createLogger,
  type ProjectionNews,
  readNews,
} from '@fairmark/platform';
import { Client } from 'pg';
import { appendToMatch, fillLog } from '../testing/fill-log.js';
import { Stand } from '../testing/stand.js';
import { rebuildClubhouse, type RebuildOptions, type RebuildProgress } from './rebuild.js';

const logger = createLogger('test', 'silent');

describe('a rebuild', () => {
  let stand: Stand;
  beforeEach(async () => {
    stand = await Stand.make();
  });
  afterEach(() => stand.end());

  const rebuild = (options: Partial<RebuildOptions> = {}) =>
    rebuildClubhouse({ databaseUrl: stand.url, store: stand.store, logger, pageSize: 50, batchSize: 100, ...options });

  it('makes of spoilt tables what the log says', async () => {
    await fillLog(stand.store, { seed: 30, events: 1_000 });
    await rebuild();
    await stand.pool.query(`update ${CLUBHOUSE_SCHEMA}.rounds set stableford = 99`);
    await stand.pool.query(`delete from ${CLUBHOUSE_SCHEMA}.matches`);
    expect(await stand.differences()).not.toEqual([]);
    const said: RebuildProgress[] = [];
    const result = await rebuild({ onProgress: (progress) => said.push(progress) });
    const head = await stand.store.head();
    expect(result).toEqual({ events: Number(head), position: head, target: head, resumed: false, finished: true });
    expect(said.map(({ events }) => events)).toEqual(said.map((_, i) => Math.min(100 * (i + 1), Number(head))));
    expect(await stand.differences()).toEqual([]);
  });

  it('stopped in the middle goes on where it was', async () => {
    await fillLog(stand.store, { seed: 31, events: 1_000 });
    const stop = new AbortController();
    const first = await rebuild({ signal: stop.signal, onProgress: ({ events }) => events >= 500 && stop.abort() });
    expect(first.finished).toBe(false);
    expect(first.position).toBe(BigInt(first.events));
    expect(await stand.checkpoint()).toBe(first.position);
    expect(await rebuilding(stand)).toBe(true);
    const second = await rebuild();
    expect(second).toMatchObject({
      resumed: true,
      finished: true,
      events: Number(await stand.store.head()) - first.events,
    });
    expect(await rebuilding(stand)).toBe(false);
    expect(await stand.differences()).toEqual([]);
  });

  it('says that the tables are stale from the moment at which they are empty', async () => {
    await fillLog(stand.store, { seed: 41, events: 200 });
    await rebuild();
    const heard: ProjectionNews[] = [];
    const listener = new Client({ connectionString: stand.url });
    await listener.connect();
    try {
      listener.on('notification', ({ payload }) => heard.push(readNews(payload ?? '')));
      await listener.query(`listen ${CLUBHOUSE_CHANNEL}`);
      expect(await rebuild({ signal: AbortSignal.abort() })).toMatchObject({ events: 0, finished: false });
      await until(() => heard.length > 0);
      expect(heard).toEqual([{ log: await stand.store.logId(), position: null, rebuilding: true }]);
    } finally {
      await listener.end();
    }
  });

  it('stopped in the middle begins anew when told to', async () => {
    await fillLog(stand.store, { seed: 32, events: 600 });
    const stop = new AbortController();
    await rebuild({ signal: stop.signal, onProgress: () => stop.abort() });
    await stand.pool.query(`update ${CLUBHOUSE_SCHEMA}.matches set tee = 'Pro'`);
    expect(await rebuild({ restart: true })).toMatchObject({ resumed: false, finished: true });
    expect(await stand.differences()).toEqual([]);
  });

  it('left unfinished is finished by the projector', async () => {
    await fillLog(stand.store, { seed: 33, events: 600 });
    const stop = new AbortController();
    await rebuild({ signal: stop.signal, onProgress: () => stop.abort() });
    stand.project();
    await stand.caughtUp();
    expect(await rebuilding(stand)).toBe(false);
    expect(await stand.differences()).toEqual([]);
  });

  it('sends the running projector to stand by, and lets it go on afterwards', async () => {
    const projector = stand.project();
    const child = stand.spawn();
    await until(() => projector.health().state === 'LIVE');
    await fillLog(stand.store, { seed: 34, events: 600 });
    await stand.caughtUp();
    expect(await rebuild()).toMatchObject({ finished: true, resumed: false });
    await stand.kill(child);
    await until(() => projector.health().state === 'LIVE');
    await fillLog(stand.store, { seed: 35, events: 200 });
    await stand.caughtUp();
    expect(await stand.differences()).toEqual([]);
  });

  it('is what a refused projector needs: it goes on by itself', async () => {
    const other = new MemoryEventStore();
    await fillLog(other, { seed: 36, events: 300 });
    await rebuild({ store: other });
    await fillLog(stand.store, { seed: 37, events: 300 });
    const projector = stand.project();
    await until(() => projector.health().state === 'REFUSED');
    await rebuild();
    await until(() => projector.health().state === 'LIVE');
    expect(await stand.differences()).toEqual([]);
  });

  describe('by command', () => {
    it('says what it did', async () => {
      await fillLog(stand.store, { seed: 39, events: 300 });
      const head = await stand.store.head();
      const { code, output } = await command({ DATABASE_URL: stand.url });
      expect(output).toContain(`Rebuilt: ${head} events, to position ${head}.`);
      expect(code).toBe(0);
      expect(await stand.differences()).toEqual([]);
    });

    it('says which event stopped it', async () => {
      const luck = chance(40);
      const matchId = luck.uuid();
      const data = { inviteId: luck.uuid(), userId: luck.uuid() };
      await appendToMatch(stand.store, matchId, [{ type: 'PlayerInvited', data }], { chance: luck });
      const { code, output } = await command({ DATABASE_URL: stand.url });
      expect(output).toMatch(new RegExp(`PlayerInvited at position 1 \\(match-${matchId}, revision 0\\)`));
      expect(code).toBe(1);
    });

    it('says how it is called', async () => {
      expect(await command({})).toMatchObject({ code: 2, output: expect.stringContaining('Usage') });
      expect(await command({ DATABASE_URL: stand.url }, ['--all'])).toMatchObject({ code: 2 });
    });
  });

  it('of an empty log leaves empty tables', async () => {
    const other = new MemoryEventStore();
    await fillLog(other, { seed: 38, events: 300 });
    await rebuild({ store: other });
    expect(await rebuild()).toMatchObject({ events: 0, position: null, finished: true });
    expect(await stand.differences()).toEqual([]);
  });
});

async function command(
  env: Record<string, string>,
  args: string[] = [],
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [path.resolve('services/projector/dist/rebuild.main.js'), ...args], {
    env: { PATH: process.env.PATH, ...env },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output };
}

async function rebuilding(stand: Stand): Promise<boolean> {
  const { rows } = await stand.pool.query<{ rebuilding: boolean }>(
    `select rebuild_to is not null as rebuilding from ${CLUBHOUSE_SCHEMA}.checkpoint`,
  );
  return rows[0]?.rebuilding === true;
}
