import { randomUUID } from 'node:crypto';
import { anchorChainFault, makeAnchor, migrateEventLog, type Anchor } from '@fairmark/event-store';
import { eventHash, type RecordedEvent } from '@fairmark/events';
import { connected } from '@fairmark/event-store/testing/database';
import { wholeLog } from '@fairmark/event-store/testing/events';
import { fillLog } from '@fairmark/projector/testing/fill-log';
import { Stand } from '@fairmark/projector/testing/stand';
import { Progress } from '../shell/job.js';
import { anchorsOf } from '../testing/anchored.js';
import { covered, overwriteLog, type Thoroughness } from '../testing/tampering.js';
import type { LogFault, Tampering } from './chain-scan.js';
import { placedAnchors } from './anchored-log.js';
import { postgresLog, storeLog, type ProvableLog } from './provable-log.js';
import { verifyLog } from './verify-log.js';

const EVENTS = 500;
/** Events that no anchor covers. */
const REST = 60;
/** Events of an anchor. */
const EACH = 100;
/** Events that were restored; those after them were appended since. */
const RESTORED = 400;

const COVERED_UP: Thoroughness = { renumber: true, recompute: true };
const RENUMBERED: Thoroughness[] = [{ renumber: true }, COVERED_UP];

/** Positions by index: counted, as of a server that counts bytes, and in a log that was restored from there. */
type Numbering = (index: number) => bigint;
const counted: Numbering = (index) => BigInt(index + 1);
const sparse: Numbering = (index) => BigInt(index + 1) * 137n;
const restoredTo = sparse(RESTORED - 1);
const restored: Numbering = (index) => (index < RESTORED ? sparse(index) : restoredTo + BigInt(index - RESTORED + 1));
const numbered = (all: readonly RecordedEvent[], by: Numbering): RecordedEvent[] =>
  all.map((event, index) => ({ ...event, position: by(index) }));

type Change = (events: RecordedEvent[]) => RecordedEvent[];

describe('a log that its superuser changed', () => {
  const stand = Stand.forSuite({ kept: true });
  let events: RecordedEvent[];
  let anchors: Anchor[];
  beforeAll(async () => {
    await fillLog(stand.store, { seed: 11, events: EVENTS, atOnce: 8 });
    events = await wholeLog(stand.store);
    anchors = anchorsOf(await stand.store.logId(), events.slice(0, -REST), EACH);
  });

  afterEach(() => overwriteLog(stand.url, events));

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
  const proof = async (known: readonly Anchor[], log: ProvableLog) => {
    const { placed, strange } = await placedAnchors(known, log, signal);
    expect(strange).toBeNull();
    return verifyLog({ progress: new Progress(false), signal }, log, placed);
  };
  const changedLog = (changed: Change, how: Thoroughness = {}) => inMemory(covered(changed([...events]), how));
  const faultOf = async (log: ProvableLog, known: readonly Anchor[]): Promise<LogFault | null> =>
    (await proof(known, log)).fault;
  /** Expects a fault to be found in a log with anchors and without. */
  const expectFault = async (log: ProvableLog, fault: object): Promise<void> => {
    for (const known of [anchors, []]) expect(await faultOf(log, known)).toMatchObject(fault);
  };
  /** The fault in the table as it is now. */
  const faultWith = async (known: readonly Anchor[]) => faultOf(await inPostgres(), known);

  const at = (index: number): RecordedEvent => events[index] as RecordedEvent;
  const forged = (event: RecordedEvent, more: Partial<RecordedEvent> = {}): RecordedEvent => ({
    ...event,
    data: { ...(event.data as object), strokes: 1, noScore: false },
    ...more,
  });
  const find = (from: number, wanted: (index: number) => boolean): number =>
    events.findIndex((_, index) => index >= from && wanted(index));
  const nextIsOfAnother = (index: number): boolean => at(index).stream !== events[index + 1]?.stream;
  const isLast = (index: number): boolean =>
    events.findLastIndex(({ stream }) => stream === at(index).stream) === index;
  /** Index of a score in the middle of a round. */
  const middle = (): number =>
    find(250, (index) => at(index).type === 'HoleScored' && nextIsOfAnother(index) && !isLast(index));
  /** Index of the last event of a round. */
  const final = (): number => find(150, (index) => index % EACH < 90 && isLast(index));

  /** Changes of which the first difference is at an index. */
  const CHANGES: readonly [Tampering, (index: number) => Change, from: number, ways: Thoroughness[]][] = [
    ['ALTERED', (index) => (all) => all.with(index, forged(at(index))), 0, [{}, { recompute: true }, ...RENUMBERED]],
    ['REMOVED', (index) => (all) => all.toSpliced(index, 1), 0, [{}, { recompute: true }, ...RENUMBERED]],
    [
      'INSERTED',
      (index) => (all) => all.toSpliced(index, 0, forged(at(index - 1), { id: randomUUID() })),
      1,
      RENUMBERED,
    ],
    ['REORDERED', (index) => (all) => all.with(index, at(index + 1)).with(index + 1, at(index)), 0, RENUMBERED],
  ];
  /** Also at both ends of anchors, and at the end of a round; two events of one round are not swapped. */
  const indexes = (what: Tampering, from: number): number[] =>
    [0, EACH - 1, EACH, final(), middle()].filter(
      (index) => index >= from && (what !== 'REORDERED' || nextIsOfAnother(index)),
    );

  it('is accepted before any change, in its store or in Postgres, with and without anchors', async () => {
    const last = events.length - REST;
    const whole = { events: events.length, anchored: last, afterLastAnchor: REST, fault: null };
    for (const log of [await inPostgres(), await storeLog(stand.store)]) {
      expect(await proof(anchors, log)).toMatchObject({ ...whole, lastAnchor: { to: String(last) } });
    }
    const bare = { anchored: 0, afterLastAnchor: events.length, lastAnchor: null, fault: null };
    expect(await proof([], await inPostgres())).toMatchObject(bare);
  });

  it.each(CHANGES)('is detected by anchors however it was covered up: %s', async (what, change, from, ways) => {
    for (const index of indexes(what, from)) {
      for (const how of ways) {
        const log = changedLog(change(index), how);
        const fault = { what, position: counted(index) };
        // Not covered up, it is detected by the chains too.
        for (const known of Object.keys(how).length === 0 ? [anchors, []] : [anchors]) {
          expect(await faultOf(log, known)).toMatchObject(fault);
        }
      }
    }
  });

  it('is detected by anchors with the end of a round removed, or the streams of two events swapped', async () => {
    const last = final();
    const ofRound = (index: number) =>
      at(index).stream === at(last).stream && Math.floor(index / EACH) === Math.floor(last / EACH);
    const [one, other] = [at(middle()).stream, at(middle() + 1).stream];
    const swapped = new Map([
      [one, other],
      [other, one],
    ]);
    const changes: [Tampering, number, Change][] = [
      ['REMOVED', find(0, ofRound), (all) => all.filter((_, index) => !ofRound(index))],
      [
        'ALTERED',
        find(0, (index) => swapped.has(at(index).stream)),
        (all) => all.map((event) => ({ ...event, stream: swapped.get(event.stream) ?? event.stream })),
      ],
    ];
    for (const [what, index, change] of changes) {
      const fault = { what, position: counted(index) };
      for (const how of [{}, { recompute: true }, ...RENUMBERED]) {
        expect(await faultOf(changedLog(change, how), anchors)).toMatchObject(fault);
      }
      expect(await faultOf(changedLog(change), [])).toMatchObject(fault);
      expect(await faultOf(changedLog(change, COVERED_UP), [])).toBeNull();
    }
  });

  it.each(CHANGES.slice(0, 2))('is detected in Postgres: %s', async (what, change) => {
    for (const index of what === 'ALTERED' ? [middle()] : [middle(), final()]) {
      const changed = change(index)([...events]);
      const fault = { what, position: counted(index) };
      await overwriteLog(stand.url, changed);
      await expectFault(await inPostgres(), fault);
      await overwriteLog(stand.url, covered(changed, COVERED_UP));
      expect(await faultWith(anchors)).toMatchObject(fault);
    }
  });

  it('is detected with two events of one round reordered', async () => {
    const stream = at(middle()).stream;
    const next = events.findIndex((event, index) => index > middle() && event.stream === stream);
    const swap: Change = (all) =>
      all
        .with(middle(), { ...at(next), position: at(middle()).position })
        .with(next, { ...at(middle()), position: at(next).position });
    await expectFault(changedLog(swap), { what: 'REORDERED', position: BigInt(middle() + 1) });
    // Recomputed hashes differ from those that were recorded.
    const chained = changedLog(swap, { renumber: true, recompute: true });
    expect(await faultOf(chained, anchors)).toMatchObject({ what: 'ALTERED', position: BigInt(middle() + 1) });
  });

  it('is detected when anchored events are missing at the end', async () => {
    const ending = (end: number) => inMemory(events.slice(0, end));
    const cut = { what: 'REMOVED', position: counted(events.length - REST - 1) };
    expect(await faultOf(ending(-REST - 1), anchors)).toMatchObject(cut);
    expect(await faultOf(ending(0), anchors)).toMatchObject({ what: 'REMOVED', position: 1n, id: at(0).id });
    expect(await faultOf(ending(0), [])).toBeNull();
  });

  it.each<[field: keyof Anchor, index: number, changed: string]>([
    ['root', 2 * EACH - 1, 'f'.repeat(64)],
    ['firstId', EACH, randomUUID()],
    ['lastId', 2 * EACH - 1, randomUUID()],
    ['to', EACH + 10, String(EACH + 10)],
    ['to', 2 * EACH - 1, String(2 * EACH + 1)],
  ])('is detected where the stored prefixes match, but not the %s, at index %i', async (field, index, changed) => {
    const known = anchors.with(1, { ...(anchors[1] as Anchor), [field]: changed });
    expect(await faultOf(inMemory(events), known)).toMatchObject({ position: counted(index) });
  });

  it('is reported with stream and revision of the removed event', async () => {
    const { stream, revision } = at(middle());
    const log = changedLog((all) => all.toSpliced(middle(), 1));
    const how = 'the anchors have an event there that is gone';
    expect(await faultOf(log, anchors)).toMatchObject({ stream, revision, how });
  });

  it('is detected when only the hash of the altered event was recomputed', async () => {
    const changed = forged(at(middle()));
    const metadata = { ...changed.metadata, hash: eventHash(changed) };
    const log = changedLog((all) => all.with(middle(), { ...changed, metadata }));
    await expectFault(log, { what: 'ALTERED', position: BigInt(middle() + 1) });
  });

  it('after the last anchor is detected by its chains, but not when all hashes were recomputed', async () => {
    const last = events.findLastIndex(({ type }) => type === 'HoleScored');
    expect(last).toBeGreaterThan(events.length - REST);
    const forge: Change = (all) => all.with(last, forged(at(last)));
    expect(await faultOf(changedLog(forge), anchors)).toMatchObject({ what: 'ALTERED', position: BigInt(last + 1) });
    const recomputed = changedLog(forge, { recompute: true });
    expect(await proof(anchors, recomputed)).toMatchObject({ fault: null, afterLastAnchor: REST });
    // The first event after the anchors of a stream that they know: it is blamed, not the anchored one before it.
    const begun = new Set(events.slice(0, -REST).map(({ stream }) => stream));
    const next = find(events.length - REST, (index) => begun.has(at(index).stream));
    const loose = { ...at(next), metadata: { ...at(next).metadata, prevHash: at(0).metadata.hash } };
    const metadata = { ...loose.metadata, hash: eventHash(loose) };
    const unchained = changedLog((all) => all.with(next, { ...loose, metadata }));
    expect(await faultOf(unchained, anchors)).toMatchObject({ what: 'ALTERED', position: BigInt(next + 1) });
  });

  it('is detected when the metadata of an event is malformed', async () => {
    for (const metadata of ['null', '[]', '{"hash": 7}', '{"hash": "x", "prevHash": null, "recordedAt": "x"}']) {
      await stand.pool.query('alter table log.events disable trigger all');
      await stand.pool.query('update log.events set metadata = $1::jsonb where position = $2', [
        metadata,
        middle() + 1,
      ]);
      await stand.pool.query('alter table log.events enable always trigger unchangeable');
      await expectFault(await inPostgres(), { what: 'ALTERED', position: BigInt(middle() + 1) });
    }
  });

  it('is detected with an event before its first or far beyond its last position', async () => {
    const last = at(events.findLastIndex(({ stream }) => stream === at(middle()).stream));
    const metadata = { ...last.metadata, prevHash: last.metadata.hash };
    const more = forged(at(middle()), { id: randomUUID(), revision: last.revision + 1n, position: -1n, metadata });
    const insert = () =>
      stand.pool.query('insert into log.events values ($1, $2, $3, $4, $5, $6, $7)', [
        more.position,
        more.stream,
        more.revision,
        more.id,
        more.type,
        JSON.stringify(more.data),
        JSON.stringify({ ...metadata, hash: eventHash(more) }),
      ]);
    await expect(insert()).rejects.toThrow('events_position_check');
    await stand.pool.query('alter table log.events drop constraint events_position_check');
    await insert();
    const fault = { what: 'INSERTED', position: -1n, stream: more.stream, id: more.id };
    await expectFault(await inPostgres(), fault);
    const move = (from: string, to: string) =>
      stand.pool.query(
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
    await connected(stand.url, migrateEventLog);
    await expect(insert()).rejects.toThrow('events_position_check');
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
        await connected(stand.url, migrateEventLog);
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

  const places: [where: string, here: Numbering, anchored: Numbering, isCopy: boolean, sparseTo: bigint][] = [
    ['where it was made', counted, counted, false, 0n],
    ['restored into another store', restored, restored, false, restoredTo],
    ['copied into Postgres', counted, sparse, true, 0n],
    ['copied into another store', sparse, counted, true, sparse(2 * EVENTS)],
  ];
  describe.each(places)('%s', (_, here, anchored, isCopy, sparseTo) => {
    const logId = (): string => anchors[0]?.logId ?? '';
    const known = (): Anchor[] =>
      anchorsOf(isCopy ? randomUUID() : logId(), numbered(events, anchored).slice(0, -REST), EACH);
    const logOf = (held: readonly RecordedEvent[]) => inMemory(numbered(held, here), sparseTo);

    it('is accepted with its anchors, and with those made since', async () => {
      const [made, last] = [known(), `${here(events.length - REST - 1)}`];
      const whole = { anchored: events.length - REST, afterLastAnchor: REST, lastAnchor: { to: last }, fault: null };
      expect(await proof(made, logOf(events))).toMatchObject(whole);
      const rest = numbered(events, here).slice(-REST);
      const placed = rest.map(({ id, position, metadata: { hash } }) => ({ id, position, hash }));
      const next = { ...makeAnchor(logId(), made.at(-1) ?? null, placed, '2026-11-23T00:00:00.000Z'), after: last };
      expect(anchorChainFault([...made, next])).toBeNull();
      const also = { anchored: events.length, afterLastAnchor: 0, fault: null };
      expect(await proof([...made, next], logOf(events))).toMatchObject(also);
    });

    it.each(CHANGES)('and covered up, is detected only by its anchors: %s', async (what, change, from) => {
      for (const index of indexes(what, from)) {
        const log = logOf(covered(change(index)([...events]), COVERED_UP));
        expect(await faultOf(log, known())).toMatchObject({ what, position: here(index) });
        expect(await faultOf(log, [])).toBeNull();
      }
    });

    it('is detected when it ends too early, and does not match anchors of a log of which it holds no event', async () => {
      const fault = await faultOf(logOf(events.slice(0, 250)), known());
      expect(fault).toMatchObject({ what: 'REMOVED', position: here(249) + 1n });
      const others = anchorsOf(
        randomUUID(),
        events.map((event) => ({ ...event, id: randomUUID() })),
        EACH,
      );
      const found = await placedAnchors([...others, ...known()], logOf(events), signal);
      expect(found).toMatchObject({ strange: others[0], placed: { length: known().length } });
    });
  });

  it('restored into Postgres, is accepted once its table says up to where positions have gaps', async () => {
    const sparseTo = (position: bigint | null) =>
      stand.pool.query(
        `alter table log.identity disable trigger unchangeable;
         update log.identity set sparse_to = ${position};
         alter table log.identity enable always trigger unchangeable`,
      );
    const held = numbered(events, restored);
    try {
      await overwriteLog(stand.url, held);
      expect(await faultWith([])).toMatchObject({ what: 'REMOVED', position: 1n });
      await sparseTo(restoredTo);
      const known = anchorsOf(await stand.store.logId(), held.slice(0, -REST), EACH);
      const whole = { events: events.length, anchored: events.length - REST, fault: null };
      expect(await proof(known, await inPostgres())).toMatchObject(whole);
    } finally {
      await sparseTo(null);
    }
  });

  it('restored, is detected by a gap in positions after the restored part, and at its last event', async () => {
    const held = numbered(events, restored);
    for (const gone of [find(RESTORED, isLast), RESTORED - 1]) {
      const fault = { what: 'REMOVED', position: restored(gone) };
      expect(await faultOf(inMemory(held.toSpliced(gone, 1), restoredTo), [])).toMatchObject(fault);
    }
  });
});
