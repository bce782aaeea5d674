import { mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { connected } from '@fairmark/event-store/testing/database';
import { suiteFolder } from '@fairmark/events/testing/folder';
import { connectEventStoreDb, type EventStore } from '@fairmark/event-store';
import type { RecordedEvent } from '@fairmark/events';
import { wholeLog } from '@fairmark/event-store/testing/events';
import { EventStoreDbStub } from '@fairmark/event-store/testing/eventstoredb/stub';
import { fillLog } from '@fairmark/projector/testing/fill-log';
import { Stand } from '@fairmark/projector/testing/stand';
import { MANIFEST } from '../backup/manifest.js';
import { Progress } from '../shell/job.js';
import { anchorsOf, keepAnchors } from '../testing/anchored.js';
import { placedAnchors } from '../proof/anchored-log.js';
import { storeLog } from '../proof/provable-log.js';
import { ops, patOn, refusal } from '../testing/ops.js';
import { copyLog } from './log.command.js';
import { postgresWriter, storeWriter, type LogWriter } from './log-writer.js';

const EVENTS = 250;
const PATIENT_MS = 20_000;

describe('a copy of the log', () => {
  const club = Stand.forSuite();
  let stub: EventStoreDbStub;
  let target: EventStore;
  beforeEach(async () => {
    await fillLog(club.store, { seed: 9, events: EVENTS });
    stub = await EventStoreDbStub.start();
    target = await connectEventStoreDb({ connectionString: stub.url, timeoutMs: PATIENT_MS });
  });
  afterEach(async () => {
    await target.close();
    stub.stop();
  });

  const withoutPosition = ({ position: _position, ...event }: RecordedEvent) => event;
  const eventsOf = async (store: EventStore) => (await store.readAll(null, { limit: 10_000 })).map(withoutPosition);
  const never = new AbortController().signal;
  const copy = (given: { signal?: AbortSignal; to?: EventStore; write?: LogWriter } = {}) => {
    const { signal = never, to = target, write = storeWriter(to) } = given;
    return copyLog({ progress: new Progress(false), signal }, { from: club.store, to, write, total: null });
  };

  it('holds the same events in the same order under an id of its own', async () => {
    const made = await patOn(club.url).json(['log', 'copy', '--from', 'postgres', '--to', stub.url]);
    const events = await eventsOf(club.store);
    expect(made).toMatchObject({ ok: true, events: events.length, copied: events.length });
    expect(await eventsOf(target)).toEqual(events);
    expect(await target.logId()).not.toBe(await club.store.logId());
  });

  it('continues where it was interrupted, and copies nothing the second time', async () => {
    await fillLog(club.store, { seed: 12, events: 1_000, eventsPerAppend: 8, atOnce: 20 });
    const ending = new AbortController();
    let appends = 0;
    const append: EventStore['append'] = (...args) => {
      if ((appends += 1) === 40) ending.abort();
      return target.append(...args);
    };
    await expect(copy({ signal: ending.signal, write: storeWriter({ append }) })).rejects.toThrow('aborted');
    const before = (await eventsOf(target)).length;
    expect(before).toBeGreaterThanOrEqual(40);
    const events = await eventsOf(club.store);
    expect(await copy()).toMatchObject({ events: events.length, copied: events.length - before });
    expect(await copy()).toMatchObject({ events: events.length, copied: 0 });
    expect(await eventsOf(target)).toEqual(events);
  });

  it('stores each event once and in order when answers are lost and calls fail', async () => {
    stub.appendFates.push('answered', 'stored-and-timed-out', 'stored-and-broken', 'answered', 'broken', 'unavailable');
    await copy();
    expect(await eventsOf(target)).toEqual(await eventsOf(club.store));
  });

  it('stops with an error when the server stored an event ahead of earlier ones', async () => {
    // The first append creates the log itself.
    stub.appendFates.push('answered', 'unavailable', 'answered');
    await expect(copy()).rejects.toThrow('The target stored an event ahead of earlier ones');
    await expect(copy()).rejects.toThrow('The target holds other events: after 0 events of this log comes');
  });

  it('refuses invalid addresses, and never prints a password', async () => {
    const wrong: [string[], string][] = [
      [[], 'No EventStoreDB'],
      [['--from', 'eventstoredb', '--to', 'postgres'], 'No EventStoreDB'],
      [['--to', 'http://x'], 'esdb://'],
      [['--to', 'esdb://x:1'], 'password'],
      [['--to', 'esdb://admin:sesame@x?unknown=1'], 'must have no options but'],
      [['--from', 'here', '--to', stub.url], 'esdb://'],
      [['--to', 'postgres'], 'the same log'],
    ];
    for (const [args, message] of wrong) {
      const answer = await ops(club.url, ['log', 'copy', ...args]);
      expect(answer).toEqual(refusal(message, 2));
      expect(answer.stderr).not.toContain('sesame');
    }
  });

  describe('back into Postgres', () => {
    const database = Stand.forSuite();
    const home = suiteFolder();
    const folder = (): string => mkdtempSync(path.join(home, 'moved-'));
    let anchorDir: string;
    beforeEach(async () => {
      anchorDir = folder();
      keepAnchors(anchorDir, anchorsOf(await club.store.logId(), await wholeLog(club.store), 100));
    });
    // Random logs do not follow the rules.
    const verify = (url: string, more: Record<string, string> = {}) =>
      patOn(url).json(['audit', 'verify', '--chain-only'], {
        env: { DATABASE_URL: url, ANCHOR_DIR: anchorDir, ...more },
      });

    it('holds the same events at positions without gaps, proved by the anchors of the original log', async () => {
      const anchored = Number(await club.store.head());
      await copy();
      const proof = await verify(club.url, { EVENT_STORE_URL: stub.url });
      expect(proof).toMatchObject({ ok: true, anchored, afterLastAnchor: 0 });
      await fillLog(target, { seed: 13, events: 50 });
      const env = { DATABASE_URL: database.url, EVENT_STORE_URL: stub.url };
      const copying = ['log', 'copy', '--from', 'eventstoredb', '--to', 'postgres'];
      const made = await patOn(database.url).json(copying, { env });
      const events = await eventsOf(target);
      expect(await eventsOf(database.store)).toEqual(events);
      expect(made).toMatchObject({ copied: events.length, head: String(events.length) });
      const whole = { ok: true, events: events.length, anchored, afterLastAnchor: events.length - anchored };
      expect(await verify(database.url)).toMatchObject(whole);
      // Signatures in a random log carry no real card hashes.
      const signed = new Set(events.filter(({ type }) => type.startsWith('Card')).map(({ stream }) => stream));
      const open = events.find(({ stream }) => stream.startsWith('match-') && !signed.has(stream));
      const round = open?.stream.slice('match-'.length) ?? '';
      const evidence = path.join(anchorDir, 'evidence');
      const exporting = ['audit', 'export', round, '--to', evidence];
      const withAnchors = { env: { DATABASE_URL: database.url, ANCHOR_DIR: anchorDir } };
      expect(await ops(null, exporting, withAnchors)).toMatchObject({ code: 0 });
      const ofRound = events.filter(({ stream }) => stream === `match-${round}`).length;
      const checked = await patOn(database.url).json(['audit', 'verify', evidence, '--anchors', anchorDir]);
      expect(checked).toMatchObject({ ok: true, anchored: ofRound, confirmed: ofRound });
    });

    it('appends only what is new when copied back into the original log', async () => {
      await copy();
      const before = Number(await club.store.head());
      await fillLog(target, { seed: 13, events: 50 });
      const events = await eventsOf(target);
      const made = await patOn(club.url).json(['log', 'copy', '--from', stub.url, '--to', 'postgres']);
      expect(made).toMatchObject({ events: events.length, copied: events.length - before });
      expect(await eventsOf(club.store)).toEqual(events);
    });

    it('can go from one database to another, and fails when others write into the target', async () => {
      const answer = await ops(club.url, ['log', 'copy', '--to', database.url]);
      expect(answer.stdout).toContain('Leave EVENT_STORE_URL unset, then rebuild the tables');
      expect(await eventsOf(database.store)).toEqual(await eventsOf(club.store));
      await fillLog(club.store, { seed: 14, events: 1_000, eventsPerAppend: 8, atOnce: 20 });
      const rival = database.store;
      await connected(database.url, async (client) => {
        const inner = postgresWriter(client);
        const write: LogWriter = async (some) => {
          await inner(some);
          await fillLog(rival, { seed: 15, events: 8 });
        };
        await expect(copy({ to: rival, write })).rejects.toThrow('Another program writes to the target');
      });
    });

    it('can be backed up, and is restored under its own id and positions', async () => {
      await copy();
      // Nothing else may be connected to it.
      const empty = await new Stand().open();
      club.keep({ stop: () => empty.end() });
      const backup = path.join(folder(), 'moved');
      const env = { DATABASE_URL: club.url, EVENT_STORE_URL: stub.url };
      expect(await ops(null, ['backup', backup], { env })).toMatchObject({ code: 0 });
      expect(await ops(empty.url, ['restore', backup])).toMatchObject({ code: 0, stderr: '' });
      const restored = empty.store;
      expect(await restored.readAll(null, { limit: 10_000 })).toEqual(await target.readAll(null, { limit: 10_000 }));
      expect(await restored.logId()).toBe(await target.logId());
      const ANCHOR_DIR = folder();
      keepAnchors(ANCHOR_DIR, anchorsOf(await target.logId(), await wholeLog(target), 100));
      const anchored = (await eventsOf(target)).length;
      expect(await verify(empty.url, { ANCHOR_DIR })).toMatchObject({ ok: true, anchored });
      await fillLog(restored, { seed: 13, events: 50 });
      expect(await verify(empty.url, { ANCHOR_DIR })).toMatchObject({ ok: true });
      expect(await ops(empty.url, ['backup', `${backup}-2`])).toMatchObject({ code: 0 });
      const sparseTo = `${await target.head()}`;
      expect(JSON.parse(readFileSync(path.join(`${backup}-2`, MANIFEST), 'utf8'))).toMatchObject({ log: { sparseTo } });
    });
  });

  it('is read in part, even from a position between two of its events', async () => {
    await copy();
    const [, second] = anchorsOf(await club.store.logId(), await wholeLog(club.store), 100);
    const moved = await connectEventStoreDb({ connectionString: stub.url });
    const log = await storeLog(moved);
    const { placed } = await placedAnchors(second === undefined ? [] : [second], log, never);
    const [{ after, to } = { after: null, to: '0' }] = placed;
    const all = await wholeLog(target);
    expect(all.map(({ position }) => position)).not.toContain(BigInt(after ?? 0));
    const part: string[] = [];
    for await (const page of log.pages(BigInt(after ?? 0), BigInt(to), never)) part.push(...page.map(({ id }) => id));
    await moved.close();
    expect(part).toEqual(all.slice(100, 200).map(({ id }) => id));
  });
});
