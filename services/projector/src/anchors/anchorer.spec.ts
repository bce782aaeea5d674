import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import {
  anchorChainFault,
  hashBytes,
  makeAnchor,
  readAnchor,
  rootOf,
  writeAnchor,
  type Anchor,
  type EventStore,
} from '@fairmark/event-store';
import { MemoryEventStore } from '@fairmark/event-store/testing/memory-event-store';
import type { RecordedEvent } from '@fairmark/events';
import { eventually } from '@fairmark/events/testing/eventually';
import { testFolder } from '@fairmark/events/testing/folder';
import { startMailCatcher } from '@fairmark/tools';
import { Registry } from 'prom-client';
import { fillLog } from '../testing/fill-log.js';
import { Stand } from '../testing/stand.js';
import { anchorCommand } from './anchor-command.js';
import { AnchorFolder } from './anchor-folder.js';
import { anchorMail } from './anchor-mail.js';
import { measureAnchors } from '../projector.metrics.js';
import type { AnchorSink, MadeAnchor } from './anchor-sink.js';
import { startAnchorer, type Anchorer, type AnchorerOptions } from './anchorer.js';

const NEXT_DAY = new Date('2026-11-22T12:00:00.000Z');

const placed = (anchor: Anchor): MadeAnchor => ({ part: 1, to: anchor.to, anchor });

describe('the anchorer', () => {
  const stand = Stand.forSuite();
  const home = testFolder();
  /** Where anchors are kept. */
  const folder = () => home('anchors');
  /** In memory, unless another process or a tamperer needs the stand's. */
  let log: EventStore;
  beforeEach(() => {
    log = new MemoryEventStore();
  });

  const fill = (events: number, seed = 3) => fillLog(log, { seed, events, eventsPerAppend: 8, atOnce: 40 });
  const copyTo = async (to: EventStore, { stream, revision, id, type, data, metadata }: RecordedEvent) =>
    to.append(stream, revision === 0n ? 'no-stream' : revision - 1n, [{ id, type, data, metadata }]);
  const anchors = (options: Partial<AnchorerOptions> = {}): Anchorer => {
    const usual = { sinks: [new AnchorFolder(folder())], clock: () => NEXT_DAY };
    const often = { everyMs: 20, backOff: { first: 20, most: 50 } };
    return stand.keep(startAnchorer({ ...stand.place, store: log, ...usual, ...often, ...options }));
  };
  const files = (): string[] => (existsSync(folder()) ? readdirSync(folder()).sort() : []);
  const textOf = (name: string): string => readFileSync(home('anchors', name), 'utf8');
  const kept = (): Anchor[] =>
    files()
      .filter((name) => name.endsWith('.json'))
      .map((name) => readAnchor(textOf(name)));
  const head = async (): Promise<string> => String(await log.head());
  const anchoredUpTo = async (position: string): Promise<void> => eventually(() => kept().at(-1)?.to === position);
  /** Anchors the whole log, and stops. */
  const anchored = async (options: Partial<AnchorerOptions> = {}): Promise<void> => {
    const anchorer = anchors(options);
    await anchoredUpTo(`${await (options.store ?? log).head()}`);
    await eventually(() => anchorer.health().waiting.FOLDER === 0);
    await anchorer.stop();
  };
  /** Why an anchorer refuses to continue, before it is stopped. */
  const refusal = async (options: Partial<AnchorerOptions> = {}): Promise<string> => {
    const anchorer = anchors(options);
    await eventually(() => anchorer.health().refused !== null);
    const { refused } = anchorer.health();
    await anchorer.stop();
    return refused ?? '';
  };

  it('anchors every thousand events, and the rest once it is a day old, in a chain', async () => {
    await fill(2_300);
    await anchored();
    const made = kept();
    expect(made.map(({ count }) => count)).toEqual([1_000, 1_000, Number(await head()) - 2_000]);
    expect(anchorChainFault(made)).toBeNull();
    const hashes = (await log.readAll(null, { limit: 10_000 })).map(({ metadata }) => metadata.hash);
    const roots = [0, 1_000, 2_000].map((from) => rootOf(hashBytes(hashes.slice(from, from + 1_000))));
    expect(made.map(({ root }) => root)).toEqual(roots);
    for (const name of files()) expect(statSync(home('anchors', name)).mode & 0o222).toBe(0);
  });

  it('runs in the projector process, and recovers when that is killed at any moment', async () => {
    log = stand.store;
    await fill(2_300);
    for (let kills = 0; kills < 2; kills += 1) {
      const child = stand.spawn({ ANCHOR_DIR: folder() });
      // Its first file exists, its last does not, or is not yet recorded in the database.
      await eventually(() => files().length > kills);
      await stand.kill(child);
    }
    stand.spawn({ ANCHOR_DIR: folder() });
    await anchoredUpTo(await head());
    expect(anchorChainFault(kept())).toBeNull();
    expect(kept().reduce((sum, { count }) => sum + count, 0)).toBe(Number(await head()));
  });

  it('leaves events younger than a day unanchored, and counts them', async () => {
    await fill(1_200);
    let now = new Date('2026-03-01T23:00:00.000Z');
    const anchorer = anchors({ clock: () => now });
    const registry = new Registry();
    measureAnchors(registry, anchorer);
    await anchoredUpTo('1000');
    const rest = Number(await head()) - 1_000;
    await eventually(() => anchorer.health().unanchored === rest && anchorer.health().waiting.FOLDER === 0);
    const metrics = await registry.metrics();
    expect(metrics).toContain(`\nfairmark_unanchored_events ${rest}\n`);
    expect(metrics).toContain('\nfairmark_anchors_waiting{sink="FOLDER"} 0\n');
    expect(metrics).toContain('\nfairmark_anchors_refused 0\n');
    now = new Date('2026-03-20T00:00:00.000Z');
    await anchoredUpTo(await head());
  });

  it('is active in one process only, and another takes over when it stops', async () => {
    await fill(1_500);
    const [first, second] = [anchors(), anchors()];
    await anchoredUpTo(await head());
    const active = first.health().active ? first : second;
    expect([first, second].filter((one) => one.health().active)).toEqual([active]);
    await active.stop();
    await fill(1_300, 4);
    await anchoredUpTo(await head());
    expect(anchorChainFault(kept())).toBeNull();
  });

  it('gives the same anchors to a folder, by mail and to a program', async () => {
    const catcher = stand.keep(await startMailCatcher({ smtpPort: 0, httpPort: 0 }));
    const [script, file] = [home('keep.sh'), home('kept.jsonl')];
    writeFileSync(script, `#!/bin/sh\ntest -z "$DATABASE_URL" && cat >> "$1"\n`, { mode: 0o755 });
    const lines = () => (existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : []);
    await fill(2_100);
    const { smtpUrl } = catcher;
    const mail = { smtpUrl, mailFrom: 'Fairmark <no-reply@fairmark.test>', publicUrl: 'http://fairmark.test:3000' };
    const byMail = anchorMail({ ...mail, to: 'auditor@fairmark.test' });
    anchors({ sinks: [new AnchorFolder(folder()), byMail, anchorCommand([script, file])] });
    await anchoredUpTo(await head());
    await eventually(() => lines().length === 3);
    expect(lines().map(readAnchor)).toEqual(kept());
    const mails = () => catcher.mailsTo('auditor@fairmark.test');
    await eventually(() => mails().length > 0);
    expect(JSON.stringify(mails())).toContain(`anchor of the log up to position ${await head()}`);
    const by = ['COMMAND', 'FOLDER', 'MAIL'];
    const recorded = () => stand.sql('select from app.anchors where kept_by @> $1 and cardinality(kept_by) = 3', [by]);
    await eventually(async () => (await recorded()).length === 3, 'each sink is recorded for each anchor');
  });

  it('keeps anchors that a sink could not take, tries again after a pause, and continues with the others', async () => {
    await fill(1_100);
    let [broken, tries, polls] = [true, 0, 0];
    const took: string[] = [];
    const mail: AnchorSink = {
      name: 'MAIL',
      most: 50,
      keep: async (some) => {
        tries += 1;
        if (broken) throw new Error('The mail server is away');
        took.push(...some.map(({ to }) => to));
      },
    };
    const clock = () => {
      polls += 1;
      return NEXT_DAY;
    };
    const anchorer = anchors({ sinks: [new AnchorFolder(folder()), mail], clock });
    await anchoredUpTo(await head());
    await eventually(() => anchorer.health().waiting.MAIL === 2 && polls > 5);
    expect(tries).toBe(1);
    broken = false;
    await anchorer.stop();
    anchors({ sinks: [new AnchorFolder(folder()), mail] });
    await eventually(() => took.length === 2);
    expect(took).toEqual(['1000', await head()]);
  });

  it.each([
    ['after a crash between the file and its record', `update app.anchors set kept_by = '{}'`],
    ['from the folder when the database has no anchors', 'delete from app.anchors'],
  ])('continues %s', async (_, sql) => {
    await fill(1_100);
    await anchored();
    await stand.sql(sql);
    const before = kept();
    await fill(1_000, 4);
    await anchored();
    expect(kept().slice(0, before.length)).toEqual(before);
    expect(anchorChainFault(kept())).toBeNull();
  });

  it('continues in a copy of its log, at the positions of the copy', async () => {
    await fill(2_100);
    const events = await log.readAll(null, { limit: 10_000 });
    await anchored();
    const before = kept();
    const copy = new MemoryEventStore();
    for (const event of events.slice(0, -1)) await copyTo(copy, event);
    expect(await refusal({ store: copy })).toContain('before the last anchor, which goes to');
    await copyTo(copy, events.at(-1) as RecordedEvent);
    await fillLog(copy, { seed: 4, events: 1_200 });
    const end = await copy.head();
    for (const _ of ['with what the database knows', 'from the folder alone']) {
      await anchored({ store: copy });
      const all = [...before, ...kept().filter(({ logId }) => logId !== before[0]?.logId)];
      expect(anchorChainFault(all)).toBeNull();
      expect(all).toHaveLength(before.length + 2);
      expect(all.at(-1)).toMatchObject({ logId: await copy.logId(), to: `${end}` });
      expect(all[before.length]).toMatchObject({ after: `${events.length}`, count: 1_000 });
      await stand.sql('delete from app.anchors');
    }
    // And back into the original log.
    for (const event of await copy.readAll(BigInt(events.length), { limit: 10_000 })) await copyTo(log, event);
    await fill(100, 6);
    await anchored();
    expect(kept().map(({ logId }) => logId === before[0]?.logId)).toEqual([true, true, true, false, false, true]);
    expect(anchorChainFault(kept())).toBeNull();
    const other = new MemoryEventStore();
    await fillLog(other, { seed: 5, events: 100 });
    expect(await refusal({ store: other })).toContain('which does not hold the events of that anchor');
  });

  it('refuses to continue when folder, database and log contradict each other', async () => {
    log = stand.store;
    await fill(2_100);
    await anchored();
    const all = kept();
    const second = files()[1] ?? '';
    const text = textOf(second);
    rmSync(home('anchors', second));
    const anchorer = anchors();
    const missing = `The anchor up to position 2000 is missing in ${folder()}`;
    await eventually(() => anchorer.health().refused === missing);
    writeFileSync(home('anchors', second), text);
    await eventually(() => anchorer.health().refused === null);
    await anchorer.stop();

    await stand.sql('delete from app.anchors where position > 2000');
    const unknown = `has an anchor up to position ${await head()} that is not in the database`;
    expect(await refusal()).toContain(unknown);
    expect(kept()).toEqual(all);

    await stand.sql('delete from app.anchors');
    await tamper(`update log.events set metadata = metadata || '{"hash": "${'0'.repeat(64)}"}' where position = 2001`);
    expect(await refusal()).toContain('"audit verify" shows what was changed');
    await tamper(`delete from log.events where position = (select max(position) from log.events)`);
    expect(await refusal()).toContain('an older copy was restored, or events were removed');
    expect(kept()).toEqual(all);
  });
  const tamper = (sql: string) =>
    stand.sql(`alter table log.events disable trigger all; ${sql};
      alter table log.events enable always trigger unchangeable`);

  it('refuses to continue from an anchor that differs in the folder, or to chain another one to it', async () => {
    await fill(1_100);
    await anchored();
    const [one, last] = kept() as [Anchor, Anchor];
    const forged = { ...last, madeAt: '2026-11-22T13:00:00.000Z' };
    await stand.sql('update app.anchors set body = $1 where position = $2', [writeAnchor(forged), last.to]);
    await fill(1_000, 4);
    expect(await refusal()).toContain(`up to position ${last.to} in the folder differs from the copy`);
    expect(kept()).toEqual([one, last]);
    const event = { id: last.lastId, position: BigInt(last.to) + 1n, hash: last.root };
    const next = makeAnchor(last.logId, forged, [event], forged.madeAt);
    await expect(new AnchorFolder(folder()).keep([placed(next)])).rejects.toThrow('does not name the one before it');
  });

  it.each([
    ['changed before it took them', `update app.anchors set body = '{}'`, 'copy of the anchor up to position'],
    ['deleted while it took them', 'delete from app.anchors', 'app.anchors was changed'],
  ])('refuses to continue when the rows of anchors that a sink lacks were %s', async (_, sql, reason) => {
    await fill(100);
    // The first sink is served before the second.
    const first: AnchorSink = { name: 'COMMAND', most: 1, keep: async () => void (await stand.sql(sql)) };
    const second: AnchorSink = { name: 'MAIL', most: 1, keep: async () => undefined };
    expect(await refusal({ sinks: [first, second] })).toContain(reason);
  });

  it('makes no anchors without a sink', async () => {
    await fill(1_100);
    const anchorer = anchors({ sinks: [] });
    await anchorer.stop();
    expect(await stand.sql('select from app.anchors')).toEqual([]);
  });

  it('reports the output of a failed program, and kills one that hangs', async () => {
    const script = home('fail.sh');
    const program = `#!/bin/sh\nif [ "$1" = hang ]; then exec sleep 60; fi\necho "no room" >&2\nexit 3\n`;
    writeFileSync(script, program, { mode: 0o755 });
    await fill(100);
    await anchored();
    const run = (words: string[], timeoutMs?: number): Promise<void> =>
      anchorCommand(words, timeoutMs).keep(kept().map(placed), new AbortController().signal);
    await expect(run([script])).rejects.toThrow('ended with 3: no room');
    await expect(run([script, 'hang'], 50)).rejects.toThrow('aborted');
    await expect(run([home('none')])).rejects.toThrow('ENOENT');
  });

  it('never overwrites a file with another anchor', async () => {
    await fill(1_100);
    mkdirSync(folder());
    const strange = `anchor-${'1000'.padStart(19, '0')}.json`;
    writeFileSync(home('anchors', strange), 'strange');
    expect(await refusal()).toContain('was changed');
    expect(textOf(strange)).toBe('strange');
  });
});
