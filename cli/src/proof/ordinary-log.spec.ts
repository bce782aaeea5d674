import { randomUUID } from 'node:crypto';
import { migrateEventLog, type Anchor } from '@fairmark/event-store';
import { connected } from '@fairmark/event-store/testing/database';
import { wholeLog } from '@fairmark/event-store/testing/events';
import type { RecordedEvent } from '@fairmark/events';
import { fillLog } from '@fairmark/projector/testing/fill-log';
import { Stand } from '@fairmark/projector/testing/stand';
import { anchorsOf } from '../testing/anchored.js';
import { covered, forged, overwriteLog, proofOf, rehashed } from '../testing/tampering.js';
import { postgresLog, storeLog } from './provable-log.js';

/** Events that no anchor covers. */
const REST = 20;
const COVERED_UP = { renumber: true, recompute: true };

/** Undoes every trick of these tests. */
const MEND = `
  do $$ begin
    if to_regclass('log.real') is not null then drop view log.events; alter table log.real rename to events; end if;
  end $$;
  drop rule if exists swallow on log.events;
  drop policy if exists lies on log.events;
  drop trigger if exists more on log.events;
  drop table if exists log.more;
  alter table log.events disable row level security, enable always trigger unchangeable;
  alter table log.identity drop column if exists more`;

describe('a log in Postgres that its superuser changed', () => {
  const stand = Stand.forSuite({ kept: true });
  let events: RecordedEvent[];
  let anchors: Anchor[];
  /** Index of a score in the middle of the log, and of its round. */
  let middle: number;
  beforeAll(async () => {
    await fillLog(stand.store, { seed: 11, events: 200, atOnce: 8 });
    events = await wholeLog(stand.store);
    anchors = anchorsOf(await stand.store.logId(), events.slice(0, -REST), 50);
    const streamAfter = (index: number) => events.slice(index + 1).map(({ stream }) => stream);
    middle = events.findIndex(
      ({ type, stream }, index) => index > 80 && type === 'HoleScored' && streamAfter(index).includes(stream),
    );
  });
  const mend = async (): Promise<void> => {
    await stand.sql(MEND);
    await connected(stand.url, migrateEventLog);
  };
  afterEach(async () => {
    await mend();
    await overwriteLog(stand.url, events);
  });

  const proof = async (known: readonly Anchor[]) => proofOf(await postgresLog(stand.url), known);
  const faultWith = async (known: readonly Anchor[]) => (await proof(known)).fault;
  const expectFault = async (fault: object): Promise<void> => {
    for (const known of [anchors, []]) expect(await faultWith(known)).toMatchObject(fault);
  };
  /** Runs a statement without the triggers that refuse it. */
  const force = (statement: string) =>
    stand.sql(`alter table log.events disable trigger all; ${statement};
      alter table log.events enable always trigger unchangeable`);

  it('is accepted before any change, also through its store, with and without anchors', async () => {
    const anchored = events.length - REST;
    const whole = { events: events.length, anchored, afterLastAnchor: REST, fault: null };
    for (const log of [await postgresLog(stand.url), await storeLog(stand.store)]) {
      expect(await proofOf(log, anchors)).toMatchObject({ ...whole, lastAnchor: { to: String(anchored) } });
    }
    const bare = { anchored: 0, afterLastAnchor: events.length, lastAnchor: null, fault: null };
    expect(await proof([])).toMatchObject(bare);
  });

  it.each([
    ['ALTERED', () => events.with(middle, forged(events[middle]!))],
    ['REMOVED', () => events.toSpliced(middle, 1)],
  ])('is detected, and with anchors even when covered up: %s', async (what, changed) => {
    const fault = { what, position: BigInt(middle + 1) };
    await overwriteLog(stand.url, changed());
    await expectFault(fault);
    await overwriteLog(stand.url, covered(changed(), COVERED_UP));
    expect(await faultWith(anchors)).toMatchObject(fault);
  });

  it.each(['null', '[]', '{"hash": 7}', '{"hash": "x", "prevHash": null, "recordedAt": "x"}'])(
    'is detected when the metadata of an event is %s',
    async (metadata) => {
      await force(`update log.events set metadata = '${metadata}' where position = ${middle + 1}`);
      await expectFault({ what: 'ALTERED', position: BigInt(middle + 1) });
    },
  );

  it('is detected with an event before its first or far beyond its last position', async () => {
    const last = events.findLast(({ stream }) => stream === events[middle]!.stream)!;
    const another = forged(last, { id: randomUUID(), revision: last.revision + 1n, position: -1n });
    const { position, stream, revision, id, type, data, metadata } = rehashed(another, {
      prevHash: last.metadata.hash,
    });
    const row = [position, stream, revision, id, type, JSON.stringify(data), JSON.stringify(metadata)];
    const insert = () => stand.sql('insert into log.events values ($1, $2, $3, $4, $5, $6, $7)', row);
    await expect(insert()).rejects.toThrow('events_position_check');
    await stand.sql('alter table log.events drop constraint events_position_check');
    await insert();
    await expectFault({ what: 'INSERTED', position, stream, id });
    await force(`update log.events set position = 9000000000000000000 where position = -1`);
    const far = { what: 'INSERTED', position: 9_000_000_000_000_000_000n, id };
    expect(await faultWith(anchors)).toMatchObject(far);
    await force(`update log.events set position = ${-(2n ** 63n)} where position = 9000000000000000000`);
    for (const known of [anchors, []]) {
      await expect(faultWith(known)).rejects.toThrow('hold 1 more than can be read');
    }
    // A migration adds the missing constraint, whatever rows are there already.
    await connected(stand.url, migrateEventLog);
    await expect(insert()).rejects.toThrow('events_position_check');
  });

  const VIEW = 'create view log.events as select * from log.real where position > 3';
  it.each([
    [`alter table log.events rename to real; ${VIEW}`, 'log.events is a view'],
    ['create rule swallow as on insert to log.events do instead nothing', 'log.events has a rule (swallow)'],
    ['create policy lies on log.events using (position > 3)', 'log.events has row security (lies)'],
    ['alter table log.events enable row level security', 'log.events has row security'],
    ['alter table log.events disable trigger unchangeable', 'the trigger of log.events'],
    ['alter table log.events enable trigger unchangeable', 'the trigger of log.events'],
    [
      'create trigger more before insert on log.events for each row execute function log.refuse_change()',
      'the trigger of log.events',
    ],
    [
      `create or replace function log.refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
      'the function log.refuse_change is not that of this build',
    ],
    [
      `create or replace function log.append_batch(batch jsonb, out head bigint, out conflicts jsonb) language plpgsql
       as 'begin end'`,
      'the function log.append_batch is not that of this build',
    ],
    ['create table log.more () inherits (log.events)', 'log.events shares rows with a table that inherits from it'],
    ['alter table log.identity add column more text', 'log.identity has other columns'],
  ])('is refused with a replaced or weakened table: %s', async (trick, problem) => {
    await stand.sql(trick);
    await expect(proof(anchors)).rejects.toThrow(problem);
    await mend();
    expect(await faultWith(anchors)).toBeNull();
  });

  it('cannot be replaced while it is read, and is checked once more at the end', async () => {
    const log = await postgresLog(stand.url);
    const pages = log.pages(0n, log.head ?? 0n, new AbortController().signal)[Symbol.asyncIterator]();
    await pages.next();
    const swap = `set local lock_timeout = '100ms'; alter table log.events rename to real`;
    await expect(stand.sql(swap)).rejects.toThrow('lock timeout');
    await stand.sql('alter table log.events disable trigger unchangeable');
    await expect(pages.next()).rejects.toThrow('the trigger of log.events');
  });

  it('restored from a server that counts bytes, is accepted once its table says how far positions have gaps', async () => {
    const RESTORED = 150;
    const at = (index: number) => (index < RESTORED ? (index + 1) * 137 : RESTORED * 137 + index - RESTORED + 1);
    const held = events.map((event, index) => ({ ...event, position: BigInt(at(index)) }));
    const sparseTo = (position: number | null) =>
      stand.sql(
        `alter table log.identity disable trigger unchangeable;
         update log.identity set sparse_to = ${position};
         alter table log.identity enable always trigger unchangeable`,
      );
    await overwriteLog(stand.url, held);
    expect(await faultWith([])).toMatchObject({ what: 'REMOVED', position: 1n });
    await sparseTo(at(RESTORED - 1));
    try {
      const known = anchorsOf(await stand.store.logId(), held.slice(0, -REST), 50);
      const whole = { events: events.length, anchored: events.length - REST, fault: null };
      expect(await proof(known)).toMatchObject(whole);
    } finally {
      await sparseTo(null);
    }
  });
});
