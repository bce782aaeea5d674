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
const imports = (file: string) => importFile(file, stand.url);
const saved = (courses: { added?: number; changed?: number; unchanged?: number }) => ({
  ok: true,
  saved: { added: 0, changed: 0, unchanged: 0, ...courses },
});

/** The demo courses without the pictures, which take long to encode. */
const demo = async (): Promise<string> =>
  folder.file('demo.json', (await readFile(DEMO_COURSES, 'utf8')).replaceAll(/"image": "[^"]+"/g, '"image": null'));

test('an import adds courses, and changes nothing the second time', async () => {
  const courses = await demo();
  expect(await imports(courses)).toEqual(saved({ added: 9 }));
  const before = await rows();
  expect(await imports(courses)).toEqual(saved({ unchanged: 9 }));
  expect(await rows()).toEqual(before);
});

test('a course from CSV is unchanged from JSON, whatever the order of rows', async () => {
  await imports(EXAMPLE_JSON);
  const [header, ...lines] = (await readFile(EXAMPLE_CSV, 'utf8')).trimEnd().split('\n');
  const holes = lines.filter((line) => line.startsWith('hole'));
  const others = lines.filter((line) => !line.startsWith('hole'));
  const shuffled = folder.file('shuffled.csv', [header, ...holes.reverse(), ...others].join('\n'));
  expect(await imports(shuffled)).toEqual(saved({ unchanged: 1 }));
});

describe('a picture', () => {
  const withImage = async (image: unknown): Promise<string> => {
    const [course] = JSON.parse(await readFile(EXAMPLE_JSON, 'utf8')) as object[];
    return folder.file('a.json', JSON.stringify([{ ...course, image }]));
  };
  const kept = async (): Promise<number> => (await stand.sql('select from app.course_pictures')).length;
  const park = (name: string, colour: string, width = 1200, height = 800) =>
    plain(width, height, colour).withMetadata({ orientation: 6 }).jpeg().toFile(path.join(folder.place, name));

  test('is found relative to its file, stored in two sizes, and deleted when no course shows it', async () => {
    await park('park.jpg', 'green');
    const courses = await withImage('park.jpg');
    expect(await imports(courses)).toEqual(saved({ added: 1 }));
    expect(await imports(courses)).toEqual(saved({ unchanged: 1 }));
    const [first] = await rows();
    expect(await kept()).toBe(2);
    await park('park.jpg', 'blue');
    expect(await imports(courses)).toEqual(saved({ changed: 1 }));
    const [second] = await rows();
    expect(second!.image!.small.url).not.toBe(first!.image!.small.url);
    expect(await kept()).toBe(2);
    await imports(await withImage(null));
    expect([(await rows())[0]!.image, await kept()]).toEqual([null, 0]);
  });

  test.each([
    ['missing.jpg', 'does not exist: its path is relative to the folder of this file'],
    ['coarse.jpg', 'must be at least 480 pixels wide and 160 high'],
  ])('that is %s is refused, and nothing is imported', async (image, message) => {
    await park('coarse.jpg', 'green', 600, 479);
    const problems = [{ line: 1, field: 'image', message }];
    expect(await imports(await withImage(image))).toEqual({ ok: false, problems });
    expect(await rows()).toEqual([]);
  });
});

test('a changed course keeps its id', async () => {
  await imports(EXAMPLE_JSON);
  const [before] = await rows();
  const text = (await readFile(EXAMPLE_JSON, 'utf8')).replace('"slope": 119', '"slope": 120');
  expect(await imports(folder.file('a.json', text))).toEqual(saved({ changed: 1 }));
  const [after] = await rows();
  expect([before?.id, after?.id]).toEqual([courseId('29990'), courseId('29990')]);
  const standard = (rating: number) => expect.objectContaining({ ratingKind: 'Standard Tees', gender: 'MALE', rating });
  expect(before?.slopeRatings).toContainEqual(standard(119));
  expect(after?.slopeRatings).toContainEqual(standard(120));
});

test('a file with a problem in one course imports no other course', async () => {
  const text = (await readFile(await demo(), 'utf8')).replace('"state": "NT"', '"state": "XX"');
  expect(await imports(folder.file('wrong.json', text))).toMatchObject({ ok: false, problems: [{ field: 'state' }] });
  expect(await rows()).toEqual([]);
});

test('a database failure in the middle leaves nothing imported', async () => {
  await stand.sql("alter table app.courses add constraint no_west check (golflink_course_id <> '80990')");
  await expect(imports(await demo())).rejects.toThrow('no_west');
  await stand.sql('alter table app.courses drop constraint no_west');
  expect(await rows()).toEqual([]);
});

test('two concurrent imports leave the same courses', async () => {
  const courses = await demo();
  const both = await Promise.all([imports(courses), imports(courses)]);
  expect(both).toEqual(expect.arrayContaining([saved({ added: 9 }), saved({ unchanged: 9 })]));
  expect(await rows()).toHaveLength(9);
});
