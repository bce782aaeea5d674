import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
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
import { ops, refusal, type Answer } from '../testing/ops.js';
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

describe('audit verify and audit export', () => {
  const stand = Stand.forSuite({ kept: true });
  const home = suiteFolder();
  let kept: string;
  let matchId: string;
  let events: RecordedEvent[];
  let anchors: Anchor[];
  beforeAll(async () => {
    kept = path.join(home, 'anchors');
    await fillLog(stand.store, { seed: 5, events: 300 });
    ({ matchId } = await playDisputedRound(stand.store, stand.pool));
    await fillLog(stand.store, { seed: 6, events: 300 });
    events = await wholeLog(stand.store);
    anchors = anchorsOf(await stand.store.logId(), events.slice(0, -20), 100);
    keepAnchors(kept, anchors);
  });
  afterEach(async () => {
    await overwriteLog(stand.url, events);
    await stand.sql('delete from app.anchors; delete from app.mail_checkpoint; delete from rm.checkpoint');
  });

  /** The events with the one at an index changed, and every hash recomputed. */
  const rewritten = (all: RecordedEvent[], at: number, data: object): RecordedEvent[] =>
    covered(all.with(at, { ...all[at]!, data: { ...(all[at]!.data as object), ...data } }), { recompute: true });
  const resent = (all: RecordedEvent[], at: number): RecordedEvent[] =>
    covered(all.with(at, { ...all[at]!, metadata: { ...all[at]!.metadata, correlationId: 'x' } }), { recompute: true });
  const mine = (): RecordedEvent[] => events.filter(({ stream }) => stream === `match-${matchId}`);
  // Random logs do not follow the rules.
  const verify = (...args: string[]): Promise<Answer> => ops(stand.url, ['audit', 'verify', '--chain-only', ...args]);
  const json = ({ stdout }: Answer): Record<string, unknown> => JSON.parse(stdout) as Record<string, unknown>;
  const copyOf = (folder: string, change: (copy: string) => void = () => undefined): string => {
    const copy = mkdtempSync(path.join(home, 'copy-'));
    cpSync(folder, copy, { recursive: true });
    change(copy);
    return copy;
  };
  const names = (): string[] => readdirSync(kept).sort();
  /** Records anchors in the database as the projector does. */
  const remember = async (some: readonly Anchor[]): Promise<void> => {
    const row = `insert into app.anchors (position, body, kept_by) values ($1, $2, '{FOLDER}')`;
    for (const anchor of some) await stand.pool.query(row, [anchor.to, writeAnchor(anchor)]);
  };

  describe('of the log', () => {
    it('reports how many events are proved, and how many are not, and records the read', async () => {
      const answer = await verify('--anchors', kept);
      expect(answer).toMatchObject({ code: 0, stderr: '' });
      expect(answer.stdout).toContain(`${events.length} events in `);
      expect(answer.stdout).toContain(`the last anchor goes to position ${events.length - 20}`);
      expect(answer.stdout).toContain('20 events come after it, where a complete recomputation cannot be detected,');
      const counted = { ok: true, events: events.length, anchored: events.length - 20, afterLastAnchor: 20 };
      expect(json(await verify('--anchors', kept, '--json'))).toMatchObject(counted);
      expect((await verify()).stdout).toContain('There are no anchors, so it cannot be detected');
      const reads = await ops(stand.url, ['audit', 'reads', '--subject', 'log', '--json']);
      const [own, before] = json(reads).reads as Record<string, string>[];
      expect([own?.what, before?.what, before?.way]).toEqual(['reads', 'verify', 'CLI']);
    });

    it('names the altered event, as text or JSON, and exits with 1', async () => {
      const at = events.findIndex(({ type }) => type === 'HoleScored');
      await overwriteLog(stand.url, rewritten(events, at, { strokes: 1 }));
      const answer = await verify('--anchors', kept);
      expect(answer).toMatchObject({ code: 1, stdout: '' });
      const { stream, revision, id } = events[at]!;
      expect(answer.stderr).toBe(
        `The event at position ${at + 1}, ${stream} at ${revision}, id ${id} was altered: the anchors have another hash for it.\n`,
      );
      const printed = await verify('--anchors', kept, '--json');
      expect(printed.code).toBe(1);
      expect(json(printed)).toMatchObject({
        ok: false,
        fault: { what: 'ALTERED', position: `${at + 1}`, stream, revision: `${revision}`, id },
      });
    });

    it('refuses anchors that were changed, are missing, or are of another log', async () => {
      const problemOf = async (place: string): Promise<string> => (await verify('--anchors', place)).stderr;
      const second = names()[1] ?? '';
      const changed = copyOf(kept, (copy) => {
        const file = path.join(copy, second);
        writeFileSync(file, readFileSync(file, 'utf8').replace('"count":100', '"count":99'));
      });
      expect(await problemOf(changed)).toContain('The anchor up to position 200 in');
      expect(await problemOf(copyOf(kept, (copy) => rmSync(path.join(copy, second))))).toBe(
        'The anchor up to position 300 begins after position 200, but the one before it ends at 100.\n',
      );
      expect(await problemOf(copyOf(kept, (copy) => rmSync(path.join(copy, names()[0] ?? ''))))).toContain(
        'which is missing',
      );
      const other = path.join(home, 'other');
      const others = events.slice(0, 100).map((event) => ({ ...event, id: randomUUID() }));
      keepAnchors(other, anchorsOf(randomUUID(), others, 100));
      expect(await problemOf(other)).toContain('belongs to another log');
      const forged = path.join(home, 'forged');
      keepAnchors(forged, anchorsOf(await stand.store.logId(), events.slice(10, 200), 100));
      expect(await problemOf(forged)).toContain('The event at position 1,');
      expect(await problemOf(path.join(home, 'nowhere'))).toContain('nowhere does not exist');
    });

    it('compares the anchor folder of the installation with the anchors recorded in the database', async () => {
      const env = { DATABASE_URL: stand.url, ANCHOR_DIR: copyOf(kept) };
      const own = (): Promise<Answer> => ops(stand.url, ['audit', 'verify', '--chain-only'], { env });
      await remember(anchors);
      expect((await own()).code).toBe(0);
      const last = path.join(env.ANCHOR_DIR, names().at(-1) ?? '');
      const text = readFileSync(last, 'utf8');
      rmSync(last);
      expect((await own()).stderr).toContain('which is in the database, is missing in');
      writeFileSync(last, text.replace('2026-11-22T', '2026-11-23T'));
      expect((await own()).stderr).toContain('differs from the copy in the database');
      const to = path.join(home, 'contradicted');
      const exported = await ops(stand.url, ['audit', 'export', matchId, '--to', to], { env });
      expect(exported).toEqual(refusal('differs from the copy in the database'));
    });

    it('fails when anchors were made and none is given, or when ANCHOR_DIR does not exist', async () => {
      await remember(anchors.slice(0, 1));
      const answer = await verify('--json');
      expect(answer.code).toBe(1);
      expect(json(answer)).toMatchObject({ ok: false, anchors: { count: 0, remembered: 1 } });
      expect((await verify()).stderr).toContain('1 anchor of this log was made, but none was found');
      expect(json(await verify('--anchors', kept, '--json'))).toMatchObject({ anchors: { remembered: 1 } });
      const env = { DATABASE_URL: stand.url, ANCHOR_DIR: path.join(home, 'nowhere') };
      const gone = `${env.ANCHOR_DIR}, the folder that ANCHOR_DIR names, does not exist.\n`;
      expect(await ops(stand.url, ['audit', 'verify'], { env })).toEqual(refusal(gone));
    });

    it.each([
      ['tables', 'rm.checkpoint (log_id, position, heartbeat_at) values ($1, $2, now())'],
      ['mails', 'app.mail_checkpoint (log_id, position) values ($1, $2)'],
    ])('detects a truncated log when %s were made from events beyond its end', async (_, row) => {
      const [table] = row.split(' ');
      await overwriteLog(stand.url, events.slice(0, -5));
      await stand.sql(`insert into ${row}`, ['another', events.length]);
      expect((await verify('--anchors', kept)).code).toBe(0);
      await stand.sql(`update ${table} set log_id = $1`, [await stand.store.logId()]);
      expect((await verify('--anchors', kept)).stderr).toContain(
        `The event at position ${events.length - 4} was removed: Fairmark's tables or mails were made from events up to`,
      );
    });

    it('names the altered event even when an anchor was replaced or is unreadable', async () => {
      const at = 150;
      const chained = copyOf(kept, (copy) => {
        const next = anchors[2] as Anchor;
        rmSync(path.join(copy, names()[2] ?? ''));
        keepAnchors(copy, [{ ...next, previous: 'f'.repeat(64) }]);
      });
      const broken = copyOf(kept, (copy) => writeFileSync(path.join(copy, names()[3] ?? ''), '{}'));
      await overwriteLog(stand.url, resent(events, at));
      for (const [place, why] of [
        [chained, 'The anchor up to position 300 does not name the one before it: one of the two was changed.'],
        [broken, 'The anchor up to position 400 in'],
      ] as const) {
        const answer = await verify('--anchors', place);
        expect(answer).toEqual(refusal(why));
        expect(answer.stderr).toContain(`The event at position ${at + 1}, ${events[at]!.stream}`);
      }
      expect(json(await verify('--anchors', chained, '--json'))).toMatchObject({
        fault: { position: `${at + 1}` },
        anchorsProblem: expect.stringContaining('up to position 300') as unknown,
      });
    });

    it('accepts mailed anchors from before and after a restore together, unless they contradict each other', async () => {
      const again = anchorsOf(await stand.store.logId(), events.slice(0, 400), 100, '2026-11-23T00:00:00.000Z');
      const file = path.join(home, 'both.jsonl');
      const write = (all: readonly Anchor[]): void =>
        writeFileSync(file, all.map((one) => `${writeAnchor(one)}\n`).join(''));
      write([...anchors, ...again]);
      expect(json(await verify('--anchors', file, '--json'))).toMatchObject({ ok: true, anchored: events.length - 20 });
      write([...anchors, ...again.with(2, { ...(again[2] as Anchor), previous: 'f'.repeat(64) })]);
      expect((await verify('--anchors', file)).stderr).toContain('does not name the one before it');
      write([...anchors, { ...(anchors[1] as Anchor), root: 'f'.repeat(64) }]);
      expect((await verify('--anchors', file)).stderr).toContain('two different anchors up to position 200');
    });

    it('accepts a file with some of the anchors, as they came by mail', async () => {
      const file = path.join(home, 'mailed.jsonl');
      writeFileSync(file, [3, 1, 3].map((nth) => `${writeAnchor(anchors[nth] as Anchor)}\n`).join(''));
      const answer = await verify('--anchors', file, '--json');
      expect(json(answer)).toMatchObject({ ok: true, anchored: 200, lastAnchor: { to: '400' } });
      expect((await verify('--anchors', file)).stdout).toContain('These anchors do not cover 200 events.');
      // A forger who can also write to the folder cannot make the mailed anchors fit.
      const at = 350;
      await overwriteLog(stand.url, resent(events, at));
      const again = path.join(home, 'again');
      keepAnchors(again, anchorsOf(await stand.store.logId(), await wholeLog(stand.store), 100));
      expect((await verify('--anchors', again)).code).toBe(0);
      expect((await verify('--anchors', file)).stderr).toContain(`The event at position ${at + 1}`);
    });
  });

  describe('of a bundle', () => {
    let bundle: string;
    beforeAll(async () => {
      bundle = path.join(home, 'evidence');
      const answer = await ops(stand.url, ['audit', 'export', matchId, '--to', bundle, '--anchors', kept]);
      expect(answer).toMatchObject({ code: 0, stderr: '' });
    });
    const check = (folder = bundle, ...args: string[]): Promise<Answer> =>
      ops(null, ['audit', 'verify', folder, ...args]);

    it('needs no database, and reports what is proved', async () => {
      const answer = await check(bundle, '--json');
      expect(answer).toMatchObject({ code: 0, stderr: '' });
      const hashed = mine().filter(({ data }) => 'cardHash' in (data as object));
      expect(hashed.length).toBeGreaterThan(3);
      expect(json(answer)).toMatchObject({
        ok: true,
        matchId,
        events: mine().length,
        anchored: mine().length,
        hashedCards: hashed.length,
        lastRevision: mine().length - 1,
        compared: null,
      });
      const { stdout } = await check();
      expect(stdout).toContain('Anchors in the bundle cover all of them.');
      expect(stdout).toContain(`whether the round continued after revision ${mine().length - 1}.`);
      expect(stdout).not.toContain('Another build');
      expect((await check(bundle, '--anchors', kept)).stdout).toMatch(
        /Each of its anchors \(\d+\) is among the copies/,
      );
      const others = path.join(home, 'others');
      keepAnchors(others, anchorsOf(await stand.store.logId(), events, 50));
      expect((await check(bundle, '--anchors', others)).stderr).toContain('is not among those that were kept');
    });

    const written = async (name: string, some: RecordedEvent[], more: Partial<BundleContent> = {}): Promise<string> => {
      const folder = path.join(home, name);
      mkdirSync(folder);
      const content = { matchId, events: some, names: null, anchors: [], lastAnchor: null };
      const by = { logId: await stand.store.logId(), createdBy: 'x', createdAt: '2026-11-22T00:00:00.000Z' };
      await writeBundle(folder, { ...content, ...by, ...more });
      return folder;
    };

    it('without anchors is checked against anchors from elsewhere', async () => {
      const bare = await written('bare', mine());
      expect((await check(bare)).stdout).toContain(`Anchors in the bundle cover 0 of them`);
      const answer = await check(bare, '--anchors', kept, '--json');
      expect(json(answer)).toMatchObject({ ok: true, anchored: 0, compared: 0, confirmed: mine().length });
      const at = mine().findIndex(({ type }) => type === 'HoleScored');
      const again = await written('again-bare', resent(mine(), at));
      expect((await check(again)).code).toBe(0);
      const unlike = refusal(`does not contain the event at revision ${at}`);
      expect(await check(again, '--anchors', kept)).toEqual(unlike);
      // Events that no anchor covers are reported.
      const far = path.join(home, 'far.jsonl');
      writeFileSync(far, writeAnchor(anchors[0] as Anchor));
      expect((await check(again, '--anchors', far)).stdout).toContain('that were kept elsewhere cover 0 of the');
      const moved = await written('moved', mine(), { logId: randomUUID() });
      expect(json(await check(moved, '--anchors', kept, '--json'))).toMatchObject({ confirmed: mine().length });
      const foreign = await written('foreign', resent(mine(), 0), { logId: randomUUID() });
      expect((await check(foreign, '--anchors', kept)).stderr).toContain('belong to another log than the bundle');
    });

    it('is the same in whatever order the log’s store keeps fields', async () => {
      const turned = (_: string, value: unknown): unknown =>
        typeof value === 'object' && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).toReversed())
          : value;
      const other = mine().map((event) => ({
        ...event,
        data: JSON.parse(JSON.stringify(event.data), turned) as unknown,
      }));
      const folder = await written('turned', other);
      expect(await check(folder)).toMatchObject({ code: 0, stderr: '' });
      const cardOf = (bundle: string): string => readFileSync(path.join(bundle, 'card.json'), 'utf8');
      expect(cardOf(folder)).toBe(cardOf(bundle));
    });

    it('is readable by its owner only, and names golfers only on request', async () => {
      for (const name of readdirSync(bundle)) expect(statSync(path.join(bundle, name)).mode & 0o777).toBe(0o600);
      const named = path.join(home, 'named');
      await ops(stand.url, ['audit', 'export', matchId, '--to', `${named}-not`, '--anchors', kept]);
      const answer = await ops(stand.url, ['audit', 'export', matchId, '--to', named, '--anchors', kept, '--names']);
      expect(answer.stdout).toContain('It holds names of golfers');
      const texts = (folder: string): string =>
        readdirSync(folder)
          .map((name) => readFileSync(path.join(folder, name), 'utf8'))
          .join('');
      expect(texts(named)).toContain('Ann Lee');
      expect(texts(`${named}-not`)).not.toContain('Ann Lee');
      expect(texts(`${named}-not`)).toContain('Golfer 1');
      const unproven = 'Its names are not proven';
      expect(await check(named)).toMatchObject({ code: 0, stdout: expect.stringContaining(unproven) });
      expect((await check(`${named}-not`)).stdout).not.toContain(unproven);
    });

    it('is refused when any byte of any file was changed', async () => {
      const copy = copyOf(bundle);
      const files = [...BUNDLE_FILES, BUNDLE_MANIFEST];
      await fc.assert(
        fc.asyncProperty(
          fc.constantFrom(...files),
          fc.nat(),
          fc.integer({ min: 1, max: 255 }),
          async (name, place, by) => {
            const file = path.join(copy, name);
            const before = readFileSync(file);
            const bytes = Buffer.from(before);
            const at = place % bytes.length;
            bytes[at] = (bytes[at] ?? 0) ^ by;
            writeFileSync(file, bytes);
            const answer = await check(copy);
            writeFileSync(file, before);
            expect([name, at, answer.code]).toEqual([name, at, 1]);
          },
        ),
        { numRuns: 20 * REPEAT },
      );
      expect((await check(copy)).code).toBe(0);
    });

    /** A bundle in which a file was changed, and its manifest too, with every hash recomputed. */
    const forged = (name: BundleFile, change: (text: string) => string, more: Partial<BundleManifest> = {}): string => {
      const copy = copyOf(bundle);
      const text = change(readFileSync(path.join(copy, name), 'utf8'));
      writeFileSync(path.join(copy, name), text);
      const { sha256: _, ...manifest } = manifestOf(copy);
      const files = { ...manifest.files, [name]: entryOf(text) };
      writeFileSync(path.join(copy, BUNDLE_MANIFEST), manifestText(sealManifest({ ...manifest, files, ...more })));
      return copy;
    };
    const manifestOf = (folder: string): BundleManifest =>
      readManifest(readFileSync(path.join(folder, BUNDLE_MANIFEST), 'utf8'));
    const lines = (change: (all: string[]) => string[]) => (text: string) =>
      change(text.split('\n').slice(0, -1))
        .map((line) => `${line}\n`)
        .join('');

    const swap = (was: RegExp | string, is: string) => (text: string) => text.replace(was, is);

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

    it('is accepted with another build’s wording of the same release, with a note, but not with another card', async () => {
      const whole = manifestOf(bundle).version;
      const [version = ''] = whole.split('+');
      expect(version).not.toBe(whole);
      const ofEarlier = (name: BundleFile, change: (text: string) => string) => forged(name, change, { version });
      for (const [name, was, is] of [
        ['card.json', '"words": "', '"words": "Then '],
        ['card.html', '<h2>What happened, in order</h2>', '<h2>What happened</h2>'],
      ] as const) {
        const copy = ofEarlier(name, swap(was, is));
        const answer = await check(copy, '--json');
        expect(answer).toMatchObject({ code: 0, stderr: '' });
        expect(json(answer)).toMatchObject({ ok: true, sameBuild: false });
        expect(json(answer).words).toBeUndefined();
        expect((await check(copy)).stdout).toContain('Another build wrote the bundle');
      }
      const forgedCard = await check(ofEarlier('card.json', swap('"verified": true', '"verified": false')));
      expect(forgedCard).toMatchObject({ code: 1, stdout: '' });
    });

    it('is refused when the hashes of its round were recomputed, by its anchors', async () => {
      const again = resent(mine(), 3);
      const text = again.map((event) => `${canonicalJson(plainEvent(event))}\n`).join('');
      const copy = forged('events.jsonl', () => text, { lastHash: again.at(-1)?.metadata.hash ?? '' });
      expect((await check(copy)).stderr).toContain('does not contain the event at revision');
    });

    it('is not exported from a truncated log when anchors, tables or mails reach beyond its end', async () => {
      const id = await stand.store.logId();
      const last = events.indexOf(mine().at(-1) as RecordedEvent);
      const ends = anchorsOf(id, events, last - 1);
      const further = path.join(home, 'further');
      keepAnchors(further, ends);
      const folder = path.join(home, 'cut-off');
      const write = (place: string) => ops(stand.url, ['audit', 'export', matchId, '--anchors', place, '--to', folder]);
      const cut = `The event at position ${last} was removed:`;
      // The next anchor covers the last event of the round as its second.
      await overwriteLog(stand.url, events.slice(0, last - 1));
      expect((await write(further)).stderr).toContain(`${cut} the anchors cover events up to`);
      const short = path.join(home, 'short-anchors');
      keepAnchors(short, ends.slice(0, 1));
      await stand.pool.query('insert into app.mail_checkpoint (log_id, position) values ($1, $2)', [id, events.length]);
      expect((await write(short)).stderr).toContain(`${cut} Fairmark's tables or mails were made from events up to`);
    });

    it('is refused when a signature has the hash of another card', async () => {
      const at = events.findIndex(({ stream, type }) => stream === `match-${matchId}` && type === 'CardSigned');
      const changed = rewritten(events, at, { cardHash: 'a'.repeat(64) });
      const why = 'has the hash of another card than the one at that revision';
      const ofRound = changed.filter(({ stream }) => stream === `match-${matchId}`);
      const folder = await written('wrong-signature', ofRound);
      expect((await check(folder)).stderr).toContain(why);
      await overwriteLog(stand.url, changed);
      const exported = await ops(stand.url, ['audit', 'export', matchId, '--to', `${folder}-2`]);
      expect(exported).toEqual(refusal(why));
    });

    it('is refused with an extra or missing file, or when the folder is not a bundle', async () => {
      const more = copyOf(bundle, (copy) => writeFileSync(path.join(copy, 'note.txt'), ''));
      expect((await check(more)).stderr).toContain('note.txt does not belong to the bundle.');
      const less = copyOf(bundle, (copy) => rmSync(path.join(copy, 'card.html')));
      expect((await check(less)).stderr).toContain('card.html is missing');
      expect((await check(home)).stderr).toContain('is not a bundle: it has no manifest.json');
    });

    it('is not taken for a changed backup, nor a backup for a changed bundle', async () => {
      const backup = path.join(home, 'backup');
      expect(await ops(stand.url, ['backup', backup])).toMatchObject({ code: 0 });
      expect((await check(backup)).stderr).toBe('This is a backup: check it with npm run ops -- backup verify.\n');
      const bundles = /^This is the bundle of a round: check it with npm run ops -- audit verify\.\n$/;
      expect(await ops(null, ['backup', 'verify', bundle])).toEqual(refusal(bundles));
    });

    it('is not exported from an altered round, nor over an existing folder', async () => {
      const args = ['audit', 'export', matchId, '--anchors', kept, '--to'];
      expect((await ops(stand.url, [...args, bundle])).stderr).toContain('exists already');
      expect((await ops(stand.url, [...args, path.join(home, 'no', 'where')])).stderr).toContain('There is no folder');
      const at = events.indexOf(mine()[5] as RecordedEvent);
      const last = events.indexOf(mine().at(-1) as RecordedEvent);
      const beside = events[last + 1]!;
      const changes: [RecordedEvent[], why: string][] = [
        [events.toSpliced(at, 1), 'was removed'],
        [resent(events, at), 'are not those of the anchor'],
        [covered(events.toSpliced(last, 1), { renumber: true }), 'are not those of the anchor'],
        [events.with(last + 1, { ...beside, id: randomUUID() }), `The event at position ${last + 2}, ${beside.stream}`],
      ];
      for (const [changed, why] of changes) {
        await overwriteLog(stand.url, changed);
        expect(await ops(stand.url, [...args, path.join(home, 'altered')])).toEqual(refusal(why));
        expect(readdirSync(home)).not.toContain('altered');
      }
    });
  });
});
