import type { Course } from '@fairmark/contract';
import { Client } from 'pg';
import sharp from 'sharp';
import { apiForSuite, FIRST_DEMO } from '../testing/api.js';
import { importFile } from '@fairmark/server/courses/import/import-courses';
import { DEMO_COURSES } from '@fairmark/server/testing/courses';

const api = apiForSuite();
beforeAll(() => importFile(DEMO_COURSES, api.databaseUrl));

async function search(query: string): Promise<Course[]> {
  const answer = await api.call<{ courses: Course[] }>('GET', `/api/courses?query=${encodeURIComponent(query)}`);
  expect(answer.status).toBe(200);
  return answer.body.courses;
}

const names = (courses: Course[]): string[] => courses.map(({ name }) => name.replace(' (demo course)', ''));

describe('the search', () => {
  test.each([
    ['lantern', ['Lantern Bay East', 'Lantern Bay West']],
    ['TERN BAY', ['Lantern Bay East', 'Lantern Bay West']],
    ['  lantern \t bay e ', ['Lantern Bay East']],
    ['country club', ['Pandanus Creek']],
    ['headland', ['Harrow Point']],
    ['%', []],
    ['_', []],
    ['\\', []],
    ["'; drop table app.courses; --", []],
    // A match must not span two names.
    ['course)lantern', []],
    ['course) lantern', []],
  ])('for %j finds %j', async (query, expected) => {
    expect(names(await search(query))).toEqual(expected);
  });

  test('without text answers the first 20 courses by name', async () => {
    const many = Array.from({ length: 30 }, (_, at) => ({
      golflinkCourseId: `11${String(at).padStart(3, '0')}`,
      name: `aardvark 100% ${at}`,
    }));
    await api.copies(...many);
    const [all, escaped] = await Promise.all([search(''), search('0% 2')]);
    await api.sql("delete from app.courses where golflink_course_id like '11%'");
    const byName = many.map(({ name }) => name).sort();
    expect(JSON.stringify(all).length).toBeLessThan(400_000);
    expect(names(all)).toEqual(byName.slice(0, 20));
    expect(names(escaped)).toEqual(byName.filter((name) => name.includes('0% 2')));
  });

  test('can use the index for any part of a name', async () => {
    const client = new Client({ connectionString: api.databaseUrl });
    await client.connect();
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      "explain select id from app.courses where search_text like lower('%lantern%')",
    );
    await client.end();
    expect(rows.map((row) => row['QUERY PLAN']).join()).toContain('courses_search');
  });
});

describe('a course', () => {
  test('has its tees, ratings, pars, distances and indexes', async () => {
    const [found] = await search('lantern bay east');
    const { status, body } = await api.call<{ course: Course; status: number }>('GET', `/api/courses/${found!.id}`);
    expect([status, body.status]).toEqual([200, 200]);
    expect(body.course).toEqual(found);
    const picture = { url: expect.stringMatching(/^\/api\/courses\/pictures\/[\w-]{43}$/) };
    expect(body.course).toMatchObject({
      name: 'Lantern Bay East (demo course)',
      clubName: 'Lantern Bay Golf Club',
      courseName: 'East',
      state: 'VIC',
      timeZone: 'Australia/Melbourne',
      image: { small: picture, large: picture },
      golflinkCourseId: '30990',
      handicapModifier: 0.93,
      holes: 18,
      tees: FIRST_DEMO.tees,
    });
    expect(body.course.holesList).toEqual(
      FIRST_DEMO.holes.map((hole) => ({ ...hole, ladies_standard: hole.ladiesStandard })),
    );
    const championship = { ratingKind: 'Ladies Championship Tees', tee: 'Championship', gender: 'FEMALE' };
    expect(body.course.slopeRatings).toContainEqual({ ...championship, rating: 137 });
    expect(body.course.parRatings.map(({ ratingKind, rating }) => [ratingKind, rating])).toEqual([
      ['Championship Tees', 72],
      ['Ladies Championship Tees', 73],
      ['Standard Tees', 72],
      ['Ladies Tees', 73],
    ]);
    expect(body.course.scratchRatings).toHaveLength(4);
  });

  test('has a picture in two sizes, which browsers cache', async () => {
    const [pictured] = await search('lantern bay east');
    const sizes = await Promise.all(
      [pictured!.image!.small, pictured!.image!.large].map(async ({ url }) => {
        const answer = await fetch(api.url + url);
        expect(answer.headers.get('content-type')).toBe('image/webp');
        expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
        expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox");
        const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
        return [width, height];
      }),
    );
    expect(sizes).toEqual([
      [144, 144],
      [960, 320],
    ]);
    const [plain] = await search('fernside');
    expect(plain!.image).toBeNull();
    const unknown = await api.call('GET', `/api/courses/pictures/${'x'.repeat(43)}`);
    expect([unknown.status, unknown.body.error?.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('has the club’s words in place of a rating, and refuses golfers who need it', async () => {
    const ratings = FIRST_DEMO.ratings.map(({ slope, scratch, ...rating }) =>
      rating.ratingKind === 'Standard Tees' ? { ...rating, ratingCopy: 'Being rated' } : { ...rating, slope, scratch },
    );
    await api.copies({ name: 'Unrated', golflinkCourseId: '99997', ratings });
    const [found] = await search('unrated');
    const standard = { ratingKind: 'Standard Tees', tee: 'Standard', gender: 'MALE' };
    expect(found!.slopeRatings).toContainEqual({ ...standard, ratingCopy: 'Being rated' });
    expect(found!.scratchRatings).toContainEqual({ ...standard, ratingCopy: 'Being rated' });
    expect(found!.parRatings).toContainEqual({ ...standard, rating: 72 });
    const [man, woman] = [await api.golfer({ gender: 'MALE' }), await api.golfer({ gender: 'FEMALE' })];
    const settings = { course: found!.id, tee: 'Standard', playType: 'COMPETITION', matchType: 'STROKE' };
    const creates = async (token: string) => {
      const { status, body } = await api.call('POST', '/api/match/create', settings, { token });
      return [status, body.error?.code];
    };
    expect(await creates(man.token)).toEqual([409, 'HANDICAP_UNKNOWN']);
    expect(await creates(woman.token)).toEqual([201, undefined]);
  });
});
