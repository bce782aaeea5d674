import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { suiteFolder } from '@fairmark/events/testing/folder';
import { writeAnchor, type Anchor } from '@fairmark/event-store';
import { canonicalJson, type RecordedEvent } from '@fairmark/events';
import { REPEAT } from '@fairmark/events/testing/repeat';
import { wholeLog } from '@fairmark/event-store/testing/events';
import { fillLog } from '@fairmark/projector/testing/fill-log';
import { Stand } from '@fairmark/projector/testing/stand';
import fc from 'fast-check';
import { anchorsOf, keepAnchors } from '../testing/anchored.js';
import { playDisputedRound } from '../testing/disputed-round.js';
import { ops, printed, refusal, type Answer } from '../testing/ops.js';
import { covered, overwriteLog } from '../testing/tampering.js';
import {
  BUNDLE_FILES,
  BUNDLE_MANIFEST,
  entryOf,
  manifestText,
  readManifest,
  sealManifest,
  writeBundle,
  type BundleContent,
  type BundleFile,
  type BundleManifest,
} from './bundle.js';
import { plainEvent } from './event-line.js';

const FORGED = 'f'.repeat(64);

describe('audit verify and audit export', () => {
  const stand = Stand.forSuite({ kept: true });
  const home = suiteFolder();
  const kept = path.join(home, 'anchors');
  let matchId: string;
  let logId: string;
  let events: RecordedEvent[];
  let anchors: Anchor[];
  /** The events of the disputed round, and the index of its last one in the log. */
  let mine: RecordedEvent[];
  let last: number;
  beforeAll(async () => {
    await fillLog(stand.store, { seed: 5, events: 300 });
    ({ matchId } = await playDisputedRound(stand.store, stand.pool));
    await fillLog(stand.store, { seed: 6, events: 300 });
    [events, logId] = [await wholeLog(stand.store), await stand.store.logId()];
    mine = events.filter(({ stream }) => stream === `match-${matchId}`);
    last = events.indexOf(mine.at(-1)!);
    anchors = anchorsOf(logId, events.slice(0, -20), 100);
    keepAnchors(kept, anchors);
  });
  let isWhole = true;
  /** Replaces the log until the test ends. */
  const becomes = async (changed: RecordedEvent[]): Promise<void> => {
    isWhole = changed === events;
    await overwriteLog(stand.url, changed);
  };
  afterEach(async () => {
    if (!isWhole) await becomes(events);
    await stand.sql('delete from app.anchors; delete from app.mail_checkpoint; delete from rm.checkpoint');
  });

  /** The events with the one at an index changed, and every hash recomputed. */
  const rewritten = (all: RecordedEvent[], at: number, data: object): RecordedEvent[] =>
    covered(all.with(at, { ...all[at]!, data: { ...(all[at]!.data as object), ...data } }), { recompute: true });
  const resent = (all: RecordedEvent[], at: number): RecordedEvent[] =>
    covered(all.with(at, { ...all[at]!, metadata: { ...all[at]!.metadata, correlationId: 'x' } }), { recompute: true });
  // Random logs do not follow the rules.
  const verify = (...args: string[]): Promise<Answer> => ops(stand.url, ['audit', 'verify', '--chain-only', ...args]);
  const problemWith = async (place: string): Promise<string> => (await verify('--anchors', place)).stderr;
  const verified = async (place: string) => printed(await verify('--anchors', place, '--json'));
  const exports = (to: string, ...more: string[]): Promise<Answer> =>
    ops(stand.url, ['audit', 'export', matchId, '--to', to, ...more]);

  const newFolder = (): string => mkdtempSync(path.join(home, 'some-'));
  const copyOf = (folder: string, change: (copy: string) => void = () => undefined): string => {
    const copy = newFolder();
    cpSync(folder, copy, { recursive: true });
    change(copy);
    return copy;
  };
  const swap = (was: RegExp | string, is: string) => (text: string) => text.replace(was, is);
  const edit = (file: string, change: (text: string) => string): void =>
    writeFileSync(file, change(readFileSync(file, 'utf8')));
  /** A folder with these anchors, and a file with these as they came by mail. */
  const folderOf = (some: readonly Anchor[]): string => {
    const folder = newFolder();
    keepAnchors(folder, some);
    return folder;
  };
  const mailed = (some: readonly Anchor[]): string => {
    const file = path.join(newFolder(), 'mailed.jsonl');
    writeFileSync(file, some.map((one) => `${writeAnchor(one)}\n`).join(''));
    return file;
  };
  /** An anchor's file in a folder, counted from 0. */
  const nth = (folder: string, at: number): string => path.join(folder, readdirSync(folder).sort().at(at) ?? '');
  /** A copy of the folder of anchors with one of them changed, or missing. */
  const edited = (at: number, change: (text: string) => string): string =>
    copyOf(kept, (copy) => edit(nth(copy, at), change));
  const without = (at: number): string => copyOf(kept, (copy) => rmSync(nth(copy, at)));
  /** Records anchors in the database as the projector does. */
  const remember = async (some: readonly Anchor[]): Promise<void> => {
    const row = `insert into app.anchors (position, body, kept_by) values ($1, $2, '{FOLDER}')`;
    for (const anchor of some) await stand.sql(row, [anchor.to, writeAnchor(anchor)]);
  };

  describe('of the log', () => {
    it('reports how many events are proved, and how many are not, and records the read', async () => {
      const answer = await verify('--anchors', kept);
      expect(answer).toMatchObject({ code: 0, stderr: '' });
      expect(answer.stdout).toContain(`${events.length} events in `);
      expect(answer.stdout).toContain(`the last anchor goes to position ${events.length - 20}`);
      expect(answer.stdout).toContain('20 events come after it, where a complete recomputation cannot be detected,');
      const counted = { ok: true, events: events.length, anchored: events.length - 20, afterLastAnchor: 20 };
      expect(await verified(kept)).toMatchObject(counted);
      expect((await verify()).stdout).toContain('There are no anchors, so it cannot be detected');
      const { reads } = printed(await ops(stand.url, ['audit', 'reads', '--subject', 'log', '--json']));
      expect((reads as object[]).slice(0, 2)).toMatchObject([{ what: 'reads' }, { what: 'verify', way: 'CLI' }]);
    });

    it('names the altered event, as text or JSON, and exits with 1', async () => {
      const at = events.findIndex(({ type }) => type === 'HoleScored');
      await becomes(rewritten(events, at, { strokes: 1 }));
      const { stream, revision, id } = events[at]!;
      expect(await verify('--anchors', kept)).toEqual({
        code: 1,
        stdout: '',
        stderr: `The event at position ${at + 1}, ${stream} at ${revision}, id ${id} was altered: the anchors have another hash for it.\n`,
      });
      const answer = await verify('--anchors', kept, '--json');
      expect(answer.code).toBe(1);
      const fault = { what: 'ALTERED', position: `${at + 1}`, stream, revision: `${revision}`, id };
      expect(printed(answer)).toMatchObject({ ok: false, fault });
    });

    const strangers = () => events.slice(0, 100).map((event) => ({ ...event, id: randomUUID() }));
    it.each<[what: string, place: () => string, problem: string | RegExp]>([
      ['one was changed', () => edited(1, swap('"count":100', '"count":99')), 'The anchor up to position 200 in'],
      [
        'one is missing between others',
        () => without(1),
        /^The anchor up to position 300 begins after position 200, but the one before it ends at 100\.\n$/,
      ],
      ['the first is missing', () => without(0), 'which is missing'],
      ['they are of another log', () => folderOf(anchorsOf(randomUUID(), strangers(), 100)), 'belongs to another log'],
      [
        'they are of other events',
        () => folderOf(anchorsOf(logId, events.slice(10, 200), 100)),
        'The event at position 1,',
      ],
      ['there is no such folder', () => path.join(home, 'nowhere'), 'nowhere does not exist'],
    ])('refuses anchors when %s', async (_, place, problem) => {
      expect(await verify('--anchors', place())).toEqual(refusal(problem));
    });

    it('compares the anchor folder of the installation with the anchors recorded in the database', async () => {
      const env = { DATABASE_URL: stand.url, ANCHOR_DIR: copyOf(kept) };
      const own = (): Promise<Answer> => ops(stand.url, ['audit', 'verify', '--chain-only'], { env });
      await remember(anchors);
      expect((await own()).code).toBe(0);
      const file = nth(env.ANCHOR_DIR, -1);
      const text = readFileSync(file, 'utf8');
      rmSync(file);
      expect((await own()).stderr).toContain('which is in the database, is missing in');
      writeFileSync(file, text.replace('2026-11-22T', '2026-11-23T'));
      expect((await own()).stderr).toContain('differs from the copy in the database');
      const exported = await ops(stand.url, ['audit', 'export', matchId, '--to', path.join(home, 'not')], { env });
      expect(exported).toEqual(refusal('differs from the copy in the database'));
    });

    it('fails when anchors were made and none is given, or when ANCHOR_DIR does not exist', async () => {
      await remember(anchors.slice(0, 1));
      const answer = await verify('--json');
      expect(answer.code).toBe(1);
      expect(printed(answer)).toMatchObject({ ok: false, anchors: { count: 0, remembered: 1 } });
      expect((await verify()).stderr).toContain('1 anchor of this log was made, but none was found');
      expect(await verified(kept)).toMatchObject({ anchors: { remembered: 1 } });
      const env = { DATABASE_URL: stand.url, ANCHOR_DIR: path.join(home, 'nowhere') };
      const gone = `${env.ANCHOR_DIR}, the folder that ANCHOR_DIR names, does not exist.\n`;
      expect(await ops(stand.url, ['audit', 'verify'], { env })).toEqual(refusal(gone));
    });

    it.each([
      ['tables', 'rm.checkpoint (log_id, position, heartbeat_at) values ($1, $2, now())'],
      ['mails', 'app.mail_checkpoint (log_id, position) values ($1, $2)'],
    ])('detects a truncated log when %s were made from events beyond its end', async (_, row) => {
      await becomes(events.slice(0, -5));
      await stand.sql(`insert into ${row}`, ['another', events.length]);
      expect((await verify('--anchors', kept)).code).toBe(0);
      await stand.sql(`update ${row.split(' ')[0]} set log_id = $1`, [logId]);
      expect(await problemWith(kept)).toContain(
        `The event at position ${events.length - 4} was removed: Fairmark's tables or mails were made from events up to`,
      );
    });

    it.each<[what: string, place: () => string, problem: string]>([
      [
        'replaced',
        () => copyOf(kept, (copy) => keepAnchors(copy, [{ ...anchors[2]!, previous: FORGED }])),
        'The anchor up to position 300 does not name the one before it: one of the two was changed.',
      ],
      ['unreadable', () => edited(3, () => '{}'), 'The anchor up to position 400 in'],
    ])('names the altered event even when an anchor was %s', async (_, place, problem) => {
      const at = 150;
      await becomes(resent(events, at));
      const damaged = place();
      const answer = await verify('--anchors', damaged);
      expect(answer).toEqual(refusal(problem));
      expect(answer.stderr).toContain(`The event at position ${at + 1}, ${events[at]!.stream}`);
      expect(await verified(damaged)).toMatchObject({
        fault: { position: `${at + 1}` },
        anchorsProblem: expect.stringContaining(problem),
      });
    });

    it('accepts mailed anchors from before and after a restore together, unless they contradict each other', async () => {
      const again = anchorsOf(logId, events.slice(0, 400), 100, '2026-11-23T00:00:00.000Z');
      const both = [...anchors, ...again];
      expect(await verified(mailed(both))).toMatchObject({ ok: true, anchored: events.length - 20 });
      const unchained = [...anchors, ...again.with(2, { ...again[2]!, previous: FORGED })];
      expect(await problemWith(mailed(unchained))).toContain('does not name the one before it');
      const differing = [...anchors, { ...anchors[1]!, root: FORGED }];
      expect(await problemWith(mailed(differing))).toContain('two different anchors up to position 200');
    });

    it('accepts a file with some of the anchors, as they came by mail', async () => {
      const file = mailed([3, 1, 3].map((at) => anchors[at]!));
      expect(await verified(file)).toMatchObject({ ok: true, anchored: 200, lastAnchor: { to: '400' } });
      expect((await verify('--anchors', file)).stdout).toContain('These anchors do not cover 200 events.');
      // A forger who can also write to the folder cannot make the mailed anchors fit.
      const at = 350;
      await becomes(resent(events, at));
      const again = folderOf(anchorsOf(logId, await wholeLog(stand.store), 100));
      expect((await verify('--anchors', again)).code).toBe(0);
      expect(await problemWith(file)).toContain(`The event at position ${at + 1}`);
    });
  });

  describe('of a bundle', () => {
    let bundle: string;
    beforeAll(async () => {
      bundle = path.join(home, 'evidence');
      expect(await exports(bundle, '--anchors', kept)).toMatchObject({ code: 0, stderr: '' });
    });
    const check = (folder = bundle, ...args: string[]): Promise<Answer> =>
      ops(null, ['audit', 'verify', folder, ...args]);

    it('needs no database, and reports what is proved', async () => {
      const answer = await check(bundle, '--json');
      expect(answer).toMatchObject({ code: 0, stderr: '' });
      const hashedCards = mine.filter(({ data }) => 'cardHash' in (data as object)).length;
      expect(hashedCards).toBeGreaterThan(3);
      const whole = { ok: true, matchId, events: mine.length, anchored: mine.length, hashedCards, compared: null };
      expect(printed(answer)).toMatchObject({ ...whole, lastRevision: mine.length - 1 });
      const { stdout } = await check();
      expect(stdout).toContain('Anchors in the bundle cover all of them.');
      expect(stdout).toContain(`whether the round continued after revision ${mine.length - 1}.`);
      expect(stdout).not.toContain('Another build');
    });

    it('is compared with anchors that were kept elsewhere', async () => {
      const among = /Each of its anchors \(\d+\) is among the copies/;
      expect((await check(bundle, '--anchors', kept)).stdout).toMatch(among);
      const others = folderOf(anchorsOf(logId, events, 50));
      expect((await check(bundle, '--anchors', others)).stderr).toContain('is not among those that were kept');
    });

    const written = async (some: RecordedEvent[], more: Partial<BundleContent> = {}): Promise<string> => {
      const folder = newFolder();
      const content = { matchId, events: some, names: null, anchors: [], lastAnchor: null };
      const by = { logId, createdBy: 'x', createdAt: '2026-11-22T00:00:00.000Z' };
      await writeBundle(folder, { ...content, ...by, ...more });
      return folder;
    };

    it('without anchors is checked against anchors from elsewhere', async () => {
      const bare = await written(mine);
      expect((await check(bare)).stdout).toContain(`Anchors in the bundle cover 0 of them`);
      const confirmed = { ok: true, anchored: 0, compared: 0, confirmed: mine.length };
      expect(printed(await check(bare, '--anchors', kept, '--json'))).toMatchObject(confirmed);
      const at = mine.findIndex(({ type }) => type === 'HoleScored');
      const again = await written(resent(mine, at));
      expect((await check(again)).code).toBe(0);
      const unlike = refusal(`does not contain the event at revision ${at}`);
      expect(await check(again, '--anchors', kept)).toEqual(unlike);
      // Events that no anchor covers are reported.
      const far = mailed(anchors.slice(0, 1));
      expect((await check(again, '--anchors', far)).stdout).toContain('that were kept elsewhere cover 0 of the');
      const moved = await written(mine, { logId: randomUUID() });
      expect(printed(await check(moved, '--anchors', kept, '--json'))).toMatchObject({ confirmed: mine.length });
      const foreign = await written(resent(mine, 0), { logId: randomUUID() });
      expect((await check(foreign, '--anchors', kept)).stderr).toContain('belong to another log than the bundle');
    });

    it('is the same in whatever order the log’s store keeps fields', async () => {
      const turned = (_: string, value: unknown): unknown =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).toReversed())
          : value;
      const folder = await written(
        mine.map((event) => ({ ...event, data: JSON.parse(JSON.stringify(event.data), turned) })),
      );
      expect(await check(folder)).toMatchObject({ code: 0, stderr: '' });
      const cardOf = (place: string): string => readFileSync(path.join(place, 'card.json'), 'utf8');
      expect(cardOf(folder)).toBe(cardOf(bundle));
    });

    it('is readable by its owner only, and names golfers only on request', async () => {
      for (const name of readdirSync(bundle)) expect(statSync(path.join(bundle, name)).mode & 0o777).toBe(0o600);
      const named = path.join(home, 'named');
      const answer = await exports(named, '--anchors', kept, '--names');
      expect(answer.stdout).toContain('It holds names of golfers');
      const texts = (folder: string): string =>
        readdirSync(folder)
          .map((name) => readFileSync(path.join(folder, name), 'utf8'))
          .join('');
      expect(texts(named)).toContain('Ann Lee');
      expect(texts(bundle)).not.toContain('Ann Lee');
      expect(texts(bundle)).toContain('Golfer 1');
      const unproven = 'Its names are not proven';
      expect(await check(named)).toMatchObject({ code: 0, stdout: expect.stringContaining(unproven) });
      expect((await check()).stdout).not.toContain(unproven);
    });

    it('is refused when any byte of any file was changed', async () => {
      const copy = copyOf(bundle);
      const [name, place, by] = [
        fc.constantFrom(...BUNDLE_FILES, BUNDLE_MANIFEST),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
      ];
      await fc.assert(
        fc.asyncProperty(name, place, by, async (name, place, by) => {
          const file = path.join(copy, name);
          const before = readFileSync(file);
          const at = place % before.length;
          writeFileSync(file, before.with(at, before[at]! ^ by));
          const { code } = await check(copy);
          writeFileSync(file, before);
          expect([name, at, code]).toEqual([name, at, 1]);
        }),
        { numRuns: 20 * REPEAT },
      );
      expect((await check(copy)).code).toBe(0);
    });

    const manifestOf = (folder: string): BundleManifest =>
      readManifest(readFileSync(path.join(folder, BUNDLE_MANIFEST), 'utf8'));
    /** A bundle in which a file was changed, and its manifest too, with every hash recomputed. */
    const forged = (name: BundleFile, change: (text: string) => string, more: Partial<BundleManifest> = {}): string =>
      copyOf(bundle, (copy) => {
        edit(path.join(copy, name), change);
        const { sha256: _, ...manifest } = manifestOf(copy);
        const files = { ...manifest.files, [name]: entryOf(readFileSync(path.join(copy, name), 'utf8')) };
        writeFileSync(path.join(copy, BUNDLE_MANIFEST), manifestText(sealManifest({ ...manifest, files, ...more })));
      });
    const lines = (change: (all: string[]) => string[]) => (text: string) =>
      change(text.split('\n').slice(0, -1))
        .map((line) => `${line}\n`)
        .join('');

    it.each<[string, BundleFile, (text: string) => string, string]>([
      ['a score', 'events.jsonl', swap(/"strokes":\d/, '"strokes":1'), 'was altered: its hash does not match'],
      ['an event removed', 'events.jsonl', lines((all) => all.toSpliced(30, 1)), 'was removed: match-'],
      ['the last event removed', 'events.jsonl', lines((all) => all.slice(0, -1)), 'does not hold as many events'],
      ['the formatting of an event', 'events.jsonl', swap('{"data"', '{ "data"'), 'was rewritten'],
      ['a card', 'card.json', swap('"verified": true', '"verified": false'), 'card.json does not match'],
      ['a page', 'card.html', swap('Golfer 1', 'Golfer 2'), 'card.html does not match'],
      ['a hash', 'anchors.jsonl', swap(/"hashes":\["../, '"hashes":["00'), 'are not those of the anchor'],
      ['an anchor removed', 'anchors.jsonl', lines((all) => all.slice(1)), 'is missing from the bundle'],
      ['an anchor', 'anchors.jsonl', swap('"madeAt":"2026-11-22', '"madeAt":"2026-11-21'), 'of the two was changed'],
    ])('is refused when a change was covered up in its manifest: %s', async (_, name, change, why) => {
      expect(await check(forged(name, change))).toEqual(refusal(why));
    });

    /** The version of this release without the build. */
    const release = (): string => manifestOf(bundle).version.replace(/\+.*/, '');

    it.each<[BundleFile, was: string, is: string]>([
      ['card.json', '"words": "', '"words": "Then '],
      ['card.html', '<h2>What happened, in order</h2>', '<h2>What happened</h2>'],
    ])('is accepted with the wording of another build of its release in %s, with a note', async (name, was, is) => {
      expect(release()).not.toBe(manifestOf(bundle).version);
      const copy = forged(name, swap(was, is), { version: release() });
      const answer = await check(copy, '--json');
      expect(answer).toMatchObject({ code: 0, stderr: '' });
      expect(printed(answer)).toMatchObject({ ok: true, sameBuild: false });
      expect(printed(answer).words).toBeUndefined();
      expect((await check(copy)).stdout).toContain('Another build wrote the bundle');
    });

    it('is refused with another card, even of another build of its release', async () => {
      const change = swap('"verified": true', '"verified": false');
      const answer = await check(forged('card.json', change, { version: release() }));
      expect(answer).toMatchObject({ code: 1, stdout: '' });
    });

    it('is refused when the hashes of its round were recomputed, by its anchors', async () => {
      const again = resent(mine, 3);
      const text = again.map((event) => `${canonicalJson(plainEvent(event))}\n`).join('');
      const copy = forged('events.jsonl', () => text, { lastHash: again.at(-1)?.metadata.hash ?? '' });
      expect((await check(copy)).stderr).toContain('does not contain the event at revision');
    });

    it('is not exported from a truncated log when anchors, tables or mails reach beyond its end', async () => {
      // The next anchor covers the last event of the round as its second.
      const ends = anchorsOf(logId, events, last - 1);
      await becomes(events.slice(0, last - 1));
      const problem = async (some: readonly Anchor[]) =>
        (await exports(path.join(home, 'cut-off'), '--anchors', folderOf(some))).stderr;
      const cut = `The event at position ${last} was removed:`;
      expect(await problem(ends)).toContain(`${cut} the anchors cover events up to`);
      await stand.sql('insert into app.mail_checkpoint (log_id, position) values ($1, $2)', [logId, events.length]);
      const followed = `${cut} Fairmark's tables or mails were made from events up to`;
      expect(await problem(ends.slice(0, 1))).toContain(followed);
    });

    it('is refused when a signature has the hash of another card', async () => {
      const at = events.findIndex(({ stream, type }) => stream === `match-${matchId}` && type === 'CardSigned');
      const changed = rewritten(events, at, { cardHash: 'a'.repeat(64) });
      const why = 'has the hash of another card than the one at that revision';
      const folder = await written(changed.filter(({ stream }) => stream === `match-${matchId}`));
      expect((await check(folder)).stderr).toContain(why);
      await becomes(changed);
      expect(await exports(`${folder}-2`)).toEqual(refusal(why));
    });

    it.each<[what: string, change: (copy: string) => void, why: string]>([
      [
        'an extra file',
        (copy) => writeFileSync(path.join(copy, 'note.txt'), ''),
        'note.txt does not belong to the bundle.',
      ],
      ['a missing file', (copy) => rmSync(path.join(copy, 'card.html')), 'card.html is missing'],
      ['no manifest', (copy) => rmSync(path.join(copy, BUNDLE_MANIFEST)), 'is not a bundle: it has no manifest.json'],
    ])('is refused with %s', async (_, change, why) => {
      expect(await check(copyOf(bundle, change))).toEqual(refusal(why));
    });

    it('is not taken for a changed backup, nor a backup for a changed bundle', async () => {
      const backup = path.join(home, 'backup');
      expect(await ops(stand.url, ['backup', backup])).toMatchObject({ code: 0 });
      expect((await check(backup)).stderr).toBe('This is a backup: check it with npm run ops -- backup verify.\n');
      const bundles = /^This is the bundle of a round: check it with npm run ops -- audit verify\.\n$/;
      expect(await ops(null, ['backup', 'verify', bundle])).toEqual(refusal(bundles));
    });

    it('is not exported over an existing folder, nor into one that does not exist', async () => {
      expect(await exports(bundle, '--anchors', kept)).toEqual(refusal('exists already'));
      expect(await exports(path.join(home, 'no', 'where'), '--anchors', kept)).toEqual(refusal('There is no folder'));
    });

    const sixth = () => events.indexOf(mine[5]!);
    it.each<[what: string, changed: () => RecordedEvent[], why: () => string]>([
      ['without an event', () => events.toSpliced(sixth(), 1), () => 'was removed'],
      ['with an altered event', () => resent(events, sixth()), () => 'are not those of the anchor'],
      [
        'without its last event',
        () => covered(events.toSpliced(last, 1), { renumber: true }),
        () => 'are not those of the anchor',
      ],
      [
        'with another event after it',
        () => events.with(last + 1, { ...events[last + 1]!, id: randomUUID() }),
        () => `The event at position ${last + 2}, ${events[last + 1]!.stream}`,
      ],
    ])('is not exported from a round %s', async (_, changed, why) => {
      await becomes(changed());
      expect(await exports(path.join(home, 'altered'), '--anchors', kept)).toEqual(refusal(why()));
      expect(readdirSync(home)).not.toContain('altered');
    });
  });
});
