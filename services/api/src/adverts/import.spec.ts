import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { AdvertRow, DefaultAdvertRow } from '@fairmark/server/database/entities';
import { Stand } from '@fairmark/projector/testing/stand';
import sharp from 'sharp';
import { withDatabase } from '@fairmark/server';
import { drawnAs } from '@fairmark/server/pictures/club-picture';
import { saveCourses } from '@fairmark/server/courses/import/import-courses';
import { coursesOf, linesOf, DEMO_COURSES, EXAMPLE_JSON as EXAMPLE_COURSE } from '@fairmark/server/testing/courses';
import { importSponsors, removeSponsors } from '@fairmark/server/adverts/import-sponsors';
import { keepFetched } from './remote/remote-adverts.js';
import { advert, ClubFolder, DEMO_SPONSORS, EXAMPLE_CSV, EXAMPLE_JSON, plain, standIn } from './testing/sponsors.js';

const stand = Stand.forSuite();
const folder = new ClubFolder();
const courses = [...coursesOf(DEMO_COURSES), ...coursesOf(EXAMPLE_COURSE)];

beforeEach(() => withDatabase(stand.url, (client) => saveCourses(client, courses)));

const NAMED = 'sponsor_name as "sponsorName", starts_at as "startsAt", ends_at as "endsAt"';
const adverts = () => stand.sql<AdvertRow>(`select *, ${NAMED} from app.adverts order by place`);
const defaults = () => stand.sql<DefaultAdvertRow>('select * from app.default_adverts');
const pictures = () => stand.sql<{ id: string; webp: Buffer }>('select id, webp from app.advert_pictures');

const all = () => Promise.all([adverts(), defaults(), pictures()]);

const bringsIn = (records: object[]): Promise<void> => folder.brings(records, stand.url);

/** `line: field message` for each problem of a file with one record per line. */
async function problemsOf(records: unknown[]): Promise<string[]> {
  const lines = records.map((record) => JSON.stringify(record)).join(',\n');
  return problemsOfFile(folder.file('club.json', `[\n${lines}\n]`));
}

async function problemsOfFile(file: string): Promise<string[]> {
  const imported = await importSponsors(file, stand.url);
  return imported.ok ? [] : linesOf(imported.problems);
}

describe('an import of adverts', () => {
  test('reads the same from the CSV and JSON examples of the documentation', async () => {
    const rows = async () => [
      (await adverts()).map(({ id, ...row }) => ({ ...row, has: id !== '' })),
      (await defaults()).map(({ text, image }) => ({ text, image })),
    ];
    expect(await importSponsors(EXAMPLE_JSON, stand.url)).toEqual({
      ok: true,
      courses: [{ name: expect.any(String), adverts: 3, advertsBefore: 0, hasDefault: true }],
    });
    const fromJson = await rows();
    expect(await importSponsors(EXAMPLE_CSV, stand.url)).toMatchObject({ courses: [{ advertsBefore: 3 }] });
    expect(await rows()).toEqual(fromJson);
    expect(fromJson[0]?.[0]).toMatchObject({
      sponsorName: 'Second Shot Coffee',
      slot: 1,
      weekend_slot: 1,
      startsAt: null,
    });
  });

  test('re-encodes pictures as WebP for one to three pixels a point, never enlarged', async () => {
    const [large, middle, small] = [
      await folder.picture('large.png', 900, 600),
      await folder.picture('middle.png', 300, 150),
      await folder.picture('small.png', 220, 110),
    ];
    await bringsIn([large, middle, small].map((image, at) => advert({ slot: at + 1, image, alt: 'Green' })));
    const sizes = (await adverts()).map(({ image }) => image?.sizes.map(({ width }) => width));
    expect(sizes).toEqual([[165, 330, 495], [220, 300], [220]]);
    const [stored] = (await adverts()).map(({ image }) => image);
    expect(stored?.alt).toBe('Green');
    const rows = await pictures();
    for (const { id, width } of stored?.sizes ?? []) {
      const row = rows.find((row) => row.id === id);
      expect(await sharp(row?.webp).metadata()).toMatchObject({ format: 'webp', width, hasAlpha: false });
    }
  });

  test('replaces only the adverts of the courses it names, and removes unused pictures', async () => {
    await folder.picture('old.png', 400, 330, '#aa0000');
    await folder.picture('both.png', 400, 330, '#00aa00');
    await bringsIn([
      advert({ image: 'old.png', alt: 'Red' }),
      standIn({ image: 'both.png', alt: 'Green' }),
      advert({ golflinkCourseId: '20990', image: 'both.png', alt: 'Green' }),
    ]);
    expect(await pictures()).toHaveLength(6);
    await keepFetched(stand.pool, [{ id: 'c-of-elsewhere', webp: Buffer.alloc(0), width: 1 }]);
    await bringsIn([advert({ sponsorName: 'New' }), advert({ sponsorName: 'Newer', slot: 2 })]);
    expect((await adverts()).map(({ sponsorName }) => sponsorName).sort()).toEqual(['New', 'Newer', 'Tee & Sons']);
    expect(await defaults()).toEqual([]);
    expect(await pictures()).toHaveLength(4);
  });

  test('keeps its pictures, however many were fetched from a content service', async () => {
    await folder.picture('ours.png', 400, 330);
    await bringsIn([advert({ image: 'ours.png', alt: 'Green' })]);
    const ours = await pictures();
    await stand.sql(
      `insert into app.advert_pictures (id, webp, fetched_at, imported)
       select 'c-' || n, '', now() + interval '1 minute', false from generate_series(1, 6001) n`,
    );
    await keepFetched(stand.pool, []);
    const kept = await pictures();
    expect(kept).toHaveLength(6_000 + ours.length);
    expect(kept).toEqual(expect.arrayContaining(ours));
  });

  test('is all or nothing, even when the database fails in the middle', async () => {
    await bringsIn([advert(), standIn()]);
    const before = await all();
    await folder.picture('new.png');
    const file = folder.file('new.json', [advert({ image: 'new.png', alt: 'New' }), advert({ slot: 7 })]);
    await stand.sql('alter table app.adverts add constraint no_seven check (slot <> 7)');
    await expect(importSponsors(file, stand.url)).rejects.toThrow('no_seven');
    await stand.sql('alter table app.adverts drop constraint no_seven');
    expect(await all()).toEqual(before);
    expect(await problemsOf([advert({ text: 'Changed' }), advert({ slot: 19 })])).toHaveLength(1);
    expect(await all()).toEqual(before);
  });

  test('run twice at once leaves one of the two', async () => {
    const files = ['One', 'Two'].map((sponsorName) =>
      folder.file(`${sponsorName}.json`, [advert({ sponsorName }), advert({ sponsorName, slot: 2 })]),
    );
    await Promise.all(files.map((file) => importSponsors(file, stand.url)));
    const names = (await adverts()).map(({ sponsorName }) => sponsorName);
    expect(names).toHaveLength(2);
    expect(names[0]).toBe(names[1]);
  });

  test('can skip courses that have adverts', async () => {
    const demo = await importSponsors(DEMO_SPONSORS, stand.url, { whereNone: true });
    expect(demo).toMatchObject({
      ok: true,
      courses: Array.from({ length: 9 }, () => ({ adverts: 10, hasDefault: true })),
    });
    const before = await adverts();
    expect(before.every(({ image, startsAt, endsAt }) => image && !startsAt && !endsAt)).toBe(true);
    expect(await importSponsors(DEMO_SPONSORS, stand.url, { whereNone: true })).toEqual({ ok: true, courses: [] });
    expect(await adverts()).toEqual(before);
  });

  test('can be removed', async () => {
    await folder.picture('new.png');
    await bringsIn([advert({ image: 'new.png', alt: 'New' }), standIn()]);
    expect(await removeSponsors('30990', stand.url)).toMatchObject({
      advertsBefore: 1,
      adverts: 0,
      hasDefault: false,
    });
    expect(await all()).toEqual([[], [], []]);
    expect(await removeSponsors('99999', stand.url)).toBeNull();
  });
});

describe('a file with problems', () => {
  test('is refused with all of them, each with its line', async () => {
    await folder.picture('low.png', 300, 109);
    await folder.picture('tower.png', 110, 330);
    folder.file('drawing.png', '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"/>');
    folder.file('half.png', (await plain(400, 330).png().toBuffer()).subarray(0, 200));
    folder.file('large.jpg', Buffer.concat([await plain(400, 330).jpeg().toBuffer(), Buffer.alloc(2_097_152)]));
    await mkdir(path.join(folder.place, 'folder.png'));
    const pictured = (image: string, slot: number) => advert({ image, alt: 'A picture', slot });
    const absent = 'image does not exist: its path is relative to the folder of this file';
    const wrong: [record: unknown, ...problems: string[]][] = [
      [
        advert({ sponsorName: '', text: 'x'.repeat(121) }),
        'sponsorName must not be empty',
        'text must be 120 characters or less',
      ],
      [advert({ slot: 19 }), 'slot must be a whole number from 1 to 18'],
      [advert({ slot: null }), 'slot or weekendSlot is needed: without one the advert never shows'],
      [advert({ from: '2026-02-30' }), 'from must be a day such as 2026-11-30'],
      [advert({ until: '30/11/2026' }), 'until must be a day such as 2026-11-30'],
      [advert({ from: '2026-11-30', until: '2026-11-29' }), 'until is before from'],
      [
        advert({ golflinkCourseId: '99999' }),
        'golflinkCourseId is not the number of a known course: import the course first',
      ],
      [
        advert({ golflinkCourseId: 'Lantern Bay' }),
        'golflinkCourseId must be five digits, for a further course of the club followed by a dash and a number',
      ],
      [advert({ slot: 5, image: 'none.png' }), 'alt is missing: it describes the picture', absent],
      [advert({ slot: 6, alt: 'Nothing' }), 'alt describes a picture, but there is no image'],
      [advert({ colour: 'red' }), 'colour is not a known field'],
      [pictured('none.png', 8), absent],
      [pictured('low.png', 9), 'image must be at least 110 pixels high'],
      [pictured('tower.png', 10), 'image must be between 0.8 and 8 times as wide as it is high'],
      [pictured('drawing.png', 11), 'image must be a JPEG, PNG or WebP picture'],
      [pictured('half.png', 12), 'image is a picture that cannot be read'],
      [pictured('large.jpg', 13), 'image must be a file of 2 MB or less'],
      [pictured('folder.png', 14), 'image cannot be read (EISDIR)'],
      [{ record: 'sponsor' }, 'record must be one of advert, default'],
      [5, 'record must be an object with a record of its kind'],
    ];
    const expected = wrong.flatMap(([, ...problems], at) => problems.map((problem) => `${at + 2}: ${problem}`));
    expect(await problemsOf(wrong.map(([record]) => record))).toEqual(expected);
  });

  test('a picture that takes too long on a busy machine, which is not called unreadable', async () => {
    const slow = drawnAs(plain(4_000, 4_000).blur(300).timeout({ seconds: 1 }), 80);
    await expect(slow).rejects.toThrow('took too long to read: try again');
  });

  const twoDays = advert({ from: '2026-11-10', until: '2026-11-11' });
  const taken = (slot: string) => [`3: ${slot} belongs to the advert on line 2 on some of these days`];
  test.each<[string, object[], string[]]>([
    ['a slot twice', [advert(), advert()], taken('slot 1')],
    ['a weekend slot twice', [advert({ weekendSlot: 2 }), advert({ slot: 2, weekendSlot: 2 })], taken('weekendSlot 2')],
    ['one day in common', [advert({ until: '2026-11-30' }), advert({ from: '2026-11-30' })], taken('slot 1')],
    ['one inside the other', [twoDays, advert({ from: '2026-11-01', until: '2026-11-30' })], taken('slot 1')],
    ['two defaults', [standIn(), standIn()], ['3: record default exists already for this course, on line 2']],
    ['one after the other', [advert({ until: '2026-11-29' }), advert({ from: '2026-11-30' })], []],
    ['the same slot of two courses', [advert(), advert({ golflinkCourseId: '20990' })], []],
    ['hole 1 and Saturday', [advert(), advert({ slot: null, weekendSlot: 1 })], []],
  ])('%s', async (_, records, problems) => {
    expect(await problemsOf(records)).toEqual(problems);
  });

  test('is refused with more than 100 adverts of a course', async () => {
    const days = Array.from({ length: 150 }, (_, at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10));
    const many = days.map((day) => advert({ from: day, until: day }));
    expect(await problemsOf(many.slice(0, 101))).toEqual(['102: golflinkCourseId has more than 100 adverts']);
    expect(await problemsOf(many)).toHaveLength(2);
  });

  const HEADER = 'record,golflinkCourseId,text,sponsorName,slot';
  test.each([
    ['a.xlsx', 'x', ['1: file must end in .json or .csv']],
    ['a.csv', 'record,text,colour', ['1: colour is not a known column', '1: golflinkCourseId is missing']],
    [
      'a.csv',
      `${HEADER}\n\nadvert,30990,"a\nb",Tee & Sons,first\n`,
      ['4: text must not hold control characters', '4: slot must be a whole number from 1 to 18'],
    ],
    ['a.csv', `${HEADER}\ndefault,30990,Hello,Tee & Sons,`, ['2: sponsorName is not a known field']],
  ])('%# %s', async (name, text, problems) => {
    expect(await problemsOfFile(folder.file(name, text))).toEqual(problems);
  });
});
