import { DataSource } from 'typeorm';
import { courseId } from '../../courses/import/save-courses.js';
import { importFile } from '../../courses/import/import-file.js';
import { DEMO_COURSES } from '../../courses/testing/courses.js';
import { BUCKETS } from '../../platform/rate-limits.js';
import { apiForSuite, startApi } from '../../testing/api.js';
import { importSponsors } from '../import/import-sponsors.js';
import { advert, ClubFolder, LANTERN_BAY, standIn } from '../testing/sponsors.js';
import { ADVERTS_DOCUMENT, COURSE_DOCUMENT } from './content.documents.js';

const PATH = '/api/content/graphql';

describe('the content service', () => {
  const api = apiForSuite({ clock: () => new Date('2026-11-22T00:00:00Z'), logLevel: 'silent' });
  let folder: ClubFolder;
  const id = courseId(LANTERN_BAY);

  beforeAll(async () => {
    await importFile(DEMO_COURSES, api.databaseUrl);
    folder = await ClubFolder.make();
    await folder.picture('tee.png', 660, 440);
    const records = [
      advert({ image: 'tee.png', alt: 'A tee', from: '2026-11-01', until: '2026-11-30' }),
      advert({ sponsorName: 'Tomorrow', slot: 2, from: '2026-11-23' }),
      advert({ sponsorName: 'Yesterday', slot: 3, until: '2026-11-21' }),
      standIn(),
    ];
    expect(await importSponsors(await folder.file('club.json', records), api.databaseUrl)).toMatchObject({ ok: true });
  });
  afterAll(async () => {
    await folder?.remove();
  });

  const ask = (body: unknown) => api.call('POST', PATH, body);
  const refused = { status: 400, body: { status: 400, error: { code: 'INVALID_INPUT' } } };

  it('finds a course by its club’s number', async () => {
    const found = await ask({ query: COURSE_DOCUMENT, variables: { courseId: LANTERN_BAY } });
    expect([found.status, found.body]).toEqual([
      200,
      { data: { course: { id, name: 'Lantern Bay East (demo course)' } } },
    ]);
    const none = await ask({ query: COURSE_DOCUMENT, variables: { courseId: '99999' } });
    expect([none.status, none.body]).toEqual([200, { data: { course: null } }]);
  });

  it('answers its active adverts and the default', async () => {
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

  it('takes its documents whatever their spaces, commas and comments', async () => {
    const query = `# a comment\n${COURSE_DOCUMENT.replaceAll(/\s+/g, ' , ')}`;
    expect(await ask({ query, variables: { courseId: LANTERN_BAY } })).toMatchObject({ status: 200 });
  });

  it.each([
    ['introspection', '{ __schema { types { name fields { name } } } }'],
    ['a look at a type', '{ __type(name: "Query") { name } }'],
    ['a type name beside', COURSE_DOCUMENT.replace('name', 'name __typename')],
    ['an alias', COURSE_DOCUMENT.replace('name', 'title: name')],
    [
      'a thousand aliases',
      `query Course($courseId: String!) { ${Array.from({ length: 40 }, (_, at) => `a${at}: course(courseId: $courseId) { id }`).join(' ')} }`,
    ],
    ['a batch in one document', `${COURSE_DOCUMENT} ${ADVERTS_DOCUMENT}`],
    ['a fragment that is its own', `${COURSE_DOCUMENT} fragment F on Course { ...F }`],
    ['a directive', COURSE_DOCUMENT.replace('name', 'name @skip(if: false)')],
    ['a value in place', `query Course { course(courseId: "${LANTERN_BAY}") { id name } }`],
    ['another name', COURSE_DOCUMENT.replace('query Course(', 'query Anything(')],
    ['fewer fields', COURSE_DOCUMENT.replace('name', '')],
    ['a mutation', 'mutation { removeCourse(id: 1) { id } }'],
    ['a subscription', 'subscription { adverts { text } }'],
    ['a deep nesting', `{${'course{'.repeat(200)}id${'}'.repeat(201)}`],
    ['open brackets', '{'.repeat(1_900)],
    ['a string without an end', 'query Course($courseId: String!) { course(courseId: "'],
    ['what is no GraphQL', "'; drop table app.adverts; --"],
    ['nothing', ''],
    ['a long one', `${COURSE_DOCUMENT}${' '.repeat(2_000)}`],
  ])('refuses %s', async (_, query) => {
    expect(await ask({ query, variables: { courseId: LANTERN_BAY } })).toMatchObject(refused);
    expect(await ask({ query, variables: {} })).toMatchObject(refused);
  });

  it.each<[string, unknown]>([
    ['a list of requests', [{ query: COURSE_DOCUMENT, variables: { courseId: LANTERN_BAY } }]],
    ['no variables', { query: COURSE_DOCUMENT }],
    ['variables that are a list', { query: COURSE_DOCUMENT, variables: [LANTERN_BAY] }],
    ['a missing variable', { query: COURSE_DOCUMENT, variables: {} }],
    ['one too many', { query: COURSE_DOCUMENT, variables: { courseId: LANTERN_BAY, id } }],
    ['one of another kind', { query: COURSE_DOCUMENT, variables: { courseId: 30_990 } }],
    ['an object for it', { query: COURSE_DOCUMENT, variables: { courseId: { $gt: '' } } }],
    ['a long one', { query: COURSE_DOCUMENT, variables: { courseId: 'x'.repeat(21) } }],
    ['one with a quote', { query: COURSE_DOCUMENT, variables: { courseId: "' or 1=1" } }],
    ['an id that is none', { query: ADVERTS_DOCUMENT, variables: { id: '30990' } }],
    ['the name of another', { query: COURSE_DOCUMENT, operationName: 'CourseAdverts', variables: { courseId: '1' } }],
    ['extensions', { query: COURSE_DOCUMENT, variables: { courseId: '1' }, extensions: { persistedQuery: {} } }],
    ['a document that is none', { query: { kind: 'Document' }, variables: {} }],
  ])('refuses %s', async (_, body) => {
    expect(await ask(body)).toMatchObject(refused);
  });

  it('is not there for GET, and takes no form and no endless body', async () => {
    const query = encodeURIComponent(COURSE_DOCUMENT);
    const get = await api.call('GET', `${PATH}?query=${query}&variables=${encodeURIComponent('{"courseId":"30990"}')}`);
    expect(get).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } });
    const form = await fetch(`${api.url}${PATH}`, { method: 'POST', body: new URLSearchParams({ query }) });
    expect(form.status).toBe(400);
    const large = { query: COURSE_DOCUMENT, variables: { courseId: 'x'.repeat(70_000) } };
    expect(await ask(large)).toMatchObject({ status: 413, body: { error: { code: 'PAYLOAD_TOO_LARGE' } } });
  });

  it('fails as everything else does when its rows can not be asked', async () => {
    const source = api.app.get(DataSource);
    await source.query('alter table app.default_adverts rename to away');
    const failed = await ask({ query: ADVERTS_DOCUMENT, variables: { id } });
    await source.query('alter table app.away rename to default_adverts');
    expect(failed).toMatchObject({ status: 500, body: { status: 500, error: { code: 'GENERIC' } } });
  });

  it('has a limit by address', async () => {
    const limited = await startApi(api.databaseUrl, { rateLimitScale: 0.02 });
    try {
      const statuses: number[] = [];
      for (let n = 0; n <= BUCKETS.content.points * 0.02; n += 1) {
        statuses.push((await limited.call('POST', PATH, { query: '{}', variables: {} })).status);
      }
      expect(new Set(statuses.slice(0, -1))).toEqual(new Set([400]));
      expect(statuses.at(-1)).toBe(429);
    } finally {
      await limited.stop();
    }
  });
});
