import { setTimeout as sleep } from 'node:timers/promises';
import { MemoryEventStore } from '@fairmark/event-store';
import type { CompetitionEvent, MatchEvent } from '@fairmark/events';
import { chance } from '@fairmark/server';
import { CLUBHOUSE_ROW_TABLES, CLUBHOUSE_SCHEMA, type JobProgress } from '@fairmark/read-models';
import { ROW_TABLES } from '../clubhouse/row-tables.js';
import { storeReader, type LogReader } from '../log-reader/log-reader.js';
import { appendToCompetition, competitionCourse, createdCompetition } from '../testing/competition-log.js';
import { appendToMatch, fillLog, type FilledLog } from '../testing/fill-log.js';
import { Stand } from '../testing/stand.js';
import { verifyClubhouse, type VerifyOptions } from './verify-clubhouse.js';

const luck = chance(90);
const NOBODY = luck.uuid();
/** So that a small log is folded and compared as a large one is. */
const SMALL = { pageSize: 200, cachedMatches: 12 };

describe('the verification of the tables', () => {
  let stand: Stand;
  let filled: FilledLog;
  const verify = (options: Partial<VerifyOptions> = {}) =>
    verifyClubhouse({ databaseUrl: stand.url, store: stand.store, ...SMALL, ...options });
  const change = (text: string) => stand.pool.query(text.replaceAll('rm.', `${CLUBHOUSE_SCHEMA}.`));

  beforeAll(async () => {
    stand = await Stand.make();
    filled = await fillLog(stand.store, { seed: 91, events: 6_000, atOnce: 30 });
    await compete(stand, filled);
    const projector = stand.project();
    await stand.caughtUp();
    await projector.stop();
  });
  afterAll(() => stand.end());

  it('finds nothing where nothing is wrong, and says how far it is', async () => {
    const said: JobProgress[] = [];
    const head = await stand.store.head();
    const result = await verify({ onProgress: (progress) => said.push(progress) });
    const { rows } = await change(
      `select (select count(*) from rm.matches) + (select count(*) from rm.player_matches) + (select count(*) from rm.invites) +
         (select count(*) from rm.rounds) + (select count(*) from rm.competitions) as rows`,
    );
    const clean = { parked: 0, differences: [], differing: 0, complete: true };
    expect(result).toEqual({ ...clean, events: Number(head), rows: Number(rows[0].rows), position: head });
    expect(said.length).toBeGreaterThan(20);
    const reading = said.filter(({ phase }) => phase === 'READING');
    expect(reading.at(-1)).toMatchObject({ events: Number(head), total: Number(head) });
    expect([...new Set(said.map(({ phase }) => phase))]).toEqual(['READING', 'INDEXING', 'CATCHING_UP', 'VERIFYING']);
    for (const sizes of [
      { pageSize: 4_000, cachedMatches: 2_000 },
      { pageSize: 500, cachedMatches: 1 },
    ]) {
      expect(await verify(sizes)).toEqual(result);
    }
  });

  it('looks at every column of every table', async () => {
    const { rows } = await change(
      `select table_name as table, array_agg(column_name::text) as columns from information_schema.columns
       where table_schema = '${CLUBHOUSE_SCHEMA}' and table_name not in ('checkpoint', 'parked_events') group by 1`,
    );
    const found = new Map(rows.map(({ table, columns }) => [table, new Set(columns)]));
    const looked = ROW_TABLES.map(
      ({ name, columns }) => [name, new Set(columns.map((column) => column.name))] as const,
    );
    expect(new Map<string, Set<string>>(looked)).toEqual(found);
  });

  describe.each([
    ['matches', 'status', `'LOBBY'`, 'match_id'],
    ['player_matches', 'open', 'not open', 'match_id'],
    ['invites', 'status', `'PENDING'`, 'match_id'],
    ['rounds', 'stableford', 'stableford + 1', 'match_id'],
    ['competitions', 'players', 'players[2:]', 'competition_id'],
  ])('of %s', (table, column, value, id) => {
    /** Runs on a copy of one row, changed for as long as the test takes. */
    async function tampered(text: string, work: () => Promise<void>): Promise<void> {
      await change(`create table public.kept as table rm.${table}`);
      try {
        await change(text);
        await work();
      } finally {
        await change(`delete from rm.${table}; insert into rm.${table} table public.kept; drop table public.kept`);
      }
    }
    const one = `(select ctid from rm.${table} where ${column}::text <> (${value})::text order by ${id} limit 1)`;

    it('finds a changed row, and says what it should be', async () => {
      await tampered(`update rm.${table} set ${column} = ${value} where ctid = ${one}`, async () => {
        const { differing, differences } = await verify();
        expect(differing).toBe(1);
        expect(differences[0]).toMatch(new RegExp(`^${table} .*: ${column} is .*, the log says `));
      });
    });

    it('finds a row that is missing', async () => {
      await tampered(`delete from rm.${table} where ctid = ${one}`, async () => {
        const { differing, differences } = await verify();
        expect(differing).toBe(1);
        expect(differences[0]).toMatch(new RegExp(`^${table} [-0-9a-f ]+ is missing$`));
      });
    });

    it('finds a row of something that is not in the log', async () => {
      const extra = `create table public.extra as select * from rm.${table} where ctid = ${one};
        update public.extra set ${id} = '${NOBODY}'${table === 'invites' ? `, invite_id = '${NOBODY}'` : ''};
        insert into rm.${table} table public.extra; drop table public.extra`;
      await tampered(extra, async () => {
        const { differing, differences } = await verify();
        expect(differing).toBe(1);
        expect(differences).toEqual([expect.stringMatching(`^${table} .*${NOBODY}.* is not in the log$`)]);
      });
    });
  });

  it('finds a row too many of a match that is in the log', async () => {
    const [matchId = ''] = filled.matchIds;
    await change(`insert into rm.invites values ('${NOBODY}', '${NOBODY}', '${matchId}', 'DENIED')`);
    try {
      expect((await verify()).differences).toEqual([`invites ${NOBODY} is not in the log`]);
    } finally {
      await change(`delete from rm.invites where invite_id = '${NOBODY}'`);
    }
  });

  it('tells the first fifty of many differences, and counts them all', async () => {
    await change('begin; create table public.kept as table rm.player_matches; delete from rm.player_matches; commit');
    const { rows } = await change('select count(*)::int as rows from public.kept');
    try {
      const { differing, differences } = await verify();
      expect(differing).toBe(rows[0].rows);
      expect(differences).toHaveLength(50);
    } finally {
      await change('insert into rm.player_matches table public.kept; drop table public.kept');
    }
  });

  it('counts them all also where hardly anything is right', async () => {
    const each = (text: string) => change(CLUBHOUSE_ROW_TABLES.map((table) => text.replaceAll('T', table)).join(';'));
    const { rows: all } = await verify();
    await each('create table public.T as table rm.T; delete from rm.T');
    try {
      const { differing, differences, complete, rows } = await verify();
      expect({ differing, told: differences.length, complete, rows }).toEqual({
        differing: all,
        told: 50,
        complete: true,
        rows: 0,
      });
    } finally {
      await each('insert into rm.T table public.T; drop table public.T');
    }
    expect(await verify()).toMatchObject({ differing: 0, complete: true });
  });

  it('compares a match again that went on after it was over', async () => {
    const over = await change(
      `select match_id, (
         select user_id from rm.rounds r where r.match_id = m.match_id and user_id <> host_id limit 1
       ) as host from rm.matches m where status = 'STARTED' and play_type = 'COMPETITION' and not exists (
         select from rm.rounds r where r.match_id = m.match_id and not verified and not withdrawn)
       order by match_id limit 3`,
    );
    for (const { match_id: matchId, host: hostId } of over.rows) {
      const event: MatchEvent = { type: 'HostChanged', data: { hostId } };
      await appendToMatch(stand.store, matchId, [event]);
    }
    const behind = await verify();
    expect(behind.differences).toEqual([]);
    const projector = stand.project();
    await stand.caughtUp();
    await projector.stop();
    expect((await verify()).differences).toEqual([]);
    const [{ match_id: matchId, host }] = over.rows;
    await change(`update rm.matches set host_id = '${NOBODY}' where match_id = '${matchId}'`);
    expect(await verify()).toMatchObject({ differing: 1, differences: [expect.stringContaining('host_id is')] });
    await change(`update rm.matches set host_id = '${host}' where match_id = '${matchId}'`);
  });

  it('is not led astray by a projector that goes on', async () => {
    stand.project({ pageSize: 50 });
    const enough = new AbortController();
    const play = (async () => {
      for (let seed = 200; !enough.signal.aborted; seed += 1) {
        await fillLog(stand.store, { seed, events: 100, atOnce: 10 });
        // Golfers are slower than that: on a busy machine the log would grow faster than it can be verified.
        await sleep(20);
      }
    })();
    const results = [];
    for (let i = 0; i < 3; i += 1) results.push(await verify());
    enough.abort();
    await play;
    for (const { differences } of results) expect(differences).toEqual([]);
    const positions = results.map(({ position }) => position ?? 0n);
    expect(positions.at(-1)).toBeGreaterThan(positions[0] ?? 0n);
    await stand.caughtUp();
    expect(await stand.differences()).toEqual([]);
  });

  it('does not vouch for tables of which parked events were applied meanwhile', async () => {
    const log = storeReader(stand.store);
    let applied: Promise<unknown> | null = null;
    const reader: LogReader = {
      page: async (after, limit) => {
        applied ??= change('update rm.checkpoint set generation = gen_random_uuid()');
        await applied;
        return log.page(after, limit);
      },
    };
    await expect(verify({ reader })).rejects.toThrow('Parked events were applied');
    expect(applied).not.toBeNull();
    expect((await verify()).differences).toEqual([]);
  });

  it('compares with what a projector applied and parked while the log was read', async () => {
    const stranger = luck.uuid();
    const [matchId = '', another = ''] = filled.matchIds;
    const log = storeReader(stand.store);
    let projected: Promise<void> | null = null;
    const reader: LogReader = {
      page: async (after, limit) => {
        projected ??= (async () => {
          const verified: MatchEvent = { type: 'CardVerified', data: { userId: stranger, cardHash: 'f'.repeat(64) } };
          await appendToMatch(stand.store, matchId, [verified]);
          await appendToMatch(stand.store, another, [{ type: 'HostChanged', data: { hostId: NOBODY } }]);
          const projector = stand.project();
          await stand.caughtUp();
          await projector.stop();
        })();
        await projected;
        return log.page(after, limit);
      },
    };
    const head = (await stand.store.head()) ?? 0n;
    expect(await verify({ reader })).toMatchObject({ position: head + 2n, parked: 1, differing: 0, differences: [] });
    expect(projected).not.toBeNull();
  });

  it('refuses the tables of another log, and stops when it is told to', async () => {
    const other = new MemoryEventStore();
    await fillLog(other, { seed: 92, events: 100 });
    await expect(verify({ store: other })).rejects.toThrow('were made from log');
    const stop = new AbortController();
    const stopped = verify({ signal: stop.signal, onProgress: () => stop.abort(new Error('Enough')) });
    await expect(stopped).rejects.toThrow('Enough');
  });
});

/** A competition whose host and players change. */
async function compete(stand: Stand, { golfers, courses }: FilledLog): Promise<void> {
  const [first = '', second = '', third = ''] = golfers;
  const [course] = courses;
  if (course === undefined) throw new Error('There is no course');
  const about = {
    competitionId: luck.uuid(),
    hostId: first,
    course: competitionCourse(course),
    firstDay: '2026-03-02',
  };
  const { competitionId } = about;
  const events = createdCompetition(about, [first, second, third]);
  await appendToCompetition(stand.store, competitionId, events, '2026-03-02T00:00:00.000Z');
  const later: CompetitionEvent[] = [
    { type: 'CompetitionPlayerRemoved', data: { userId: second, reason: 'HOST' } },
    { type: 'CompetitionHostChanged', data: { hostId: third } },
  ];
  await appendToCompetition(stand.store, competitionId, later, '2026-03-03T00:00:00.000Z');
}
