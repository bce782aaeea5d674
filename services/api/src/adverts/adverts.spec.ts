import { randomUUID } from 'node:crypto';
import { MESSAGES, type CourseAdvertsAnswer } from '@fairmark/contract';
import sharp from 'sharp';
import { courseId } from '@fairmark/server/courses/import/import-courses';
import { coursesOf, DEMO_COURSES } from '@fairmark/server/testing/courses';
import { apiForSuite, expectRefusal } from '../testing/api.js';
import { ADVERTS_DOCUMENT, COURSE_DOCUMENT } from './content/content.documents.js';
import { advert, ClubFolder, LANTERN_BAY, standIn } from './testing/sponsors.js';

const BEGINNING = new Date('2026-11-22T00:00:00Z');
const course = courseId(LANTERN_BAY);
let now = BEGINNING;
// One test breaks a table, which is logged.
const api = apiForSuite({ clock: () => now, logLevel: 'silent' });
const folder = new ClubFolder();

beforeAll(() => api.saves(...coursesOf(DEMO_COURSES)));
beforeEach(() => {
  now = BEGINNING;
});

describe('a course’s adverts', () => {
  const kim = api.cast();
  const ask = (id = course) => api.call<CourseAdvertsAnswer>('GET', `/api/courses/${id}/adverts`, undefined, kim);
  const bringsIn = (records: object[]) => folder.brings(records, api.databaseUrl);
  const namesAt = async (moment: string) => {
    now = new Date(moment);
    return (await ask()).body.sponsors.map(({ sponsorName }) => sponsorName);
  };

  it('are the house advert when none were imported', async () => {
    expect((await ask()).body).toEqual({
      status: 200,
      sponsors: [],
      defaultSponsor: { text: MESSAGES.houseAdvert, image: null },
    });
  });

  it('are those of the import in its order, with pictures in three sizes from the api itself', async () => {
    await folder.picture('tee.png', 660, 440);
    await bringsIn([
      advert({ image: 'tee.png', alt: 'A tee', weekendSlot: 2 }),
      standIn({ text: 'Ask in the pro shop' }),
      advert({ sponsorName: 'No Picture', slot: 18 }),
    ]);
    const { body } = await ask();
    const address = '/api/adverts/pictures/[\\w-]{43}';
    expect(body).toEqual({
      status: 200,
      sponsors: [
        {
          sponsorName: 'Tee & Sons',
          sponsoringCourse: course,
          slot: 1,
          weekendSlot: 2,
          text: 'Everything for the first tee',
          image: {
            url: expect.stringMatching(`^${address}$`),
            alt: 'A tee',
            srcSet: expect.stringMatching(`^${address} 165w, ${address} 330w, ${address} 495w$`),
          },
        },
        expect.objectContaining({ sponsorName: 'No Picture', slot: 18, weekendSlot: null, image: null }),
      ],
      defaultSponsor: { text: 'Ask in the pro shop', image: null },
    });
    const { url, srcSet } = body.sponsors[0]!.image!;
    expect(srcSet).toContain(`${url} 330w`);
  });

  it('have pictures that need no sign-in, are served only as images, and are cached for ever', async () => {
    const { url } = (await ask()).body.sponsors[0]!.image!;
    const shown = await fetch(`${api.url}${url}`);
    expect(shown.status).toBe(200);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/webp',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'same-origin',
    });
    const picture = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
    expect(picture).toMatchObject({ format: 'webp', width: 330, height: 220 });
    await bringsIn([advert()]);
    const gone = await fetch(`${api.url}${url}`);
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store']);
  });

  it('are active from the start of their first day to the end of their last, by the course’s clock', async () => {
    await bringsIn([
      advert({ sponsorName: 'Spring', from: '2026-09-01', until: '2026-11-30' }),
      advert({ sponsorName: 'Summer', from: '2026-12-01', until: '2026-12-31' }),
      advert({ sponsorName: 'Always', slot: 2 }),
    ]);
    // Victoria: ten hours ahead, eleven in summer.
    expect(await namesAt('2026-08-31T13:59:59.999Z')).toEqual(['Always']);
    expect(await namesAt('2026-08-31T14:00:00.000Z')).toEqual(['Spring', 'Always']);
    expect(await namesAt('2026-11-30T12:59:59.999Z')).toEqual(['Spring', 'Always']);
    expect(await namesAt('2026-11-30T13:00:00.000Z')).toEqual(['Summer', 'Always']);
    expect(await namesAt('2026-12-31T12:59:59.999Z')).toEqual(['Summer', 'Always']);
    expect(await namesAt('2026-12-31T13:00:00.000Z')).toEqual(['Always']);
  });

  it.each([randomUUID(), 'east'])('are refused for an unknown course, as %s', async (course) => {
    expectRefusal(await ask(course), 'COURSE_NOT_FOUND');
  });
});

const PATH = '/api/content/graphql';

describe('the content service', () => {
  const id = course;

  beforeAll(async () => {
    await folder.picture('tee.png', 660, 440);
    const records = [
      advert({ image: 'tee.png', alt: 'A tee', from: '2026-11-01', until: '2026-11-30' }),
      advert({ sponsorName: 'Tomorrow', slot: 2, from: '2026-11-23' }),
      advert({ sponsorName: 'Yesterday', slot: 3, until: '2026-11-21' }),
      standIn(),
    ];
    await folder.brings(records, api.databaseUrl);
  });

  const ask = (body: unknown) => api.call('POST', PATH, body);

  it('finds a course by its club’s number', async () => {
    const find = async (courseId: string) => (await ask({ query: COURSE_DOCUMENT, variables: { courseId } })).body;
    expect(await find(LANTERN_BAY)).toEqual({ data: { course: { id, name: 'Lantern Bay East (demo course)' } } });
    expect(await find('99999')).toEqual({ data: { course: null } });
  });

  it('answers the active adverts and the default of a course', async () => {
    const { status, body } = await ask({ query: ADVERTS_DOCUMENT, operationName: 'CourseAdverts', variables: { id } });
    expect([status, body]).toEqual([
      200,
      {
        data: {
          adverts: [
            {
              sponsorName: 'Tee & Sons',
              text: 'Everything for the first tee',
              slot: 1,
              weekendSlot: null,
              start: '2026-10-31T13:00:00.000Z',
              end: '2026-11-30T13:00:00.000Z',
              image: { url: expect.stringMatching(/^\/api\/adverts\/pictures\/[\w-]{43}$/), alt: 'A tee' },
            },
          ],
          defaultAdvert: { text: 'Ask in the pro shop', image: null },
        },
      },
    ]);
  });

  it('accepts its documents with any spaces, commas and comments', async () => {
    const query = `# a comment\n${COURSE_DOCUMENT.replaceAll(/\s+/g, ' , ')}`;
    expect(await ask({ query, variables: { courseId: LANTERN_BAY } })).toMatchObject({ status: 200 });
  });

  const variables = { courseId: LANTERN_BAY };
  it.each<[string, unknown]>([
    ['introspection', { query: '{ __schema { types { name fields { name } } } }', variables }],
    ['an added __typename', { query: COURSE_DOCUMENT.replace('name', 'name __typename'), variables }],
    ['a batch in one document', { query: `${COURSE_DOCUMENT} ${ADVERTS_DOCUMENT}`, variables }],
    ['an inline value', { query: `query Course { course(courseId: "${LANTERN_BAY}") { id name } }`, variables }],
    ['a deep nesting', { query: `{${'course{'.repeat(200)}id${'}'.repeat(201)}`, variables }],
    ['nothing', { query: '', variables }],
    ['a long document', { query: `${COURSE_DOCUMENT}${' '.repeat(2_000)}`, variables }],
    ['a document that is not text', { query: { kind: 'Document' }, variables: {} }],
    ['a list of requests', [{ query: COURSE_DOCUMENT, variables }]],
    ['no variables', { query: COURSE_DOCUMENT }],
    ['a missing variable', { query: COURSE_DOCUMENT, variables: {} }],
    ['a variable too many', { query: COURSE_DOCUMENT, variables: { ...variables, id } }],
    ['an object as a variable', { query: COURSE_DOCUMENT, variables: { courseId: { $gt: '' } } }],
    ['an invalid id', { query: ADVERTS_DOCUMENT, variables: { id: '30990' } }],
    ['another operation', { query: COURSE_DOCUMENT, operationName: 'CourseAdverts', variables }],
    ['extensions', { query: COURSE_DOCUMENT, variables, extensions: { persistedQuery: {} } }],
  ])('refuses %s', async (_, body) => {
    expectRefusal(await ask(body), 'INVALID_INPUT');
  });

  it('does not answer GET, and refuses forms and large bodies', async () => {
    const query = encodeURIComponent(COURSE_DOCUMENT);
    const get = await api.call('GET', `${PATH}?query=${query}&variables=${encodeURIComponent('{"courseId":"30990"}')}`);
    expectRefusal(get, 'NOT_FOUND');
    const form = await fetch(`${api.url}${PATH}`, { method: 'POST', body: new URLSearchParams({ query }) });
    expect(form.status).toBe(400);
    const large = { query: COURSE_DOCUMENT, variables: { courseId: 'x'.repeat(70_000) } };
    expectRefusal(await ask(large), 'PAYLOAD_TOO_LARGE');
  });

  it('answers GENERIC when the database fails', async () => {
    await api.sql('alter table app.default_adverts rename to away');
    const failed = await ask({ query: ADVERTS_DOCUMENT, variables: { id } });
    await api.sql('alter table app.away rename to default_adverts');
    expectRefusal(failed, 'GENERIC');
  });
});
