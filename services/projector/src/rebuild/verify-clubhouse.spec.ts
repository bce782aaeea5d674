import { setTimeout as sleep } from 'node:timers/promises';
import { MemoryEventStore } from '@fairmark/event-store/testing/memory-event-store';
import type { CompetitionEvent, MatchEvent } from '@fairmark/events';
import { chance } from '@fairmark/server';
import type { ClubhouseRows, JobProgress } from '@fairmark/read-models';
import { appendToCompetition, createCompetition } from '../testing/competition-log.js';
import { appendToMatch, fillLog, type FilledLog } from '../testing/fill-log.js';
import { lobbyOf } from '../testing/short-match.js';
import { Stand } from '../testing/stand.js';
import type { VerifyOptions } from './verify-clubhouse.js';

const luck = chance(90);
const NOBODY = luck.uuid();
/** For a card that does not exist. */
const VERIFIED: MatchEvent = { type: 'CardVerified', data: { userId: NOBODY, cardHash: 'f'.repeat(64) } };
/** Small limits, so that a small log is processed like a large one. */
const SMALL = { pageSize: 100, cachedStreams: 12 };

describe('the verification of the tables', () => {
  const stand = Stand.forSuite({ kept: true });
  let filled: FilledLog;
  const verify = (options: Partial<VerifyOptions> = {}) => stand.verify({ ...SMALL, ...options });

  beforeAll(async () => {
    filled = await fillLog(stand.store, { seed: 91, events: 2_500, atOnce: 30 });
    await compete(stand, filled);
    await stand.projected();
  });

  it('finds no difference in correct tables, and reports its progress', async () => {
    const seen: JobProgress[] = [];
    const head = await stand.store.head();
    const result = await verify({ onProgress: (progress) => seen.push(progress) });
    const counts = SPOILT.map(({ table }) => `(select count(*) from rm.${table})`);
    const [counted] = await stand.sql<{ rows: string }>(`select ${counts.join(' + ')} as rows`);
    const clean = { parked: 0, differences: [], differing: 0, complete: true };
    expect(result).toEqual({ ...clean, events: Number(head), rows: Number(counted?.rows), position: head });
    expect(seen.length).toBeGreaterThan(20);
    const reading = seen.filter(({ phase }) => phase === 'READING');
    expect(reading.at(-1)).toMatchObject({ events: Number(head), total: Number(head) });
    expect([...new Set(seen.map(({ phase }) => phase))]).toEqual(['READING', 'INDEXING', 'CATCHING_UP', 'VERIFYING']);
  });

  /** A change of each table's rows. */
  const SPOILS: Record<keyof ClubhouseRows, { column: string; value: string; id: string }> = {
    matches: { column: 'status', value: `'LOBBY'`, id: 'match_id' },
    player_matches: { column: 'open', value: 'not open', id: 'match_id' },
    invites: { column: 'status', value: `'PENDING'`, id: 'match_id' },
    rounds: { column: 'stableford', value: 'stableford + 1', id: 'match_id' },
    competitions: { column: 'players', value: 'players[2:]', id: 'competition_id' },
  };
  const SPOILT = Object.entries(SPOILS).map(([table, about]) => ({ table, ...about }));
  type Spoilt = (typeof SPOILT)[number];
  const one = ({ table, column, value, id }: Spoilt) =>
    `(select ctid from rm.${table} where ${column}::text <> (${value})::text order by ${id} limit 1)`;
  /** Changes every table for the duration of the work. */
  async function spoilt(how: (of: Spoilt) => string, work: () => Promise<void>): Promise<void> {
    const each = (text: (of: Spoilt) => string) => stand.sql(SPOILT.map(text).join(';'));
    await each(({ table }) => `create table public.${table} as table rm.${table}`);
    try {
      await each(how);
      await work();
    } finally {
      await each(
        ({ table: t }) => `delete from rm.${t}; insert into rm.${t} table public.${t}; drop table public.${t}`,
      );
    }
  }

  it.each<[string, (of: Spoilt) => string, (of: Spoilt) => string]>([
    [
      'that was changed, with the right value',
      (of) => `update rm.${of.table} set ${of.column} = ${of.value} where ctid = ${one(of)}`,
      ({ table, column }) => `^${table} .*: ${column} is .*, the log says `,
    ],
    [
      'that is missing',
      (of) => `delete from rm.${of.table} where ctid = ${one(of)}`,
      ({ table }) => `^${table} [-0-9a-f ]+ is missing$`,
    ],
    [
      'that is not in the log',
      (of) => `create table public.extra as select * from rm.${of.table} where ctid = ${one(of)};
        update public.extra set ${of.id} = '${NOBODY}'${of.table === 'invites' ? `, invite_id = '${NOBODY}'` : ''};
        insert into rm.${of.table} table public.extra; drop table public.extra`,
      ({ table }) => `^${table} .*${NOBODY}.* is not in the log$`,
    ],
  ])('finds a row of each table %s', (_, how, pattern) =>
    spoilt(how, async () => {
      const { differing, differences } = await verify();
      expect(differing).toBe(SPOILT.length);
      expect(differences).toEqual(SPOILT.map((of) => expect.stringMatching(pattern(of))));
    }),
  );

  it('lists the first fifty of many differences, and counts them all', async () => {
    const { rows: all } = await verify();
    await spoilt(
      ({ table }) => `delete from rm.${table}`,
      async () => {
        const { differing, differences, complete, rows } = await verify();
        const found = { differing, listed: differences.length, complete, rows };
        expect(found).toEqual({ differing: all, listed: 50, complete: true, rows: 0 });
      },
    );
    expect(await verify()).toMatchObject({ differing: 0, complete: true });
  });

  it('finds no difference while a projector keeps running', async () => {
    stand.project({ pageSize: 50 });
    const enough = new AbortController();
    const play = (async () => {
      for (let seed = 200; !enough.signal.aborted; seed += 1) {
        await fillLog(stand.store, { seed, events: 100, atOnce: 10 });
        // Golfers are slower: otherwise the log could grow faster than a busy machine verifies it.
        await sleep(200);
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

  it('still compares rounds without new events if the live tables get far ahead of it meanwhile', async () => {
    const [old = ''] = filled.matchIds;
    await stand.sql(`update rm.matches set tee = 'Pro' where match_id = '${old}'`);
    stand.project();
    let phase = 'READING';
    const still = ['READING', 'CATCHING_UP'];
    const store = stand.hooked(async () => {
      if (phase !== still[0]) return;
      still.shift();
      await fillLog(stand.store, { seed: 300 + still.length, events: 2_500, atOnce: 30 });
      await stand.caughtUp();
    });
    const result = await verify({ store, onProgress: (progress) => (phase = progress.phase) });
    const differences = [`matches ${old}: tee is "Pro", the log says "Standard"`];
    expect(result).toMatchObject({ differences, complete: true, position: await stand.store.head() });
    expect(still).toEqual([]);
    await stand.sql(`update rm.matches set tee = 'Standard' where match_id = '${old}'`);
  });

  it('refuses the tables of another log, and stops on request', async () => {
    const other = new MemoryEventStore();
    await fillLog(other, { seed: 92, events: 100 });
    await expect(verify({ store: other })).rejects.toThrow('were built from log');
    const stop = new AbortController();
    const stopped = verify({ signal: stop.signal, onProgress: () => stop.abort(new Error('Enough')) });
    await expect(stopped).rejects.toThrow('Enough');
  });
});

describe('the verification of tables with parked events', () => {
  const stand = Stand.forSuite();
  let matchIds: string[];
  beforeEach(async () => {
    ({ matchIds } = await fillLog(stand.store, { seed: 151, events: 200 }));
  });
  const verify = () => stand.verify(SMALL);

  it('skips blocked streams, even ones blocked from their first event, and compares the others', async () => {
    const [matchId = '', another = ''] = matchIds;
    await appendToMatch(stand.store, matchId, [VERIFIED]);
    await appendToMatch(stand.store, 'nonsense', lobbyOf('nonsense'));
    await stand.projected();
    expect((await stand.parked()).map(({ stream }) => stream)).toEqual([`match-${matchId}`, 'match-nonsense']);
    expect(await verify()).toMatchObject({ parked: 2, differing: 0 });
    await stand.sql(`update rm.matches set tee = 'Pro' where match_id in ('${matchId}', '${another}')`);
    expect(await verify()).toMatchObject({
      differing: 1,
      differences: [`matches ${another}: tee is "Pro", the log says "Standard"`],
    });
  });

  it('names a stream that cannot be folded and is not parked', async () => {
    const [matchId = ''] = matchIds;
    await appendToMatch(stand.store, matchId, [VERIFIED]);
    await stand.projected();
    await stand.sql('delete from rm.parked_events');
    const { parked, differing, differences, complete } = await verify();
    expect({ parked, differing, complete }).toEqual({ parked: 0, differing: 1, complete: false });
    expect(differences[0]).toMatch(
      new RegExp(`^A stream cannot be folded: CardVerified at position \\d+ \\(match-${matchId}, .*${NOBODY}`),
    );
  });
});

/** A competition whose host and players change, and one that ends and is deleted. */
async function compete({ store }: Stand, { golfers }: FilledLog): Promise<void> {
  const [first = '', second = '', third = ''] = golfers;
  const events: CompetitionEvent[][] = [
    [
      { type: 'CompetitionPlayerRemoved', data: { userId: second, reason: 'HOST' } },
      { type: 'CompetitionPlayerLeft', data: { userId: first } },
      { type: 'CompetitionPlayersAdded', data: { userIds: [second] } },
      { type: 'CompetitionHostChanged', data: { hostId: third } },
      { type: 'CompetitionCommandNoted', data: {} },
    ],
    [
      { type: 'CompetitionFinished', data: { verifiedBefore: '2026-10-05T14:00:00.000Z' } },
      { type: 'CompetitionDeleted', data: { reason: 'HOST' } },
    ],
  ];
  for (const later of events) {
    const given = { hostId: first, players: [first, second, third], timeZone: 'Australia/Brisbane' };
    await appendToCompetition(store, await createCompetition(store, given), later, '2026-09-08T00:00:00.000Z');
  }
}
