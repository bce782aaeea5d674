import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createDataSource } from '@fairmark/server/database/data-source';
import { CourseRow } from '@fairmark/server/database/entities';
import { migrate } from '@fairmark/read-models';
import { createTestDatabase, type TestDatabase } from '@fairmark/tools';
import type { DataSource } from 'typeorm';
import { courseCard } from '@fairmark/server/courses/course-card';
import { DEMO_COURSES, EXAMPLE_CSV, EXAMPLE_JSON } from '@fairmark/server/testing/courses';
import { importFile, courseId } from '@fairmark/server/courses/import/import-courses';
import { ClubFolder, plain } from '../adverts/testing/sponsors.js';

let database: TestDatabase;
let source: DataSource;
let folder: ClubFolder;

beforeAll(async () => {
  database = await createTestDatabase(migrate);
  source = await createDataSource({ databaseUrl: database.url }).initialize();
});
beforeEach(async () => {
  await source.query('delete from app.courses');
  await source.query('delete from app.course_pictures');
  folder = await ClubFolder.make();
});
afterEach(() => folder.remove());
afterAll(async () => {
  await source.destroy();
  await database.drop();
});

const rows = (): Promise<CourseRow[]> => source.getRepository(CourseRow).find({ order: { golflinkCourseId: 'ASC' } });

/** The demo courses without the pictures, which take long to encode. */
const demo = async (): Promise<string> =>
  folder.file('demo.json', (await readFile(DEMO_COURSES, 'utf8')).replaceAll(/"image": "[^"]+"/g, '"image": null'));

test('an import adds courses, and changes nothing the second time', async () => {
  const courses = await demo();
  const first = await importFile(courses, database.url);
  expect(first).toEqual({ ok: true, saved: { added: 9, changed: 0, unchanged: 0 } });
  const before = await rows();
  const second = await importFile(courses, database.url);
  expect(second).toEqual({ ok: true, saved: { added: 0, changed: 0, unchanged: 9 } });
  expect(await rows()).toEqual(before);
});

test('a course from CSV is unchanged from JSON, whatever the order of rows', async () => {
  await importFile(EXAMPLE_JSON, database.url);
  const [header, ...lines] = (await readFile(EXAMPLE_CSV, 'utf8')).trimEnd().split('\n');
  const holes = lines.filter((line) => line.startsWith('hole'));
  const others = lines.filter((line) => !line.startsWith('hole'));
  const shuffled = await folder.file('shuffled.csv', [header, ...holes.reverse(), ...others].join('\n'));
  expect(await importFile(shuffled, database.url)).toEqual({ ok: true, saved: { added: 0, changed: 0, unchanged: 1 } });
});

describe('a picture', () => {
  const withImage = async (name: string, image: unknown): Promise<string> => {
    const [course] = JSON.parse(await readFile(EXAMPLE_JSON, 'utf8')) as object[];
    return folder.file(name, JSON.stringify([{ ...course, image }]));
  };
  const kept = async (): Promise<number> =>
    Number((await source.query('select count(*) from app.course_pictures'))[0].count);
  const park = (colour: string, width = 1200, height = 800) =>
    plain(width, height, colour).withMetadata({ orientation: 6 }).jpeg();

  test('is found relative to its file, stored in two sizes, and deleted when no course shows it', async () => {
    await park('green').toFile(path.join(folder.place, 'park.jpg'));
    const courses = await withImage('a.json', 'park.jpg');
    expect(await importFile(courses, database.url)).toEqual({
      ok: true,
      saved: { added: 1, changed: 0, unchanged: 0 },
    });
    expect(await importFile(courses, database.url)).toMatchObject({ saved: { unchanged: 1 } });
    const [first] = await rows();
    expect(await kept()).toBe(2);
    await park('blue').toFile(path.join(folder.place, 'park.jpg'));
    expect(await importFile(courses, database.url)).toMatchObject({ saved: { changed: 1 } });
    const [second] = await rows();
    expect(second!.image!.small.url).not.toBe(first!.image!.small.url);
    expect(await kept()).toBe(2);
    await importFile(await withImage('a.json', null), database.url);
    expect([(await rows())[0]!.image, await kept()]).toEqual([null, 0]);
  });

  test.each([
    ['missing.jpg', 'does not exist: its path is relative to the folder of this file'],
    ['coarse.jpg', 'must be at least 480 pixels wide and 160 high'],
  ])('that is %s is refused, and nothing is imported', async (image, message) => {
    await park('green', 600, 479).toFile(path.join(folder.place, 'coarse.jpg'));
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
  const changed = await importFile(await folder.file('a.json', text), database.url);
  expect(changed).toEqual({ ok: true, saved: { added: 0, changed: 1, unchanged: 0 } });
  const [after] = await rows();
  expect(after?.id).toBe(before?.id);
  expect(courseCard(after!, 'Standard').byGender.MALE?.slopeRating).toBe(120);
});

test('a file with a problem in one course imports no other course', async () => {
  const wrong = await folder.file(
    'wrong.json',
    (await readFile(await demo(), 'utf8')).replace('"state": "NT"', '"state": "XX"'),
  );
  const imported = await importFile(wrong, database.url);
  expect(imported).toMatchObject({ ok: false, problems: [{ field: 'state' }] });
  expect(await rows()).toEqual([]);
});

test('a database failure in the middle leaves nothing imported', async () => {
  await source.query("alter table app.courses add constraint no_west check (golflink_course_id <> '80990')");
  await expect(importFile(await demo(), database.url)).rejects.toThrow('no_west');
  await source.query('alter table app.courses drop constraint no_west');
  expect(await rows()).toEqual([]);
});

test('two concurrent imports leave the same courses', async () => {
  const courses = await demo();
  const both = await Promise.all([importFile(courses, database.url), importFile(courses, database.url)]);
  const added = both.map((imported) => (imported.ok ? imported.saved.added : -1));
  expect(new Set(added)).toEqual(new Set([0, 9]));
  expect(await rows()).toHaveLength(9);
});
