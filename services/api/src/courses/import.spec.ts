import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createDataSource, CourseRow } from '@fairmark/server';
import { migrate } from '@fairmark/read-models';
import { createTestDatabase, freePort, type TestDatabase } from '@fairmark/tools';
import sharp from 'sharp';
import type { DataSource } from 'typeorm';
import { courseCard } from '@fairmark/server/courses/course-card';
import { DEMO_COURSES, EXAMPLE_CSV, EXAMPLE_JSON } from '@fairmark/server/testing/courses';
import { importFile } from '@fairmark/server/courses/import/import-file';
import { courseId } from '@fairmark/server/courses/import/save-courses';

let database: TestDatabase;
let source: DataSource;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase();
  await migrate(database.url);
  source = await createDataSource({ databaseUrl: database.url }).initialize();
  folder = await mkdtemp(path.join(tmpdir(), 'courses-'));
});

afterEach(async () => {
  await source.destroy();
  await database.drop();
  await rm(folder, { recursive: true });
});

const rows = (): Promise<CourseRow[]> => source.getRepository(CourseRow).find({ order: { golflinkCourseId: 'ASC' } });

async function file(name: string, text: string): Promise<string> {
  await writeFile(path.join(folder, name), text);
  return path.join(folder, name);
}

test('an import adds courses, and again changes nothing', async () => {
  expect(await importFile(DEMO_COURSES, database.url)).toEqual({
    ok: true,
    saved: { added: 9, changed: 0, unchanged: 0 },
  });
  const before = await rows();
  expect(await importFile(DEMO_COURSES, database.url)).toEqual({
    ok: true,
    saved: { added: 0, changed: 0, unchanged: 9 },
  });
  expect(await rows()).toEqual(before);
});

test('the same course from CSV as from JSON is no change, whatever the order of its rows', async () => {
  await importFile(EXAMPLE_JSON, database.url);
  const [header, ...lines] = (await readFile(EXAMPLE_CSV, 'utf8')).trimEnd().split('\n');
  const holes = lines.filter((line) => line.startsWith('hole'));
  const others = lines.filter((line) => !line.startsWith('hole'));
  const shuffled = await file('shuffled.csv', [header, ...holes.reverse(), ...others].join('\n'));
  expect(await importFile(shuffled, database.url)).toEqual({ ok: true, saved: { added: 0, changed: 0, unchanged: 1 } });
});

describe('a picture', () => {
  const withImage = async (name: string, image: unknown): Promise<string> => {
    const [course] = JSON.parse(await readFile(EXAMPLE_JSON, 'utf8')) as object[];
    return file(name, JSON.stringify([{ ...course, image }]));
  };
  const kept = async (): Promise<number> =>
    Number((await source.query('select count(*) from app.course_pictures'))[0].count);
  const park = (colour: string, width = 1200, height = 800) =>
    sharp({ create: { width, height, channels: 3, background: colour } })
      .withMetadata({ orientation: 6 })
      .jpeg();

  test('is found from the folder of its file, kept in two sizes, and gone when no course shows it', async () => {
    await park('green').toFile(path.join(folder, 'park.jpg'));
    const courses = await withImage('a.json', 'park.jpg');
    expect(await importFile(courses, database.url)).toEqual({
      ok: true,
      saved: { added: 1, changed: 0, unchanged: 0 },
    });
    expect(await importFile(courses, database.url)).toMatchObject({ saved: { unchanged: 1 } });
    const [first] = await rows();
    expect(await kept()).toBe(2);
    await park('blue').toFile(path.join(folder, 'park.jpg'));
    expect(await importFile(courses, database.url)).toMatchObject({ saved: { changed: 1 } });
    const [second] = await rows();
    expect(second!.image!.small.url).not.toBe(first!.image!.small.url);
    expect(await kept()).toBe(2);
    await importFile(await withImage('a.json', null), database.url);
    expect([(await rows())[0]!.image, await kept()]).toEqual([null, 0]);
  });

  test.each([
    ['missing.jpg', 'is not there: its place is told from the folder of this file'],
    ['.', 'can not be read (EISDIR)'],
    ['text.jpg', 'must be a JPEG, PNG or WebP picture'],
    ['broken.png', 'is a picture that can not be read'],
    ['coarse.jpg', 'must be at least 480 pixels wide and 160 high'],
    ['large.jpg', 'must be a file of 2 MB or less'],
  ])('that is %s is refused, and nothing is imported', async (image, message) => {
    await writeFile(path.join(folder, 'text.jpg'), 'no picture');
    await writeFile(path.join(folder, 'broken.png'), Buffer.from('89504e470d0a1a0a00', 'hex'));
    await writeFile(
      path.join(folder, 'large.jpg'),
      Buffer.concat([Buffer.from('ffd8ff', 'hex'), Buffer.alloc(2_097_152)]),
    );
    await park('green', 600, 479).toFile(path.join(folder, 'coarse.jpg'));
    expect(await importFile(await withImage('a.json', image), database.url)).toEqual({
      ok: false,
      problems: [{ line: 1, field: 'image', message }],
    });
    expect(await rows()).toEqual([]);
  });
});

test('a changed course keeps its id', async () => {
  await importFile(EXAMPLE_JSON, database.url);
  const [before] = await rows();
  expect(before?.id).toBe(courseId('29990'));
  const text = (await readFile(EXAMPLE_JSON, 'utf8')).replace('"slope": 119', '"slope": 120');
  const changed = await importFile(await file('a.json', text), database.url);
  expect(changed).toEqual({ ok: true, saved: { added: 0, changed: 1, unchanged: 0 } });
  const [after] = await rows();
  expect(after?.id).toBe(before?.id);
  expect(courseCard(after!, 'Standard').byGender.MALE?.slopeRating).toBe(120);
});

test('a file with one problem imports nothing of its other courses', async () => {
  const text = (await readFile(DEMO_COURSES, 'utf8')).replace('"state": "NT"', '"state": "XX"');
  const imported = await importFile(await file('a.json', text), database.url);
  expect(imported).toMatchObject({ ok: false, problems: [{ field: 'state' }] });
  expect(await rows()).toEqual([]);
});

test('a database that breaks off in the middle keeps nothing', async () => {
  await source.query("alter table app.courses add constraint no_west check (golflink_course_id <> '80990')");
  await expect(importFile(DEMO_COURSES, database.url)).rejects.toThrow('no_west');
  expect(await rows()).toEqual([]);
});

test('two imports at once end in the same courses', async () => {
  const both = await Promise.all([importFile(DEMO_COURSES, database.url), importFile(DEMO_COURSES, database.url)]);
  const added = both.map((imported) => (imported.ok ? imported.saved.added : -1));
  expect(new Set(added)).toEqual(new Set([0, 9]));
  expect(await rows()).toHaveLength(9);
});

describe('the command', () => {
  const script = path.resolve(import.meta.dirname, '../../../../cli/dist/fairmark.main.js');
  const run = promisify(execFile);
  const command = (args: string[], env: NodeJS.ProcessEnv = {}): Promise<{ stdout: string }> =>
    run(process.execPath, [script, 'courses', ...args], {
      env: { PATH: process.env.PATH, DATABASE_URL: database.url, ...env },
      cwd: folder,
      timeout: 20_000,
    });

  test('says what it did', async () => {
    const { stdout } = await command(['import', EXAMPLE_CSV]);
    expect(stdout).toContain('1 added, 0 changed, 0 unchanged');
  });

  test("finds the file from the caller's folder", async () => {
    await file('club.csv', await readFile(EXAMPLE_CSV, 'utf8'));
    const callers = { INIT_CWD: path.dirname(folder) };
    const { stdout } = await command(['import', path.join(path.basename(folder), 'club.csv')], callers);
    expect(stdout).toContain('1 added');
  });

  test('names line and field of every problem and fails', async () => {
    const text = (await readFile(EXAMPLE_CSV, 'utf8')).replace('NSW', 'XX').replace('#1f4e8c', 'red');
    const failed = command(['import', await file('club.csv', text)]);
    await expect(failed).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /club\.csv:2: state must be one of .*\n.*club\.csv:3: teeColour must be .*\nNothing was imported: 2 problems\.\n$/,
      ),
    });
  });

  test.each([[[]], [['import']], [['export', 'a.json']], [['import', 'a.json', 'b.json']]])(
    'refuses %j',
    async (args) => {
      await expect(command(args)).rejects.toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/Usage|--help explains the command/),
      });
    },
  );

  test('says when the database does not answer', async () => {
    const port = await freePort();
    const failed = command(['import', EXAMPLE_CSV], { DATABASE_URL: `postgres://nobody@localhost:${port}/none` });
    await expect(failed).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('ECONNREFUSED') });
  });

  test('says when there is no file or no database', async () => {
    await expect(command(['import', 'none.json'])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('none.json'),
    });
    const nowhere = command(['import', EXAMPLE_CSV], { DATABASE_URL: '' });
    await expect(nowhere).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining('npm start') });
  });
});
