import { randomUUID } from 'node:crypto';
import { anchorChainFault, makeAnchor, migrateEventLog, type Anchor } from '@fairmark/event-store';
import { eventHash, type RecordedEvent } from '@fairmark/events';
import { wholeLog } from '@fairmark/event-store/testing/events';
import { fillLog } from '@fairmark/projector/testing/fill-log';
import { Stand } from '@fairmark/projector/testing/stand';
import { SILENT } from '../shell/progress.js';
import { anchorsOf } from '../testing/anchored.js';
import { covered, overwriteLog, type Thoroughness } from '../testing/tampering.js';
import type { LogFault, Tampering } from './chain-scan.js';
import { placedAnchors } from './placed-anchors.js';
import { postgresLog, storeLog, type ProvableLog } from './provable-log.js';
import { verifyLog, type LogProof } from './verify-log.js';

const EVENTS = 500;
/** Events that no anchor covers. */
const REST = 60;

type Change = (events: RecordedEvent[]) => RecordedEvent[];

describe('a log that its superuser changed', () => {
  let stand: Stand;
  let events: RecordedEvent[];
  let anchors: Anchor[];
  beforeAll(async () => {
    stand = await Stand.make();
    await fillLog(stand.store, { seed: 11, events: EVENTS, atOnce: 8 });
    events = await wholeLog(stand.store);
    anchors = anchorsOf(await stand.store.logId(), events.slice(0, -REST), 100);
  });
  afterAll(() => stand.end());

  const { signal } = new AbortController();
  const inPostgres = (): Promise<ProvableLog> => postgresLog(stand.url);
  const inMemory = (held: readonly RecordedEvent[], sparseTo = 0n): ProvableLog => ({
    id: anchors[0]?.logId ?? '',
    head: held.at(-1)?.position ?? null,
    sparseTo,
    async *pages(after, to) {
      yield held.filter(({ position }) => (after === null || position > after) && position <= to);
    },
  });
  const proof = (known: readonly Anchor[], log: ProvableLog) => verifyLog({ progress: SILENT, signal }, log, known);
  const changedLog = (changed: Change, how: Thoroughness = {}) => inMemory(covered(changed([...events]), how));
  const faultOf = async (log: ProvableLog, known: readonly Anchor[]): Promise<LogFault | null> =>
    (await proof(known, log)).fault;
  /** The fault in the table as it is now. */
  const faultWith = async (known: readonly Anchor[]) => faultOf(await inPostgres(), known);

  /** Index of an event in the middle of a round, followed by one of another round and by further ones of its own. */
  const middle = (): number => {
    const at = events.findIndex(
      ({ stream, type }, i) => i > 250 && type === 'HoleScored' && events[i + 1]?.stream !== stream,
    );
    expect(events.slice(at + 1, at + 60).some(({ stream }) => stream === events[at]?.stream)).toBe(true);
    return at;
  };
  /** Indexes of the events of a round in the anchor that covers its last one. */
  const end = (): number[] => {
    const ends = ({ stream }: RecordedEvent, i: number) => events.findLastIndex((e) => e.stream === stream) === i;
    const ending = events.findIndex((event, i) => i > 150 && i % 100 < 90 && ends(event, i));
    const isInIt = (i: number) => Math.floor(i / 100) === Math.floor(ending / 100);
    return events.flatMap(({ stream }, i) => (stream === events[ending]?.stream && isInIt(i) ? [i] : []));
  };
  const final = (): number => end().at(-1) ?? -1;
  const forged = (event: RecordedEvent, more: Partial<RecordedEvent> = {}): RecordedEvent => ({
    ...event,
    data: { ...(event.data as object), strokes: 1, noScore: false },
    ...more,
  });
  const at = (index: number): RecordedEvent => events[index] as RecordedEvent;

  it('is accepted before any change, and the events that no anchor covers are counted', async () => {
    const whole = await proof(anchors, await inPostgres());
    expect(whole).toMatchObject({
      events: events.length,
      anchored: events.length - REST,
      afterLastAnchor: REST,
      lastAnchor: { to: String(events.length - REST) },
      fault: null,
    });
    const bare = { anchored: 0, afterLastAnchor: events.length, lastAnchor: null, fault: null };
    expect(await proof([], await inPostgres())).toMatchObject(bare);
    expect(await proof(anchors, await storeLog(stand.store))).toMatchObject({
      anchored: events.length - REST,
      fault: null,
    });
  });

  const changes: [what: string, Tampering, change: Change, place: () => number][] = [
    ['data', 'ALTERED', (all) => all.with(middle(), forged(at(middle()))), middle],
    ['an event removed in the middle', 'REMOVED', (all) => all.toSpliced(middle(), 1), middle],
    ['the first event removed', 'REMOVED', (all) => all.slice(1), () => 0],
    ['the last event of a round removed', 'REMOVED', (all) => all.toSpliced(final(), 1), final],
    [
      'all of a round in its last anchor removed',
      'REMOVED',
      (all) => all.filter((_, i) => !end().includes(i)),
      () => end()[0] ?? -1,
    ],
    [
      'the streams of two events swapped',
      'ALTERED',
      (all) => {
        const [one, other] = [at(middle()).stream, at(middle() + 1).stream];
        const swapped = new Map([
          [one, other],
          [other, one],
        ]);
        return all.map((event) => ({ ...event, stream: swapped.get(event.stream) ?? event.stream }));
      },
      () => events.findIndex(({ stream }) => [at(middle()).stream, at(middle() + 1).stream].includes(stream)),
    ],
  ];
  const ways: [how: string, Thoroughness][] = [
    ['with nothing recomputed', {}],
    ['with every hash recomputed', { recompute: true }],
    ['with positions and revisions renumbered', { renumber: true }],
    ['with everything recomputed and renumbered', { renumber: true, recompute: true }],
  ];
  for (const [how, thoroughness] of ways) {
    it.each(changes)(`${how}, is detected by anchors: %s`, async (_, what, changed, place) => {
      const fault = { what, position: BigInt(place() + 1) };
      expect(await faultOf(changedLog(changed, thoroughness), anchors)).toMatchObject(fault);
    });
  }
  it.each(changes)('with nothing recomputed, is detected without anchors: %s', async (_, what, changed, place) => {
    expect(await faultOf(changedLog(changed), [])).toMatchObject({ what, position: BigInt(place() + 1) });
  });
  it.each(changes)('fully covered up, is detected only by anchors: %s', async (_, _what, changed) => {
    expect(await faultOf(changedLog(changed, { renumber: true, recompute: true }), [])).toBeNull();
  });
  it.each([changes[0]!, changes[1]!, changes[3]!])('in Postgres, is detected: %s', async (_, what, changed, place) => {
    const fault = { what, position: BigInt(place() + 1) };
    try {
      await overwriteLog(stand.pool, changed([...events]));
      for (const known of [anchors, []]) expect(await faultWith(known)).toMatchObject(fault);
      await overwriteLog(stand.pool, covered(changed([...events]), { renumber: true, recompute: true }));
      expect(await faultWith(anchors)).toMatchObject(fault);
    } finally {
      await overwriteLog(stand.pool, events);
    }
  });

  it.each(ways.slice(2))('%s, is detected with an event inserted', async (_, how) => {
    const log = changedLog((all) => all.toSpliced(middle() + 1, 0, forged(at(middle()), { id: randomUUID() })), how);
    expect(await faultOf(log, anchors)).toMatchObject({ what: 'INSERTED', position: BigInt(middle() + 2) });
  });

  it.each(ways.slice(2))('%s, is detected with two events reordered', async (_, how) => {
    const log = changedLog((all) => all.with(middle(), at(middle() + 1)).with(middle() + 1, at(middle())), how);
    expect(await faultOf(log, anchors)).toMatchObject({ what: 'REORDERED', position: BigInt(middle() + 1) });
    // The chains of their rounds are independent.
    expect(await faultOf(log, [])).toBeNull();
  });

  it('is detected with two events of one round reordered', async () => {
    const stream = at(middle()).stream;
    const next = events.findIndex((event, index) => index > middle() && event.stream === stream);
    const swap: Change = (all) =>
      all
        .with(middle(), { ...at(next), position: at(middle()).position })
        .with(next, { ...at(middle()), position: at(next).position });
    for (const known of [anchors, []]) {
      const fault = { what: 'REORDERED', position: BigInt(middle() + 1) };
      expect(await faultOf(changedLog(swap), known)).toMatchObject(fault);
    }
    // Recomputed hashes differ from those that were recorded.
    const chained = changedLog(swap, { renumber: true, recompute: true });
    expect(await faultOf(chained, anchors)).toMatchObject({ what: 'ALTERED', position: BigInt(middle() + 1) });
  });

  it('is detected when anchored events are missing at the end', async () => {
    const ending = (end: number) => inMemory(events.slice(0, end));
    const cut = { what: 'REMOVED', position: BigInt(events.length - REST) };
    expect(await faultOf(ending(-REST - 1), anchors)).toMatchObject(cut);
    expect(await faultOf(ending(400), anchors)).toMatchObject({ what: 'REMOVED', position: 401n });
    expect(await faultOf(ending(0), anchors)).toMatchObject({ what: 'REMOVED', position: 1n, id: at(0).id });
    expect(await faultOf(ending(0), [])).toBeNull();
  });

  it('is reported with stream and revision of the removed event', async () => {
    const { stream, revision } = at(middle());
    const log = changedLog((all) => all.toSpliced(middle(), 1));
    expect(await faultOf(log, anchors)).toMatchObject({ stream, revision });
  });

  it('is detected when only the hash of the altered event was recomputed', async () => {
    const changed = forged(at(middle()));
    const metadata = { ...changed.metadata, hash: eventHash(changed) };
    const log = changedLog((all) => all.with(middle(), { ...changed, metadata }));
    for (const known of [anchors, []]) {
      expect(await faultOf(log, known)).toMatchObject({ what: 'ALTERED', position: BigInt(middle() + 1) });
    }
  });

  it('after the last anchor is detected by its chains, but not when all hashes were recomputed', async () => {
    const last = events.findLastIndex(({ type }) => type === 'HoleScored');
    expect(last).toBeGreaterThan(events.length - REST);
    const forge: Change = (all) => all.with(last, forged(at(last)));
    expect(await faultOf(changedLog(forge), anchors)).toMatchObject({ what: 'ALTERED', position: BigInt(last + 1) });
    const recomputed = changedLog(forge, { recompute: true });
    expect(await proof(anchors, recomputed)).toMatchObject({ fault: null, afterLastAnchor: REST });
  });

  it('is detected when the metadata of an event is malformed', async () => {
    const client = await stand.pool.connect();
    try {
      for (const metadata of ['null', '[]', '{"hash": 7}', '{"hash": "x", "prevHash": null, "recordedAt": "x"}']) {
        await client.query('alter table log.events disable trigger all');
        await client.query('update log.events set metadata = $1::jsonb where position = $2', [metadata, middle() + 1]);
        await client.query('alter table log.events enable always trigger unchangeable');
        expect(await faultWith([])).toMatchObject({ what: 'ALTERED', position: BigInt(middle() + 1) });
        expect(await faultWith(anchors)).toMatchObject({ what: 'ALTERED', position: BigInt(middle() + 1) });
      }
    } finally {
      client.release();
      await overwriteLog(stand.pool, events);
    }
  });

  it('is detected with an event before its first or far beyond its last position', async () => {
    const client = await stand.pool.connect();
    const last = at(events.findLastIndex(({ stream }) => stream === at(middle()).stream));
    const metadata = { ...last.metadata, prevHash: last.metadata.hash };
    const more = forged(at(middle()), { id: randomUUID(), revision: last.revision + 1n, position: -1n, metadata });
    const insert = () =>
      client.query('insert into log.events values ($1, $2, $3, $4, $5, $6, $7)', [
        more.position,
        more.stream,
        more.revision,
        more.id,
        more.type,
        JSON.stringify(more.data),
        JSON.stringify({ ...metadata, hash: eventHash(more) }),
      ]);
    try {
      await expect(insert()).rejects.toThrow('events_position_check');
      await client.query('alter table log.events drop constraint events_position_check');
      await insert();
      const fault = { what: 'INSERTED', position: -1n, stream: more.stream, id: more.id };
      for (const known of [anchors, []]) expect(await faultWith(known)).toMatchObject(fault);
      const move = (from: string, to: string) =>
        client.query(
          `alter table log.events disable trigger all; update log.events set position = ${to} where position = ${from};
           alter table log.events enable always trigger unchangeable`,
        );
      await move('-1', '9000000000000000000');
      const far = { what: 'INSERTED', position: 9_000_000_000_000_000_000n, id: more.id };
      expect(await faultWith(anchors)).toMatchObject(far);
      await move('9000000000000000000', String(-(2n ** 63n)));
      for (const known of [anchors, []]) {
        await expect(faultWith(known)).rejects.toThrow('hold 1 more than can be read');
      }
      // A migration adds the missing constraint, whatever rows are there already.
      await migrateEventLog(client);
      await expect(insert()).rejects.toThrow('events_position_check');
    } finally {
      client.release();
      await overwriteLog(stand.pool, events);
    }
  });

  describe('whose table was replaced or weakened', () => {
    const renamed = 'drop view log.events; alter table log.real rename to events';
    const enabled = 'alter table log.events enable always trigger unchangeable';
    const tricks: [trick: string, undo: string, problem: string][] = [
      [
        'alter table log.events rename to real; create view log.events as select * from log.real where position > 3',
        renamed,
        'log.events is a view',
      ],
      [
        'create rule swallow as on insert to log.events do instead nothing',
        'drop rule swallow on log.events',
        'log.events has a rule (swallow)',
      ],
      [
        'create policy lies on log.events using (position > 3)',
        'drop policy lies on log.events',
        'log.events has row security (lies)',
      ],
      [
        'alter table log.events enable row level security',
        'alter table log.events disable row level security',
        'log.events has row security',
      ],
      ['alter table log.events disable trigger unchangeable', enabled, 'the trigger of log.events'],
      ['alter table log.events enable trigger unchangeable', enabled, 'the trigger of log.events'],
      [
        'create trigger more before insert on log.events for each row execute function log.refuse_change()',
        'drop trigger more on log.events',
        'the trigger of log.events',
      ],
      [
        `create or replace function log.refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
        '',
        'the function log.refuse_change is not that of this build',
      ],
      [
        `create or replace function log.append_batch(batch jsonb, out head bigint, out conflicts jsonb) language plpgsql
         as 'begin end'`,
        '',
        'the function log.append_batch is not that of this build',
      ],
      [
        'create table log.more () inherits (log.events)',
        'drop table log.more',
        'log.events shares rows with a table that inherits from it',
      ],
      [
        'alter table log.identity add column more text',
        'alter table log.identity drop column more',
        'log.identity has other columns',
      ],
    ];

    it.each(tricks)('is refused: %s', async (trick, undo, problem) => {
      await stand.pool.query(trick);
      try {
        await expect(faultWith(anchors)).rejects.toThrow(problem);
      } finally {
        await stand.pool.query(undo);
        const client = await stand.pool.connect();
        await migrateEventLog(client).finally(() => client.release());
      }
      expect(await faultWith(anchors)).toBeNull();
    });

    it('cannot be replaced while it is read, and is checked once more at the end', async () => {
      const log = await inPostgres();
      const pages = log.pages(0n, log.head ?? 0n, signal)[Symbol.asyncIterator]();
      await pages.next();
      const swap = `set local lock_timeout = '100ms'; alter table log.events rename to real`;
      await expect(stand.pool.query(swap)).rejects.toThrow('lock timeout');
      await stand.pool.query('alter table log.events disable trigger unchangeable');
      try {
        await expect(pages.next()).rejects.toThrow('the trigger of log.events');
      } finally {
        await stand.pool.query(enabled);
      }
    });
  });

  describe('after it moved to another store', () => {
    /** Positions as a server assigns them that counts bytes. */
    const sparse = (index: number): bigint => BigInt(index + 1) * 137n;
    const atSparse = (all: readonly RecordedEvent[]): RecordedEvent[] =>
      all.map((event, index) => ({ ...event, position: sparse(index) }));
    /** Events that were restored; those after them were appended here. */
    const RESTORED = 400;
    const restoredTo = sparse(RESTORED - 1);
    const atRestored = (all: readonly RecordedEvent[]): RecordedEvent[] =>
      all.map((event, index) => ({
        ...event,
        position: index < RESTORED ? sparse(index) : restoredTo + BigInt(index - RESTORED + 1),
      }));
    const placed = async (known: readonly Anchor[], log: ProvableLog): Promise<LogProof> => {
      const found = await placedAnchors(known, log, signal);
      expect(found.strange).toBeNull();
      return proof(found.placed, log);
    };
    const coveredChanges: [what: Tampering, change: Change][] = [
      ['REMOVED', (all) => all.toSpliced(middle(), 1)],
      ['INSERTED', (all) => all.toSpliced(middle(), 0, forged(at(middle()), { id: randomUUID() }))],
      ['ALTERED', (all) => all.with(middle(), forged(at(middle())))],
      ['REORDERED', (all) => all.with(middle(), at(middle() + 1)).with(middle() + 1, at(middle()))],
    ];
    const coveredUp = (changed: Change): RecordedEvent[] =>
      covered(changed([...events]), { renumber: true, recompute: true });

    it('restored with the positions of another store, is accepted', async () => {
      const sparseTo = (position: bigint | null) =>
        stand.pool.query(
          `alter table log.identity disable trigger unchangeable;
           update log.identity set sparse_to = ${position};
           alter table log.identity enable always trigger unchangeable`,
        );
      try {
        await overwriteLog(stand.pool, atRestored(events));
        expect(await faultWith([])).toMatchObject({ what: 'REMOVED', position: 1n });
        await sparseTo(restoredTo);
        const known = anchorsOf(await stand.store.logId(), atRestored(events).slice(0, -REST), 100);
        expect(await placed(known, await inPostgres())).toMatchObject({
          events: events.length,
          anchored: events.length - REST,
          fault: null,
        });
      } finally {
        await sparseTo(null);
        await overwriteLog(stand.pool, events);
      }
    });

    it.each(coveredChanges)('restored, is detected by its anchors: %s', async (what, changed) => {
      const log = inMemory(atRestored(coveredUp(changed)), restoredTo);
      const known = anchorsOf(log.id, atRestored(events).slice(0, -REST), 100);
      expect(await faultOf(log, [])).toBeNull();
      expect(await faultOf(log, known)).toMatchObject({ what, position: sparse(middle()) });
    });

    it('restored, is detected by a gap in positions after the restored part, and at its last event', async () => {
      const ends = (stream: string, index: number): boolean =>
        events.findLastIndex((e) => e.stream === stream) === index;
      const ending = events.findIndex(({ stream }, index) => index >= RESTORED && ends(stream, index));
      expect(ending).toBeLessThan(events.length - 1);
      for (const gone of [ending, RESTORED - 1]) {
        const fault = { what: 'REMOVED', position: atRestored(events)[gone]?.position };
        expect(await faultOf(inMemory(atRestored(events).toSpliced(gone, 1), restoredTo), [])).toMatchObject(fault);
      }
    });

    const stores: [where: string, log: (held?: readonly RecordedEvent[]) => ProvableLog][] = [
      ['into Postgres', (held = events) => inMemory(held)],
      ['into another store', (held = events) => inMemory(held, held.at(-1)?.position)],
    ];
    describe.each(stores)('copied %s', (_, copy) => {
      const ofOther = (): Anchor[] => anchorsOf(randomUUID(), atSparse(events).slice(0, -REST), 100);

      it('is accepted with the anchors of its source and those made afterwards', async () => {
        const known = ofOther();
        expect(await placed(known, copy())).toMatchObject({
          anchored: events.length - REST,
          afterLastAnchor: REST,
          lastAnchor: { to: String(events.length - REST) },
          fault: null,
        });
        const rest = events.slice(-REST).map(({ id, position, metadata: { hash } }) => ({ id, position, hash }));
        const after = String(events.length - REST);
        const made = makeAnchor(copy().id, known.at(-1) ?? null, rest, '2026-11-23T00:00:00.000Z');
        const next = { ...made, after };
        expect(anchorChainFault([...known, next])).toBeNull();
        const whole = await placed([...known, next], copy());
        expect(whole).toMatchObject({ anchored: events.length, afterLastAnchor: 0, fault: null });
      });

      it.each(coveredChanges)('is detected by those anchors: %s', async (what, changed) => {
        const log = copy(coveredUp(changed));
        expect(await faultOf(log, [])).toBeNull();
        expect((await placed(ofOther(), log)).fault).toMatchObject({ what, position: BigInt(middle() + 1) });
      });

      it('is detected when events at the ends of anchors are missing, or the log ends too early', async () => {
        const known = ofOther();
        for (const gone of [0, 99, 100, 299, events.length - REST - 1]) {
          const log = copy(coveredUp((all) => all.toSpliced(gone, 1)));
          expect((await placed(known, log)).fault).toMatchObject({ position: BigInt(gone + 1) });
        }
        const fault = { what: 'REMOVED', position: 251n };
        expect((await placed(known, copy(events.slice(0, 250)))).fault).toMatchObject(fault);
      });

      it('does not match anchors of a log of which it holds no event', async () => {
        const strange = anchorsOf(
          randomUUID(),
          events.map((event) => ({ ...event, id: randomUUID() })),
          100,
        );
        const found = await placedAnchors([...strange, ...ofOther()], copy(), signal);
        expect(found).toMatchObject({ strange: strange[0], placed: { length: ofOther().length } });
      });
    });
  });
});
