import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Stand } from '@fairmark/projector/testing/stand';
import type { CourseRow } from '@fairmark/server/database/entities';
import { DEMO_COURSES, EXAMPLE_CSV, EXAMPLE_JSON } from '@fairmark/server/testing/courses';
import { importFile, courseId } from '@fairmark/server/courses/import/import-courses';
import { ClubFolder, plain } from '../adverts/testing/sponsors.js';

const stand = Stand.forSuite();
const folder = new ClubFolder();

const rows = () =>
  stand.sql<CourseRow>('select *, slope_ratings as "slopeRatings" from app.courses order by golflink_course_id');

/** The demo courses without the pictures, which take long to encode. */
const demo = async (): Promise<string> =>
  folder.file('demo.json', (await readFile(DEMO_COURSES, 'utf8')).replaceAll(/"image": "[^"]+"/g, '"image": null'));

test('an import adds courses, and changes nothing the second time', async () => {
  const courses = await demo();
  const first = await importFile(courses, stand.url);
  expect(first).toEqual({ ok: true, saved: { added: 9, changed: 0, unchanged: 0 } });
  const before = await rows();
  const second = await importFile(courses, stand.url);
  expect(second).toEqual({ ok: true, saved: { added: 0, changed: 0, unchanged: 9 } });
  expect(await rows()).toEqual(before);
});

test('a course from CSV is unchanged from JSON, whatever the order of rows', async () => {
  await importFile(EXAMPLE_JSON, stand.url);
  const [header, ...lines] = (await readFile(EXAMPLE_CSV, 'utf8')).trimEnd().split('\n');
  const holes = lines.filter((line) => line.startsWith('hole'));
  const others = lines.filter((line) => !line.startsWith('hole'));
  const shuffled = folder.file('shuffled.csv', [header, ...holes.reverse(), ...others].join('\n'));
  expect(await importFile(shuffled, stand.url)).toEqual({ ok: true, saved: { added: 0, changed: 0, unchanged: 1 } });
});

describe('a picture', () => {
  const withImage = async (name: string, image: unknown): Promise<string> => {
    const [course] = JSON.parse(await readFile(EXAMPLE_JSON, 'utf8')) as object[];
    return folder.file(name, JSON.stringify([{ ...course, image }]));
  };
  const kept = async (): Promise<number> => (await stand.sql('select from app.course_pictures')).length;
  const park = (colour: string, width = 1200, height = 800) =>
    plain(width, height, colour).withMetadata({ orientation: 6 }).jpeg();

  test('is found relative to its file, stored in two sizes, and deleted when no course shows it', async () => {
    await park('green').toFile(path.join(folder.place, 'park.jpg'));
    const courses = await withImage('a.json', 'park.jpg');
    expect(await importFile(courses, stand.url)).toEqual({
      ok: true,
      saved: { added: 1, changed: 0, unchanged: 0 },
    });
    expect(await importFile(courses, stand.url)).toMatchObject({ saved: { unchanged: 1 } });
    const [first] = await rows();
    expect(await kept()).toBe(2);
    await park('blue').toFile(path.join(folder.place, 'park.jpg'));
    expect(await importFile(courses, stand.url)).toMatchObject({ saved: { changed: 1 } });
    const [second] = await rows();
    expect(second!.image!.small.url).not.toBe(first!.image!.small.url);
    expect(await kept()).toBe(2);
    await importFile(await withImage('a.json', null), stand.url);
    expect([(await rows())[0]!.image, await kept()]).toEqual([null, 0]);
  });

  test.each([
    ['missing.jpg', 'does not exist: its path is relative to the folder of this file'],
    ['coarse.jpg', 'must be at least 480 pixels wide and 160 high'],
  ])('that is %s is refused, and nothing is imported', async (image, message) => {
    await park('green', 600, 479).toFile(path.join(folder.place, 'coarse.jpg'));
    expect(await importFile(await withImage('a.json', image), stand.url)).toEqual({
      ok: false,
      problems: [{ line: 1, field: 'image', message }],
    });
    expect(await rows()).toEqual([]);
  });
});

test('a changed course keeps its id', async () => {
  await importFile(EXAMPLE_JSON, stand.url);
  const [before] = await rows();
  expect(before?.id).toBe(courseId('29990'));
  const text = (await readFile(EXAMPLE_JSON, 'utf8')).replace('"slope": 119', '"slope": 120');
  const changed = await importFile(folder.file('a.json', text), stand.url);
  expect(changed).toEqual({ ok: true, saved: { added: 0, changed: 1, unchanged: 0 } });
  const [after] = await rows();
  expect(after?.id).toBe(before?.id);
  const standard = { ratingKind: 'Standard Tees', gender: 'MALE' };
  expect(before?.slopeRatings).toContainEqual(expect.objectContaining({ ...standard, rating: 119 }));
  expect(after?.slopeRatings).toContainEqual(expect.objectContaining({ ...standard, rating: 120 }));
});

test('a file with a problem in one course imports no other course', async () => {
  const wrong = folder.file(
    'wrong.json',
    (await readFile(await demo(), 'utf8')).replace('"state": "NT"', '"state": "XX"'),
  );
  const imported = await importFile(wrong, stand.url);
  expect(imported).toMatchObject({ ok: false, problems: [{ field: 'state' }] });
  expect(await rows()).toEqual([]);
});

test('a database failure in the middle leaves nothing imported', async () => {
  await stand.sql("alter table app.courses add constraint no_west check (golflink_course_id <> '80990')");
  await expect(importFile(await demo(), stand.url)).rejects.toThrow('no_west');
  await stand.sql('alter table app.courses drop constraint no_west');
  expect(await rows()).toEqual([]);
});

test('two concurrent imports leave the same courses', async () => {
  const courses = await demo();
  const both = await Promise.all([importFile(courses, stand.url), importFile(courses, stand.url)]);
  const added = both.map((imported) => (imported.ok ? imported.saved.added : -1));
  expect(new Set(added)).toEqual(new Set([0, 9]));
  expect(await rows()).toHaveLength(9);
});
