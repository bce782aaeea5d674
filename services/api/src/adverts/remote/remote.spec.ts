import { MESSAGES, type CourseAdvertsAnswer } from '@fairmark/contract';
import { eventually, onThisMachine } from '@fairmark/events/testing/eventually';
import { createLogger } from '@fairmark/server';
import sharp from 'sharp';
import { courseId } from '@fairmark/server/courses/import/save-courses';
import { coursesOf, DEMO_COURSES } from '@fairmark/server/testing/courses';
import { apiForSuite } from '../../testing/api.js';
import { presentAdverts } from '../advert.js';
import { ContentStub, type Behaviour } from '../testing/content-stub.js';
import { advert, ClubFolder, LANTERN_BAY, plain, standIn } from '../testing/sponsors.js';
import { RemoteAdverts } from './remote-adverts.js';

type Answered = Omit<CourseAdvertsAnswer, 'status'>;

/** An answer from memory comes well within this. */
const AT_ONCE_MS = 2_000;
const MINUTE_MS = 60_000;
const BEGINNING = new Date('2026-11-22T00:00:00Z');

describe('adverts of a content service', () => {
  /** The course under test; tests that share a service use different courses. */
  let course: string;
  let now = BEGINNING;
  let lines: Record<string, unknown>[];
  /** The answer to a golfer. */
  let answer: (id: string) => Promise<Answered>;

  beforeEach(() => {
    now = BEGINNING;
    course = courseId(LANTERN_BAY);
    lines = [];
  });

  const logger = createLogger('api', 'warn', { write: (line) => void lines.push(JSON.parse(line)) });
  const ask = async (id = course): Promise<Answered> => {
    const started = performance.now();
    const answered = await answer(id);
    expect(performance.now() - started).toBeLessThan(onThisMachine(AT_ONCE_MS));
    return answered;
  };
  const later = (ms: number) => (now = new Date(now.getTime() + ms));
  const names = async () => (await ask()).sponsors.map(({ sponsorName }) => sponsorName);
  const shows = (...expected: string[]) => eventually(async () => (await names()).join() === expected.join());
  const logged = (text: string) => lines.filter(({ msg }) => msg === text);
  const nothing = { sponsors: [], defaultSponsor: { text: MESSAGES.houseAdvert, image: null } };

  describe('that is another Fairmark', () => {
    const content = apiForSuite({ clock: () => now });
    const api = apiForSuite(() => ({ contentUrl: `${content.url}/api/content/graphql`, clock: () => now, logger }));
    let folder: ClubFolder;
    let token: string;

    beforeAll(async () => {
      folder = await ClubFolder.make();
      await folder.picture('tee.png', 660, 440);
      for (const each of [content, api]) await each.saves(...coursesOf(DEMO_COURSES));
      // Not timed: to check its first answer a worker has to read and compile the API document.
      await api.call('GET', '/api/courses');
    });
    afterAll(() => folder.remove());
    beforeEach(async () => {
      ({ token } = await api.golfer());
      answer = async (id) => {
        const { status, body } = await api.call<Answered>('GET', `/api/courses/${id}/adverts`, undefined, { token });
        expect(status).toBe(200);
        return body;
      };
    });

    const bringIn = async (golflinkCourseId: string, sponsorName: string) => {
      course = courseId(golflinkCourseId);
      const records = [
        advert({ sponsorName, image: 'tee.png', alt: 'A tee', until: '2026-11-30' }),
        advert({ sponsorName: 'Always', slot: 2, weekendSlot: 1 }),
        standIn({ image: 'tee.png', alt: 'The same tee' }),
      ].map((record) => ({ ...record, golflinkCourseId }));
      await folder.brings(records, content.databaseUrl);
    };

    it('are shown with re-encoded pictures, served by the api itself', async () => {
      await bringIn('10990', 'Spring');
      await eventually(async () => {
        const { defaultSponsor, sponsors } = await ask();
        if (defaultSponsor.image !== null && sponsors[0]?.image !== null) return true;
        // On a busy machine a picture may time out, and is tried again after five minutes of this clock.
        if (logged('a picture of the content service could not be fetched').length > 0) {
          later(6 * MINUTE_MS);
          lines = [];
        }
        return false;
      });
      const body = await ask();
      expect(body).toMatchObject({
        sponsors: [
          { sponsorName: 'Spring', sponsoringCourse: course, slot: 1, weekendSlot: null, image: { alt: 'A tee' } },
          { sponsorName: 'Always', slot: 2, weekendSlot: 1, image: null },
        ],
        defaultSponsor: { text: 'Ask in the pro shop', image: { alt: 'The same tee' } },
      });
      const { url } = body.sponsors[0]!.image!;
      const picture = await fetch(api.url + url);
      expect(picture.status).toBe(200);
      const drawn = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
      expect(drawn).toMatchObject({ format: 'webp', width: 330 });
      expect((await fetch(content.url + url)).status).toBe(404);
      // Imported adverts do not remove fetched pictures.
      await folder.brings([advert()], api.databaseUrl);
      expect((await fetch(api.url + url)).status).toBe(200);
    });

    it('are refreshed after a minute, and until then the known ones are shown', async () => {
      await bringIn('40990', 'Spring');
      await shows('Spring', 'Always');
      await bringIn('40990', 'New');
      later(MINUTE_MS);
      expect(await names()).toEqual(['Spring', 'Always']);
      later(1);
      expect(await names()).toEqual(['Spring', 'Always']);
      await shows('New', 'Always');
    });

    it('are empty for a course that the service does not know', async () => {
      await content.sql("delete from app.courses where golflink_course_id = '20990'");
      expect(await ask(courseId('20990'))).toMatchObject(nothing);
      expect(lines).toEqual([]);
    });

    it('are still shown while the service is down, but not beyond their end', async () => {
      await bringIn(LANTERN_BAY, 'Spring');
      await shows('Spring', 'Always');
      await content.stop();
      later(MINUTE_MS + 1);
      expect(await names()).toEqual(['Spring', 'Always']);
      await eventually(async () => logged('the content service failed').length > 0);
      now = new Date('2026-11-30T12:59:59.999Z');
      expect(await names()).toEqual(['Spring', 'Always']);
      now = new Date('2026-11-30T13:00:00Z');
      expect(await names()).toEqual(['Always']);
    });
  });

  describe('that misbehaves', () => {
    let stub: ContentStub;
    let remote: RemoteAdverts;

    const reads = (contentUrl: string, imageOrigins: string[] = []) => {
      const keep = () => Promise.resolve();
      remote = new RemoteAdverts({ contentUrl, imageOrigins, keep, clock: () => now, logger });
      answer = async (id) => presentAdverts(id, await remote.ofCourse({ id, golflinkCourseId: LANTERN_BAY }), now);
    };

    beforeEach(async () => {
      stub = await ContentStub.start();
      reads(stub.address);
    });
    afterEach(async () => {
      remote.beforeApplicationShutdown();
      await stub.stop();
    });

    const spring = { sponsorName: 'Spring', text: 'Hello', slot: 1 };

    it('by never answering delays no page, and gets one request at a time', async () => {
      expect(await Promise.all(Array.from({ length: 20 }, () => ask()))).toEqual(
        Array.from({ length: 20 }, () => nothing),
      );
      expect(stub.asked).toEqual(['POST /graphql']);
      await eventually(async () => logged('the content service failed').length > 0);
      expect(logged('the content service failed')).toMatchObject([{ course, err: expect.anything() }]);
      // It gets no request for a while after a failure.
      expect(await ask()).toMatchObject(nothing);
      expect(stub.asked).toHaveLength(1);
      stub.serves([spring]);
      later(15_001);
      await shows('Spring');
    });

    it('by never answering about many courses gets at most eight requests at a time', async () => {
      await Promise.all(Array.from({ length: 30 }, (_, at) => ask(courseId(String(10_000 + at)))));
      expect(stub.asked).toHaveLength(8);
    });

    it('by failing leaves the known adverts, until it recovers', async () => {
      stub.serves([spring]);
      await shows('Spring');
      stub.behaviour = (_, response) => response.destroy();
      later(MINUTE_MS + 1);
      expect(await names()).toEqual(['Spring']);
      await eventually(async () => logged('the content service failed').length > 0);
      expect(await names()).toEqual(['Spring']);
      stub.serves([{ ...spring, sponsorName: 'Summer' }]);
      later(15_001);
      await shows('Summer');
    });

    const json =
      (data: unknown): Behaviour =>
      (_, response) =>
        void response.end(JSON.stringify(data));
    const adverts =
      (list: unknown, defaultAdvert: object | null = null): Behaviour =>
      (...asked) => {
        stub.serves(list, defaultAdvert);
        stub.behaviour(...asked);
      };
    it.each<[string, Behaviour]>([
      ['something other than JSON', (_, response) => void response.end('<html>')],
      ['an empty body', (_, response) => void response.end()],
      ['an error status', (_, response) => void response.writeHead(500).end('{"data":{"course":null}}')],
      ['a redirect', (_, response) => void response.writeHead(307, { location: '/elsewhere' }).end()],
      ['errors of GraphQL', json({ data: { course: null }, errors: [{ message: 'no' }] })],
      ['another shape', json({ course: { id: 1 } })],
      ['a course without an id', json({ data: { course: {} } })],
      ['an endless answer', (_, response) => void response.end('x'.repeat(300_000))],
      ['text instead of a list', adverts('none')],
      ['an invalid slot', adverts([{ ...spring, slot: 19 }])],
      ['an invalid time', adverts([{ ...spring, start: 'yesterday' }])],
      ['a name that is too long', adverts([{ ...spring, sponsorName: 'x'.repeat(101) }])],
      ['text with control characters', adverts([{ ...spring, text: 'a\u0000b' }])],
      ['too many adverts', adverts(Array.from({ length: 101 }, () => spring))],
      ['a picture that is a list', adverts([{ ...spring, image: ['https://a.example/'] }])],
      ['a default without text', adverts([], {})],
    ])('by answering %s counts as down', async (_, behaviour) => {
      stub.behaviour = behaviour;
      expect(await ask()).toMatchObject(nothing);
      await eventually(async () => logged('the content service failed').length > 0);
      expect(await ask()).toMatchObject(nothing);
      expect(stub.asked.some((request) => request.includes('elsewhere'))).toBe(false);
    });

    it('by answering badly about one course gets no request about another', async () => {
      stub.behaviour = json({ course: { id: 1 } });
      await ask();
      await eventually(async () => logged('the content service failed').length > 0);
      stub.serves([spring]);
      expect(await ask(courseId('10001'))).toMatchObject(nothing);
    });

    it('by giving a slot to two adverts shows the first', async () => {
      stub.serves([spring, { ...spring, sponsorName: 'Second' }, { ...spring, sponsorName: 'Third', weekendSlot: 1 }]);
      await shows('Spring', 'Third');
      expect((await ask()).sponsors[1]).toMatchObject({ slot: null, weekendSlot: 1 });
    });

    it('by sending inactive adverts shows only the active ones', async () => {
      const [past, future] = [{ end: '2026-11-22T00:00:00Z' }, { start: '2026-11-22T00:00:00.001+00:00' }];
      stub.serves([
        { ...spring, ...past },
        { ...spring, ...future },
        { ...spring, sponsorName: 'Now', slot: 3 },
      ]);
      await shows('Now');
      later(1);
      await shows('Spring', 'Now');
    });

    describe('with its pictures', () => {
      const pictured = (url: string) => [{ ...spring, image: { url, alt: 'A tee' } }];
      const failed = () =>
        eventually(
          async () =>
            logged('a picture of the content service could not be fetched').length > 0 && (await names()).length > 0,
        );

      it('that are valid has them shown, and fetched once', async () => {
        stub.serves(pictured('/tee.png?size=3'), null, await plain(400, 330).png().toBuffer());
        await eventually(async () => (await ask()).sponsors[0]?.image?.alt === 'A tee');
        expect(stub.asked.filter((request) => request === 'GET /tee.png?size=3')).toHaveLength(1);
        later(MINUTE_MS + 1);
        await eventually(async () => (await ask()).sponsors[0]?.image !== null && stub.asked.length >= 5);
        expect(stub.asked.filter((request) => request.startsWith('GET'))).toHaveLength(1);
      });

      const picturesAreSlow = () => {
        const { behaviour } = stub;
        const waiting: ((picture: Buffer) => void)[] = [];
        stub.behaviour = (request, response, body) => {
          if (request.method === 'GET') waiting.push((picture) => void response.end(picture));
          else behaviour(request, response, body);
        };
        return waiting;
      };

      it('that are slow does not delay the texts of any course', async () => {
        stub.serves(pictured('/tee.png'));
        const waiting = picturesAreSlow();
        const courses = Array.from({ length: 16 }, (_, at) => courseId(String(10_000 + at)));
        for (const answered of await Promise.all(courses.map(ask))) {
          expect(answered).toMatchObject({ sponsors: [{ sponsorName: 'Spring' }] });
        }
        expect(waiting).toHaveLength(1);
      });

      it('that arrive late does not extend the time until texts are refreshed', async () => {
        stub.serves(pictured('/tee.png'));
        const waiting = picturesAreSlow();
        await eventually(async () => (await names()).length > 0 && waiting.length > 0);
        later(MINUTE_MS);
        waiting[0]?.(await plain(400, 330).png().toBuffer());
        await eventually(async () => (await ask()).sponsors[0]?.image?.alt === 'A tee');
        stub.serves([{ ...spring, sponsorName: 'Summer' }]);
        later(1);
        await shows('Summer');
      });

      it('of an origin that the operator allowed has them shown', async () => {
        const pictures = await ContentStub.start();
        pictures.serves([], null, await plain(400, 330).png().toBuffer());
        reads(stub.address, [pictures.origin]);
        stub.serves(pictured(`${pictures.origin}/tee.png`));
        await eventually(async () => (await ask()).sponsors[0]?.image?.alt === 'A tee');
        expect([pictures.asked, lines]).toEqual([['GET /tee.png'], []]);
        await pictures.stop();
      });

      it.each([
        ['of another origin', 'https://pictures.example/tee.png'],
        ['of another port', 'http://127.0.0.1:1/tee.png'],
        ['of this machine', 'http://localhost/tee.png'],
        ['without a host', '//169.254.169.254/latest/meta-data'],
        ['of a file', 'file:///etc/passwd'],
        ['in a data URL', 'data:image/png;base64,iVBORw0KGgo='],
        ['with an invalid address', 'http://'],
        ['of its own origin with a password', 'http://me:secret@{host}/tee.png'],
      ])('%s has only texts shown, without a request for the picture', async (_, url) => {
        stub.serves(pictured(url.replace('{host}', new URL(stub.origin).host)));
        await shows('Spring');
        await eventually(async () => lines.length > 0);
        expect(JSON.stringify(lines)).not.toContain('secret');
        expect(logged('the content service names a picture of an origin that is not allowed')).toHaveLength(1);
        expect((await ask()).sponsors[0]?.image).toBeNull();
        expect(stub.asked.every((request) => request === 'POST /graphql')).toBe(true);
      });

      it.each<[string, (response: Parameters<Behaviour>[1]) => void]>([
        ['that are redirects', (response) => void response.writeHead(302, { location: '/graphql' }).end()],
        ['that are missing', (response) => void response.writeHead(404).end()],
        ['that are SVG', (response) => void response.end('<svg xmlns="http://www.w3.org/2000/svg"/>')],
        ['that are too large', (response) => void response.end(Buffer.alloc(2_200_000))],
        ['that never arrive', () => undefined],
      ])('%s has only texts shown', async (_, answer) => {
        stub.serves(pictured('/tee.png'));
        const { behaviour } = stub;
        stub.behaviour = (request, response, body) =>
          request.method === 'GET' ? answer(response) : behaviour(request, response, body);
        await shows('Spring');
        await failed();
        expect((await ask()).sponsors[0]?.image).toBeNull();
        expect(stub.asked.filter((request) => request.startsWith('GET'))).toEqual(['GET /tee.png']);
      });
    });

    it('while the process ends does not delay it, and gets no further request', async () => {
      const asking = ask();
      await eventually(async () => stub.asked.length > 0);
      remote.beforeApplicationShutdown();
      expect(await asking).toEqual(nothing);
      expect(await ask()).toEqual(nothing);
      expect([stub.asked.length, lines]).toEqual([1, []]);
    });
  });
});
