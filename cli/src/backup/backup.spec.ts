import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { suiteFolder } from '@fairmark/events/testing/folder';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { Job, Progress } from '../shell/job.js';
import { clubForSuite } from '../testing/club.js';
import { ops, patOn, refusal } from '../testing/ops.js';
import { LOG_FILE, MANIFEST, type Manifest } from './manifest.js';
import { backUp } from './write-backup.js';

const EVENTS = 1_500;

describe('a backup', () => {
  const club = clubForSuite({ seed: 7, events: EVENTS });
  const folder = suiteFolder();
  const backup = path.join(folder, 'monday');

  const manifest = (): Manifest => JSON.parse(readFileSync(path.join(backup, MANIFEST), 'utf8')) as Manifest;
  const textIn = (name: string): string => gunzipSync(readFileSync(path.join(backup, name))).toString();

  it('handles every schema of the database: app, log and the derived tables', async () => {
    const schemas = await club.sql<{ name: string }>(
      `select distinct table_schema as name from information_schema.tables
       where table_schema not in ('pg_catalog', 'information_schema') order by 1`,
    );
    expect(schemas.map(({ name }) => name)).toEqual(['app', 'log', CLUBHOUSE_SCHEMA]);
  });

  it('has no sequence to restore, apart from that of the migrations', async () => {
    const counters = `select relname from pg_class where relkind = 'S' and relname <> 'migrations_id_seq'`;
    expect(await club.sql(counters)).toEqual([]);
  });

  it('holds every table and event, is readable by its owner only, and describes itself in a manifest', async () => {
    const made = await patOn(club.url).json(['backup', backup]);
    const head = String(await club.store.head());
    expect(made).toMatchObject({ ok: true, head, events: Number(head), folder: backup });
    const files = readdirSync(backup, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    for (const file of files) expect(statSync(path.join(file.parentPath, file.name)).mode & 0o777).toBe(0o600);
    const described = manifest();
    expect(described.log).toMatchObject({ id: await club.store.logId(), head, rows: Number(head) });
    expect(described.tables).toHaveLength(files.length - 2);
    expect(described.tables.every(({ rows }) => rows > 0)).toBe(true);
    expect(readdirSync(folder)).toEqual(['monday']);
    const [first] = textIn(LOG_FILE).split('\n');
    const begins = { position: '1', revision: '0', data: {}, metadata: { prevHash: null } };
    expect(JSON.parse(first ?? '')).toMatchObject(begins);
  });

  it('refuses to overwrite a backup, or to write into a folder that does not exist', async () => {
    expect(await ops(club.url, ['backup', backup])).toEqual(refusal(`${backup} exists already`));
    expect(await ops(club.url, ['backup', '/nowhere/at/all'])).toEqual(refusal('There is no folder /nowhere/at'));
  });

  it('refuses when the tables were made from another log, as when EVENT_STORE_URL was forgotten', async () => {
    const follow = (logId: string) => club.sql(`update ${CLUBHOUSE_SCHEMA}.checkpoint set log_id = '${logId}'`);
    const moved = '00000000-0000-4000-8000-000000000000';
    await follow(moved);
    const answer = await ops(club.url, ['backup', `${backup}-2`]);
    await follow(await club.store.logId());
    expect(answer).toEqual(refusal(`the tables were built from log ${moved}: set EVENT_STORE_URL`));
    expect(readdirSync(folder)).toEqual(['monday']);
  });

  it('leaves nothing behind when it is interrupted', async () => {
    const answer = await ops(club.url, ['backup', `${backup}-2`], { signal: AbortSignal.abort() });
    expect(answer).toMatchObject({ code: 1, stdout: '', stderr: 'Interrupted. The incomplete backup was removed.\n' });
    expect(readdirSync(folder)).toEqual(['monday']);
  });

  it('fails when its connection is cut, and leaves nothing behind', async () => {
    let ended: Promise<unknown> = Promise.resolve();
    const cut = (): void => void (ended = club.cut('fairmark ops backup'));
    const begin = (what: string): void => void (what === 'Events' && cut());
    const progress = Object.assign(new Progress(false), { begin });
    const output = { write: () => true };
    const shell = { env: {}, stdout: output, stderr: output, cwd: '/', signal: new AbortController().signal };
    const job = Object.assign(new Job(shell, false), { progress });
    await expect(backUp(job, club.url, `${backup}-2`)).rejects.toThrow(
      /connection .* was lost|terminat|connection error/,
    );
    await ended;
    await job.close();
    expect(readdirSync(folder)).toEqual(['monday']);
  });

  describe('verification', () => {
    /** Changes the text of a compressed file, and with `isForged` makes the manifest fit, as a forger would. */
    const forge = (name: string, change: (text: string) => string, isForged = false): void => {
      const content = Buffer.from(change(textIn(name)));
      const packed = gzipSync(content);
      writeFileSync(path.join(backup, name), packed);
      if (!isForged) return;
      const described = manifest();
      const entry = [described.log, ...described.tables].find((known) => known.name === name);
      const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
      Object.assign(entry ?? {}, { bytes: packed.length, sha256: sha256(packed), contentSha256: sha256(content) });
      writeFileSync(path.join(backup, MANIFEST), JSON.stringify(described));
    };
    const problemsOf = async (): Promise<string[]> => {
      const answer = await ops(null, ['backup', 'verify', backup, '--json']);
      expect(answer.code).toBe(1);
      return (JSON.parse(answer.stdout) as { problems: string[] }).problems;
    };
    let whole: Map<string, Buffer>;
    beforeAll(() => {
      const files = readdirSync(backup, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
      const names = files.map((entry) => path.join(entry.parentPath, entry.name));
      whole = new Map(names.map((name) => [name, readFileSync(name)]));
    });
    afterEach(() => {
      for (const [name, bytes] of whole) writeFileSync(name, bytes);
    });

    it('accepts an unchanged backup', async () => {
      const stdout = expect.stringMatching(
        /, made at \d{4}-\d\d-\d\dT[\d:.]+Z, is intact: [\d,]+ events and \d+ rows of \d+ tables\.\n$/,
      );
      expect(await ops(null, ['backup', 'verify', backup])).toEqual({ code: 0, stderr: '', stdout });
    });

    it.each<[what: string, change: (text: string) => string, problem: RegExp]>([
      [
        'a changed event',
        (text) => text.replace('"strokes":', '"strokes":1'),
        /^log\.jsonl\.gz: The event at position \d+, match-.* at \d+, id [0-9a-f-]+ was altered: its hash/,
      ],
      [
        'an event whose line is missing',
        (text) => text.split('\n').toSpliced(99, 1).join('\n'),
        /The event at position 100 was removed/,
      ],
      [
        'a log that ends too early',
        (text) => text.replace(/[^\n]*\n$/, ''),
        /^log\.jsonl\.gz: It holds [\d,]+ events instead of \d+\.$/,
      ],
    ])('names %s, even when the file hashes in the manifest fit', async (_, change, problem) => {
      forge(LOG_FILE, change, true);
      expect(await problemsOf()).toEqual([expect.stringMatching(problem)]);
    });

    it('names changed tables and missing files, but no other files', async () => {
      forge('tables/app.users.csv.gz', (text) => text.replace('golfer3@example.com', 'golfer3@example.org'));
      forge('tables/app.sessions.csv.gz', (text) => text.split('\n').toSpliced(1, 1).join('\n'));
      rmSync(path.join(backup, 'tables/app.avatars.csv.gz'));
      writeFileSync(path.join(backup, '.DS_Store'), '');
      expect((await problemsOf()).toSorted()).toEqual([
        'tables/app.avatars.csv.gz is missing.',
        'tables/app.sessions.csv.gz: It was changed: the hash of its content does not match.',
        'tables/app.users.csv.gz: It was changed: the hash of its content does not match.',
      ]);
    });

    it('names a damaged file', async () => {
      const file = path.join(backup, LOG_FILE);
      const bytes = readFileSync(file);
      bytes.writeUInt8((bytes[bytes.length >> 1] ?? 0) ^ 0xff, bytes.length >> 1);
      writeFileSync(file, bytes);
      const [problem, ...others] = await problemsOf();
      expect(problem).toMatch(/^log\.jsonl\.gz: (damaged after|The event|Line)/);
      expect(others).toEqual([]);
    });

    it('refuses a folder that is not a backup, and a backup of a later format', async () => {
      const none = refusal('is not a backup: it has no readable manifest.json');
      expect(await ops(null, ['backup', 'verify', folder])).toEqual(none);
      writeFileSync(path.join(backup, MANIFEST), JSON.stringify({ ...manifest(), format: 9 }));
      expect(await ops(null, ['backup', 'verify', backup])).toEqual(refusal('The backup has format 9'));
    });
  });
});
