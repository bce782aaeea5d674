import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { eventHash, migrateEventLog, type Anchor, type RecordedEvent, type Tampering } from '@fairmark/events';
import { fillLog } from '@fairmark/projector/testing/fill-log';
import { Stand } from '@fairmark/projector/testing/stand';
import { SILENT } from '../cli/progress.js';
import { anchorsOf, wholeLog } from '../testing/anchored.js';
import { covered, overwriteLog, type Thoroughness } from '../testing/tampering.js';
import type { LogFault } from './chain-scan.js';
import { postgresLog, storeLog, type ProvableLog } from './provable-log.js';
import { verifyLog, verifyRound, type LogProof } from './verify-log.js';

const EVENTS = 700;
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
  afterEach(() => overwriteLog(stand.pool, events));
  afterAll(() => stand.end());

  const proof = async (known: readonly Anchor[], log?: ProvableLog): Promise<LogProof> =>
    verifyLog({
      log: log ?? (await postgresLog(stand.url, stand.store)),
      anchors: known,
      progress: SILENT,
      signal: new AbortController().signal,
    });
  const change = async (changed: Change, how: Thoroughness = {}): Promise<void> =>
    overwriteLog(stand.pool, covered(changed([...events]), how));
  const faultWith = async (known: readonly Anchor[]): Promise<LogFault | null> => (await proof(known)).fault;

  /** Index of an event in the middle of a round, followed by one of another round and by further ones of its own. */
  const middle = (): number => {
    const at = events.findIndex(
      ({ stream, type }, i) => i > 250 && type === 'HoleScored' && events[i + 1]?.stream !== stream,
    );
    expect(events.slice(at + 1, at + 60).some(({ stream }) => stream === events[at]?.stream)).toBe(true);
    return at;
  };
  const forged = (event: RecordedEvent, more: Partial<RecordedEvent> = {}): RecordedEvent => ({
    ...event,
    data: { ...(event.data as object), strokes: 1, noScore: false },
    ...more,
  });
  const at = (index: number): RecordedEvent => events[index] as RecordedEvent;

  it('is accepted as it was, and it is said how much of it no anchor covers', async () => {
    const whole = await proof(anchors);
    expect(whole).toMatchObject({
      events: events.length,
      anchored: events.length - REST,
      afterLastAnchor: REST,
      lastAnchor: { to: String(events.length - REST) },
      fault: null,
    });
    expect(await proof([])).toMatchObject({
      anchored: 0,
      afterLastAnchor: events.length,
      lastAnchor: null,
      fault: null,
    });
    expect(await proof(anchors, await storeLog(stand.store))).toMatchObject({
      anchored: events.length - REST,
      fault: null,
    });
  });

  const changes: [what: string, Tampering, change: Change, place: () => number][] = [
    ['data', 'ALTERED', (all) => all.with(middle(), forged(at(middle()))), middle],
    [
      'metadata',
      'ALTERED',
      (all) => all.with(middle(), { ...at(middle()), metadata: { ...at(middle()).metadata, actorId: randomUUID() } }),
      middle,
    ],
    ['a type', 'ALTERED', (all) => all.with(middle(), { ...at(middle()), type: 'CommandNoted' }), middle],
    ['an id', 'ALTERED', (all) => all.with(middle(), { ...at(middle()), id: randomUUID() }), middle],
    ['an event away in the middle', 'REMOVED', (all) => all.toSpliced(middle(), 1), middle],
    ['many away', 'REMOVED', (all) => all.toSpliced(middle(), 7), middle],
    ['the first away', 'REMOVED', (all) => all.slice(1), () => 0],
    [
      'the streams of two',
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
    ['as it is', {}],
    ['with every hash computed again', { recompute: true }],
    ['with all numbers made right', { renumber: true }],
    ['with every hash computed again and all numbers made right', { renumber: true, recompute: true }],
  ];
  for (const [how, thoroughness] of ways) {
    it.each(changes)(`${how}, is caught by its anchors: %s`, async (_, what, changed, place) => {
      await change(changed, thoroughness);
      expect(await faultWith(anchors)).toMatchObject({ what, position: BigInt(place() + 1) });
    });
  }
  it.each(changes)('without further care, is caught without anchors: %s', async (_, what, changed, place) => {
    await change(changed);
    expect(await faultWith([])).toMatchObject({ what, position: BigInt(place() + 1) });
  });
  it.each(changes)('with all care, is caught by nothing but anchors: %s', async (_, _what, changed) => {
    await change(changed, { renumber: true, recompute: true });
    expect(await faultWith([])).toBeNull();
  });

  it.each(ways.slice(2))('%s, is caught with an event more', async (_, how) => {
    await change((all) => all.toSpliced(middle() + 1, 0, forged(at(middle()), { id: randomUUID() })), how);
    expect(await faultWith(anchors)).toMatchObject({ what: 'INSERTED', position: BigInt(middle() + 2) });
  });

  it.each(ways.slice(2))('%s, is caught with two events in another order', async (_, how) => {
    await change((all) => all.with(middle(), at(middle() + 1)).with(middle() + 1, at(middle())), how);
    expect(await faultWith(anchors)).toMatchObject({ what: 'REORDERED', position: BigInt(middle() + 1) });
    // Their rounds do not know of each other.
    expect(await faultWith([])).toBeNull();
  });

  it('is caught with two events of one round in another order', async () => {
    const stream = at(middle()).stream;
    const next = events.findIndex((event, index) => index > middle() && event.stream === stream);
    const swap: Change = (all) =>
      all
        .with(middle(), { ...at(next), position: at(middle()).position })
        .with(next, { ...at(middle()), position: at(next).position });
    await change(swap);
    for (const known of [anchors, []]) {
      expect(await faultWith(known)).toMatchObject({ what: 'REORDERED', position: BigInt(middle() + 1) });
    }
    // Chained anew, they are others than those that were recorded.
    await change(swap, { renumber: true, recompute: true });
    expect(await faultWith(anchors)).toMatchObject({ what: 'ALTERED', position: BigInt(middle() + 1) });
  });

  it('is caught when the end is gone: all that was anchored has to be there', async () => {
    await change((all) => all.slice(0, -REST - 1));
    expect(await faultWith(anchors)).toMatchObject({ what: 'REMOVED', position: BigInt(events.length - REST) });
    await change((all) => all.slice(0, 400));
    expect(await faultWith(anchors)).toMatchObject({ what: 'REMOVED', position: 401n });
    await change(() => []);
    expect(await faultWith(anchors)).toMatchObject({ what: 'REMOVED', position: 1n, id: at(0).id });
    expect(await faultWith([])).toBeNull();
  });

  it('names the event that is gone by its round', async () => {
    const { stream, revision } = at(middle());
    await change((all) => all.toSpliced(middle(), 1));
    expect(await faultWith(anchors)).toMatchObject({ stream, revision });
  });

  it('is caught where the hash of the altered event alone was computed again', async () => {
    const changed = forged(at(middle()));
    const metadata = { ...changed.metadata, hash: eventHash(changed) };
    await change((all) => all.with(middle(), { ...changed, metadata }));
    for (const known of [anchors, []]) {
      expect(await faultWith(known)).toMatchObject({ what: 'ALTERED', position: BigInt(middle() + 1) });
    }
  });

  it('after the last anchor is caught by its chains, and not when all of them were computed again', async () => {
    const last = events.findLastIndex(({ type }) => type === 'HoleScored');
    expect(last).toBeGreaterThan(events.length - REST);
    await change((all) => all.with(last, forged(at(last))));
    expect(await faultWith(anchors)).toMatchObject({ what: 'ALTERED', position: BigInt(last + 1) });
    await change((all) => all.with(last, forged(at(last))), { recompute: true });
    expect(await proof(anchors)).toMatchObject({ fault: null, afterLastAnchor: REST });
  });

  it('is caught when an event holds what no event holds', async () => {
    const client = await stand.pool.connect();
    try {
      for (const metadata of ['null', '[]', '{"hash": 7}', '{"hash": "x", "prevHash": null}']) {
        await client.query('alter table log.events disable trigger all');
        await client.query('update log.events set metadata = $1::jsonb where position = $2', [metadata, middle() + 1]);
        expect(await faultWith([])).toMatchObject({ what: 'ALTERED', position: BigInt(middle() + 1) });
        expect(await faultWith(anchors)).toMatchObject({ what: 'ALTERED', position: BigInt(middle() + 1) });
      }
    } finally {
      client.release();
    }
  });

  it('is read by threads of its own where there is much of it: they find the same', async () => {
    const main = path.resolve('services/ops/dist/testing/prove.main.js');
    const proved = (): unknown => {
      const { stdout, stderr } = spawnSync(process.execPath, [main, stand.url], { encoding: 'utf8' });
      expect(stderr).toBe('');
      return JSON.parse(stdout);
    };
    expect(proved()).toMatchObject({ threads: true, events: events.length, fault: null });
    await change((all) => all.with(middle(), forged(at(middle()))));
    expect(proved()).toMatchObject({
      fault: { what: 'ALTERED', position: `${middle() + 1}`, stream: at(middle()).stream },
    });
    await stand.pool.query('alter table log.events rename to gone');
    try {
      const { status, stderr } = spawnSync(process.execPath, [main, stand.url], { encoding: 'utf8' });
      expect([status, stderr]).toEqual([1, expect.stringContaining('log.events')]);
    } finally {
      await stand.pool.query('alter table log.gone rename to events');
    }
  });

  it('is caught with an event before its beginning, where no anchor and no page reaches', async () => {
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
      await client.query('alter table log.events disable trigger all');
      await client.query('update log.events set position = 9000000000000000000 where position = -1');
      const far = { what: 'INSERTED', position: 9_000_000_000_000_000_000n, id: more.id };
      expect(await faultWith(anchors)).toMatchObject(far);
      await client.query('update log.events set position = -1 where position > 8000000000000000000');
      await client.query('alter table log.events enable always trigger unchangeable');
      const round = (await stand.store.readStream(more.stream, 0n, { limit: 1_000 })).map((event) => ({
        ...event,
        position: `${event.position}`,
        revision: `${event.revision}`,
      }));
      const log = await postgresLog(stand.url, stand.store);
      const common = { log, anchors, progress: SILENT, signal: new AbortController().signal };
      expect((await verifyRound('id', round, common)).fault).toMatchObject(fault);
      // A log that came without the rule gets it, whatever stands in it already.
      await migrateEventLog(client);
      await expect(insert()).rejects.toThrow('events_position_check');
    } finally {
      client.release();
    }
  });

  it('is checked in part: from where anchors begin to where they end', async () => {
    const log = await postgresLog(stand.url, stand.store);
    const common = { log, anchors, progress: SILENT, signal: new AbortController().signal };
    const part = await verifyLog({ ...common, after: 149n, to: 260n });
    expect(part).toMatchObject({ after: 100n, to: 300n, events: 200, anchored: 200, fault: null });
    const bare = await verifyLog({ ...common, anchors: [], after: 149n, to: 260n });
    expect(bare).toMatchObject({ after: 149n, to: 260n, events: 111, fault: null });
    await change((all) => all.with(middle(), forged(at(middle()))), { recompute: true });
    expect((await verifyLog({ ...common, after: BigInt(middle()), to: BigInt(middle() + 1) })).fault).toMatchObject({
      position: BigInt(middle() + 1),
    });
  });
});
