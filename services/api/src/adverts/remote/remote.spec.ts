import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MESSAGES, type CourseAdvertsAnswer } from '@fairmark/contract';
import { eventually, onThisMachine } from '@fairmark/events/testing/eventually';
import { createLogger } from '@fairmark/server';
import sharp from 'sharp';
import { courseId } from '@fairmark/server/courses/import/import-courses';
import { coursesOf, DEMO_COURSES } from '@fairmark/server/testing/courses';
import { apiForSuite } from '../../testing/api.js';
import { presentAdverts } from '../advert.js';
import { advert, ClubFolder, LANTERN_BAY, plain, standIn } from '../testing/sponsors.js';
import { RemoteAdverts } from './remote-adverts.js';

/** An answer from memory comes well within this. */
const AT_ONCE_MS = 2_000;
const MINUTE_MS = 60_000;
const FAILED = 'the content service failed';
const NO_PICTURE = 'a picture of the content service could not be fetched';
const course = courseId(LANTERN_BAY);
let now = new Date();
let lines: Record<string, unknown>[] = [];
const logger = createLogger('api', 'warn', { write: (line) => void lines.push(JSON.parse(line)) });
const later = (ms: number) => (now = new Date(now.getTime() + ms));

beforeEach(() => {
  now = new Date('2026-11-22T00:00:00Z');
  lines = [];
});

describe('adverts of another Fairmark', () => {
  const folder = new ClubFolder();
  const content = apiForSuite({ clock: () => now });
  const api = apiForSuite(() => ({ contentUrl: `${content.url}/api/content/graphql`, clock: () => now, logger }));

  it('are shown with re-encoded pictures, served by the api itself', async () => {
    for (const each of [content, api]) await each.saves(...coursesOf(DEMO_COURSES));
    const { token } = await api.golfer();
    await folder.picture('tee.png', 660, 440);
    const records = [advert({ image: 'tee.png', alt: 'A tee' }), standIn({ image: 'tee.png', alt: 'The same tee' })];
    await folder.brings(records, content.databaseUrl);
    const ask = async () =>
      (await api.call<CourseAdvertsAnswer>('GET', `/api/courses/${course}/adverts`, undefined, { token })).body;
    await eventually(async () => {
      // On a busy machine a request may time out, and is tried again after five minutes of this clock.
      if (lines.splice(0).length > 0) later(6 * MINUTE_MS);
      return (await ask()).defaultSponsor.image !== null;
    });
    const { sponsors, defaultSponsor } = await ask();
    expect(sponsors).toMatchObject([
      { sponsorName: 'Tee & Sons', sponsoringCourse: course, slot: 1, weekendSlot: null, image: { alt: 'A tee' } },
    ]);
    expect(defaultSponsor).toMatchObject({ text: 'Ask in the pro shop', image: { alt: 'The same tee' } });
    const { url } = sponsors[0]!.image!;
    const picture = await fetch(api.url + url);
    const drawn = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
    expect(drawn).toMatchObject({ format: 'webp', width: 330 });
    expect((await fetch(content.url + url)).status).toBe(404);
    // Imported adverts do not remove fetched pictures.
    await folder.brings([advert()], api.databaseUrl);
    expect((await fetch(api.url + url)).status).toBe(200);
  });
});

describe('adverts of a content service that misbehaves', () => {
  type Behaviour = (request: IncomingMessage, response: ServerResponse, body: string) => void;
  /** By default it never answers. */
  let behaviour: Behaviour;
  /** `METHOD /path` of every request. */
  let asked: string[];
  let remote: RemoteAdverts;
  let server: Server;
  const port = () => (server.address() as AddressInfo).port;

  beforeEach(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        asked.push(`${request.method} ${request.url}`);
        behaviour(request, response, body);
      });
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    behaviour = () => undefined;
    asked = [];
    remote = new RemoteAdverts({
      contentUrl: `http://127.0.0.1:${port()}/graphql`,
      imageOrigins: [`http://localhost:${port()}`],
      keep: () => Promise.resolve(),
      clock: () => now,
      logger,
    });
  });
  afterEach(() => {
    remote.beforeApplicationShutdown();
    server.close().closeAllConnections();
  });

  const spring = { sponsorName: 'Spring', text: 'Hello', slot: 1 };
  const nothing = { sponsors: [], defaultSponsor: { text: MESSAGES.houseAdvert, image: null } };
  /** Answers the two documents with these adverts, and pictures with these bytes. */
  const serves = (adverts: unknown, defaultAdvert: object | null = null, picture = Buffer.alloc(0)): Behaviour =>
    (behaviour = ({ method }, response, body) => {
      const data = body.includes('query CourseAdverts(') ? { adverts, defaultAdvert } : { course: { id: 'cms-7' } };
      response.end(method === 'POST' ? JSON.stringify({ data }) : picture);
    });
  const ask = async () => {
    const started = performance.now();
    const answer = await remote.ofCourse({ id: course, golflinkCourseId: LANTERN_BAY });
    expect(performance.now() - started).toBeLessThan(onThisMachine(AT_ONCE_MS));
    return presentAdverts(course, answer, now);
  };
  const names = async () => (await ask()).sponsors.map(({ sponsorName }) => sponsorName);
  /** Asks until it is logged: the cache may keep its clock's time for a millisecond. */
  const logged = (text: string) => eventually(async () => (await ask()) && lines.some(({ msg }) => msg === text));
  const shows = (...expected: string[]) => eventually(async () => (await names()).join() === expected.join());

  it('by never answering delays no page, and gets one request at a time', async () => {
    const twenty = Array.from({ length: 20 }, ask);
    expect(await Promise.all(twenty)).toEqual(twenty.map(() => nothing));
    await logged(FAILED);
    expect(lines).toMatchObject([{ course, err: expect.anything() }]);
    // It gets no request for a while after a failure.
    expect(await ask()).toEqual(nothing);
    expect(asked).toEqual(['POST /graphql']);
    serves([spring]);
    later(15_001);
    await shows('Spring');
  });

  it('are requested for at most eight courses at once', async () => {
    const held: ServerResponse[] = [];
    behaviour = ({ method }, response) => void (method === 'POST' ? held.push(response) : response.end());
    const many = Array.from({ length: 20 }, (_, n) => remote.ofCourse({ id: `${n}`, golflinkCourseId: `${n}` }));
    await eventually(() => held.length >= 8);
    // Later than any other that was sent with those.
    await fetch(`http://127.0.0.1:${port()}/`);
    expect(held).toHaveLength(8);
    behaviour = json({ data: { course: null } });
    for (const response of held) response.end('{}');
    await eventually(() => asked.filter((request) => request === 'POST /graphql').length === 20);
    await Promise.all(many);
  });

  it('are refreshed after a minute; meanwhile, and while it is down, the known ones are shown', async () => {
    serves([spring]);
    await shows('Spring');
    serves([{ ...spring, sponsorName: 'Summer' }]);
    later(MINUTE_MS);
    expect(await names()).toEqual(['Spring']);
    later(1);
    expect(await names()).toEqual(['Spring']);
    await shows('Summer');
    behaviour = (_, response) => response.destroy();
    later(MINUTE_MS + 1);
    expect(await names()).toEqual(['Summer']);
    await logged(FAILED);
    expect(await names()).toEqual(['Summer']);
    serves([spring]);
    later(15_001);
    await shows('Spring');
  });

  const json =
    (data: unknown): Behaviour =>
    (_, response) =>
      void response.end(JSON.stringify(data));
  it.each<[string, Behaviour | { adverts: unknown; defaultAdvert?: object }]>([
    ['something other than JSON', (_, response) => void response.end('<html>')],
    ['an error status', (_, response) => void response.writeHead(500).end('{"data":{"course":null}}')],
    ['a redirect', (_, response) => void response.writeHead(307, { location: '/elsewhere' }).end()],
    ['errors of GraphQL', json({ data: { course: null }, errors: [{ message: 'no' }] })],
    ['a course without an id', json({ data: { course: {} } })],
    ['an endless answer', (_, response) => void response.end('x'.repeat(300_000))],
    ['text instead of a list', { adverts: 'none' }],
    ['an invalid slot', { adverts: [{ ...spring, slot: 19 }] }],
    ['an invalid time', { adverts: [{ ...spring, start: 'yesterday' }] }],
    ['a name that is too long', { adverts: [{ ...spring, sponsorName: 'x'.repeat(101) }] }],
    ['text with control characters', { adverts: [{ ...spring, text: 'a\u0000b' }] }],
    ['too many adverts', { adverts: Array.from({ length: 101 }, () => spring) }],
    ['a picture that is a list', { adverts: [{ ...spring, image: ['https://a.example/'] }] }],
    ['a default without text', { adverts: [], defaultAdvert: {} }],
  ])('by answering %s counts as down', async (_, answers) => {
    if (typeof answers === 'function') behaviour = answers;
    else serves(answers.adverts, answers.defaultAdvert);
    expect(await ask()).toEqual(nothing);
    await logged(FAILED);
    expect(await ask()).toEqual(nothing);
    expect(asked).not.toContain('POST /elsewhere');
  });

  it('are none for a course that it does not know', async () => {
    behaviour = json({ data: { course: null } });
    expect(await ask()).toEqual(nothing);
    expect(lines).toEqual([]);
  });

  it('by giving a slot to two adverts shows the first, and by sending inactive ones the active', async () => {
    serves([
      { ...spring, sponsorName: 'Past', end: '2026-11-22T00:00:00Z' },
      { ...spring, sponsorName: 'Future', start: '2026-11-22T00:00:00.001+00:00', slot: 3 },
      spring,
      { ...spring, sponsorName: 'Second' },
      { ...spring, sponsorName: 'Third', weekendSlot: 1 },
    ]);
    await shows('Spring', 'Third');
    expect((await ask()).sponsors[1]).toMatchObject({ slot: null, weekendSlot: 1 });
    later(1);
    await shows('Future', 'Spring', 'Third');
  });

  describe('with its pictures', () => {
    const pictured = (url: string) => [{ ...spring, image: { url, alt: 'A tee' } }];

    it.each(['/tee.png?size=3', 'http://localhost:{port}/tee.png?size=3'])(
      'at %s, of an allowed origin, has them shown, and fetched once',
      async (url) => {
        serves(pictured(url.replace('{port}', String(port()))), null, await plain(400, 330).png().toBuffer());
        await eventually(async () => (await ask()).sponsors[0]?.image?.alt === 'A tee');
        later(MINUTE_MS + 1);
        await eventually(async () => (await ask()).sponsors[0]?.image !== null && asked.length >= 5);
        expect(asked.filter((request) => request !== 'POST /graphql')).toEqual(['GET /tee.png?size=3']);
        expect(lines).toEqual([]);
      },
    );

    it.each([
      ['of another origin', 'https://pictures.example/tee.png'],
      ['of another port', 'http://127.0.0.1:1/tee.png'],
      ['of this machine', 'http://localhost/tee.png'],
      ['without a host', '//169.254.169.254/latest/meta-data'],
      ['of a file', 'file:///etc/passwd'],
      ['in a data URL', 'data:image/png;base64,iVBORw0KGgo='],
      ['with an invalid address', 'http://'],
      ['of its own origin with a password', 'http://me:secret@127.0.0.1:{port}/tee.png'],
    ])('%s has only texts shown, without a request for the picture', async (_, url) => {
      serves(pictured(url.replace('{port}', String(port()))));
      await shows('Spring');
      await logged('the content service names a picture of an origin that is not allowed');
      expect(JSON.stringify(lines)).not.toContain('secret');
      expect((await ask()).sponsors[0]?.image).toBeNull();
      expect(new Set(asked)).toEqual(new Set(['POST /graphql']));
    });

    it.each<[string, (response: ServerResponse) => void]>([
      ['that are redirects', (response) => void response.writeHead(302, { location: '/graphql' }).end()],
      ['that are missing', (response) => void response.writeHead(404).end()],
      ['that are SVG', (response) => void response.end('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['that are too large', (response) => void response.end(Buffer.alloc(2_200_000))],
      ['that never arrive', () => undefined],
    ])('%s has only texts shown, at once', async (_, answer) => {
      const words = serves(pictured('/tee.png'));
      behaviour = (request, response, body) =>
        request.method === 'GET' ? answer(response) : words(request, response, body);
      await shows('Spring');
      await logged(NO_PICTURE);
      expect((await ask()).sponsors[0]?.image).toBeNull();
      expect(asked.filter((request) => request !== 'POST /graphql')).toEqual(['GET /tee.png']);
    });
  });

  it('while the process ends does not delay it, and gets no further request', async () => {
    const asking = ask();
    await eventually(() => asked.length > 0);
    remote.beforeApplicationShutdown();
    expect(await asking).toEqual(nothing);
    expect(await ask()).toEqual(nothing);
    expect([asked.length, lines]).toEqual([1, []]);
  });
});
