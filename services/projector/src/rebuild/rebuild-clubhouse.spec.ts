import type { EventStore } from '@fairmark/event-store';
import { MemoryEventStore } from '@fairmark/event-store/testing/memory-event-store';
import type { MatchEvent } from '@fairmark/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { REPEAT, seedOf } from '@fairmark/events/testing/repeat';
import { chance } from '@fairmark/server';
import { CLUBHOUSE_NEXT, CLUBHOUSE_OLD, CLUBHOUSE_SCHEMA, type JobProgress } from '@fairmark/read-models';
import { RebuildRuns, RebuildStopped } from '../log-reader/errors.js';
import { appendToMatch, fillLog } from '../testing/fill-log.js';
import { BANKSIA, entered, lobbyOf } from '../testing/short-match.js';
import { Stand } from '../testing/stand.js';
import type { RebuildOptions } from './build-tables.js';

const stand = Stand.forSuite();
const luck = chance(4);

describe('a rebuild', () => {
  /** In memory, unless a projector or a hook needs the stand's. */
  let log: EventStore;
  beforeEach(() => {
    log = new MemoryEventStore();
  });
  const rebuild = (options: Partial<RebuildOptions> = {}) => stand.rebuild({ store: log, pageSize: 50, ...options });
  const differences = () => stand.differences(log);
  const generation = async () =>
    (await stand.sql<{ generation: string }>('select generation from rm.checkpoint'))[0]?.generation;
  const leftovers = () =>
    stand.sql('select nspname from pg_namespace where nspname = any($1)', [[CLUBHOUSE_NEXT, CLUBHOUSE_OLD]]);

  it('restores corrupted tables from the log, reporting each phase', async () => {
    log = stand.store;
    await fillLog(log, { seed: 30, events: 1_000 });
    await rebuild();
    await stand.sql('update rm.rounds set stableford = 99');
    await stand.sql('delete from rm.matches');
    expect(await differences()).not.toEqual([]);
    const reports: JobProgress[] = [];
    const result = await rebuild({ onProgress: (progress) => reports.push(progress) });
    const head = await log.head();
    expect(result).toMatchObject({ finished: true, events: Number(head), position: head });
    expect(result.rows).toBeGreaterThan(result.before?.rows ?? 0);
    expect(result.before?.differences).toContainEqual(expect.stringMatching(/^matches .* is missing$/));
    expect(result.before?.differences).toContainEqual(
      expect.stringMatching(/^rounds .*: stableford is 99, the log says/),
    );
    expect([...new Set(reports.map(({ phase }) => phase))]).toEqual([
      'READING',
      'INDEXING',
      'CATCHING_UP',
      'VERIFYING',
      'SWAPPING',
    ]);
    const reading = reports.filter(({ phase }) => phase === 'READING');
    expect(reading.at(-1)).toMatchObject({ events: Number(head), total: Number(head) });
    expect(await differences()).toEqual([]);
    expect(await leftovers()).toEqual([]);
  });

  it('makes the same tables for any page size and cache size, even when streams leave the cache early', async () => {
    const seed = seedOf(Date.now() % 1_000_000);
    const random = chance(seed);
    await fillLog(log, { seed, events: 1_000, atOnce: random.whole(5, 40) });
    const atRandom = () => ({ pageSize: random.whole(1, 400), cachedStreams: random.whole(1, 12) });
    // In the first, every page has more streams than the cache.
    for (const options of [{ pageSize: 400, cachedStreams: 2 }, ...Array.from({ length: 2 * REPEAT }, atRandom)]) {
      await rebuild(options);
      const found = await differences();
      if (found.length > 0) throw new Error(`Seed ${seed}, ${JSON.stringify(options)}: ${found.join('\n')}`);
    }
  });

  it('creates the keys, indexes and columns of migrated tables, with planner statistics', async () => {
    await fillLog(log, { seed: 42, events: 500 });
    const shape = async () => {
      const { rows } = await stand.pool.query(
        `select tablename, indexname, indexdef, null as type from pg_indexes where schemaname = $1
         union all
         select table_name, column_name, is_nullable || coalesce(column_default, ''), data_type
         from information_schema.columns where table_schema = $1
         union all
         select conrelid::regclass::text, conname, pg_get_constraintdef(oid), contype::text from pg_constraint
         where connamespace = $1::regnamespace
         order by 1, 2, 3`,
        [CLUBHOUSE_SCHEMA],
      );
      return rows;
    };
    const before = await shape();
    await rebuild();
    expect(await shape()).toEqual(before);
    const { rows } = await stand.pool.query<{ name: string; tuples: number }>(
      `select relname as name, reltuples::int as tuples from pg_class
       where relnamespace = $1::regnamespace and relname in ('matches', 'rounds')`,
      [CLUBHOUSE_SCHEMA],
    );
    for (const { tuples } of rows) expect(tuples).toBeGreaterThan(0);
  });

  it('loads texts unchanged, whatever characters they have', async () => {
    for (const name of [
      'Tab\there',
      'Line\nfeed\r',
      'Back\\slash \\N',
      '\\.',
      '"Quoted", {braced}',
      "O'Ñandú 🏌️",
      '',
    ]) {
      const matchId = luck.uuid();
      await appendToMatch(log, matchId, lobbyOf(matchId, undefined, { ...BANKSIA, name }));
    }
    await rebuild();
    expect(await differences()).toEqual([]);
  });

  it('cancelled in any phase changes nothing, and the next one works', async () => {
    await fillLog(log, { seed: 31, events: 600 });
    await rebuild();
    const before = await generation();
    for (const phase of ['READING', 'INDEXING', 'CATCHING_UP', 'VERIFYING'] as const) {
      const stop = new AbortController();
      const onProgress = (progress: JobProgress) => progress.phase === phase && stop.abort();
      expect(await rebuild({ signal: stop.signal, onProgress })).toMatchObject({ finished: false });
      expect(await generation()).toBe(before);
      expect(await leftovers()).toEqual([]);
    }
    expect(await rebuild({ signal: AbortSignal.abort() })).toMatchObject({ finished: false });
    expect(await rebuild()).toMatchObject({ finished: true });
    expect(await generation()).not.toBe(before);
  });

  it('that dies in any phase leaves the live tables in service, and the next one works', async () => {
    log = stand.store;
    await fillLog(log, { seed: 32, events: 600 });
    await stand.projected();
    const before = await generation();
    for (const last of ['READING', 'CATCHING_UP', 'SWAPPING']) {
      let phase = '';
      const store = stand.hooked(async () => phase === last && stand.cut('fairmark rebuild'));
      await expect(rebuild({ store, onProgress: (progress) => (phase = progress.phase) })).rejects.toThrow(
        /lost|terminat|connection|ECONNRESET/i,
      );
      expect([phase, await generation(), await differences()]).toEqual([last, before, []]);
    }
    // As after a death right behind the swap.
    await stand.sql(`create schema ${CLUBHOUSE_OLD}`);
    expect(await rebuild()).toMatchObject({ finished: true });
    expect([await differences(), await leftovers()]).toEqual([[], []]);
  });

  it('excludes other rebuilds and verifications while it runs, as does a verification', async () => {
    log = stand.store;
    await fillLog(log, { seed: 46, events: 300 });
    let others: Promise<unknown[]> | null = null;
    const store = stand.hooked(async () => {
      others ??= Promise.all(
        [rebuild(), stand.verify()].map((other) => other.then(() => null).catch((error: unknown) => error)),
      );
      expect(await others).toEqual([expect.any(RebuildRuns), expect.any(RebuildRuns)]);
    });
    expect(await rebuild({ store })).toMatchObject({ finished: true });
    expect(others).not.toBeNull();
    others = null;
    expect(await stand.verify({ store })).toMatchObject({ differing: 0 });
    expect(others).not.toBeNull();
    expect(await leftovers()).toEqual([]);
  });

  it('reports how the old tables differed at their position, even if the log has grown since', async () => {
    const { matchIds } = await fillLog(log, { seed: 47, events: 300 });
    await rebuild();
    await stand.sql(`update rm.matches set tee = 'Pro' where match_id = $1`, [matchIds[0]]);
    await fillLog(log, { seed: 147, events: 300 });
    const { before } = await rebuild();
    expect(before).toMatchObject({
      differing: 1,
      differences: [`matches ${matchIds[0]}: tee is "Pro", the log says "Standard"`],
    });
    expect((await rebuild()).before).toMatchObject({ differing: 0, differences: [] });
    expect(await differences()).toEqual([]);
  });

  it('replaces tables of another log or beyond the end of this one, and a refused projector resumes', async () => {
    log = stand.store;
    const other = new MemoryEventStore();
    await fillLog(other, { seed: 36, events: 300 });
    await rebuild({ store: other });
    await fillLog(log, { seed: 37, events: 300 });
    const projector = stand.project();
    await eventually(() => projector.health().state === 'REFUSED');
    await rebuild();
    await eventually(() => projector.health().state === 'LIVE');
    expect(await differences()).toEqual([]);
    await projector.stop();
    await stand.moves('position = position + 1');
    await rebuild();
    expect(await stand.checkpoint()).toBe(await log.head());
  });

  it('of an empty log leaves empty tables', async () => {
    const other = new MemoryEventStore();
    await fillLog(other, { seed: 38, events: 300 });
    await rebuild({ store: other });
    expect(await rebuild()).toMatchObject({ events: 0, position: null, finished: true });
    expect(await differences()).toEqual([]);
  });

  describe('that meets an event that cannot be applied', () => {
    let before: string | undefined;
    beforeEach(async () => {
      await fillLog(log, { seed: 23, events: 300 });
      await rebuild();
      before = await generation();
    });

    const stops = async (match: string) => {
      const rebuilding = rebuild({ cachedStreams: 5 });
      await expect(rebuilding).rejects.toThrow(RebuildStopped);
      await expect(rebuilding).rejects.toThrow(match);
      expect(await generation()).toBe(before);
      expect(await leftovers()).toEqual([]);
      expect(await stand.parked()).toEqual([]);
    };

    it('stops, names the event, and keeps the old tables', async () => {
      const matchId = luck.uuid();
      const stranger = luck.uuid();
      const at = await appendToMatch(log, matchId, [...lobbyOf(matchId), ...entered(stranger, stranger, 1)]);
      await fillLog(log, { seed: 24, events: 100 });
      await stops(`HoleScored at position ${at} (match-${matchId}, revision 1)`);
    });

    it('names the event among hundreds of rows even when only the database detects the fault', async () => {
      const matchId = luck.uuid();
      await appendToMatch(log, matchId, lobbyOf(matchId, 'nobody'));
      await fillLog(log, { seed: 25, events: 300 });
      await stops(`(match-${matchId}, revision 0)`);
    });

    it.each<[string, MatchEvent[]]>([
      ['', entered(luck.uuid(), luck.uuid(), 1)],
      [' that only the database refuses,', [{ type: 'HostChanged', data: { hostId: 'nobody' } }]],
    ])('names the event%s in a stream that is written late', async (_, events) => {
      const { matchIds } = await fillLog(log, { seed: 26, events: 600, atOnce: 20, complete: true });
      const matchId = matchIds[0] ?? '';
      await appendToMatch(log, matchId, events);
      await stops(`match-${matchId}`);
    });

    it('names a row that two streams produce', async () => {
      const [data, matches] = [{ inviteId: luck.uuid(), userId: luck.uuid() }, [luck.uuid(), luck.uuid()]];
      for (const matchId of matches) {
        const events: MatchEvent[] = [...lobbyOf(matchId), { type: 'PlayerInvited', data }];
        await appendToMatch(log, matchId, events);
      }
      await stops(data.inviteId);
    });
  });
});
