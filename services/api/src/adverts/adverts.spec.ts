import { randomUUID } from 'node:crypto';
import { MESSAGES, type Course, type CourseAdvertsAnswer } from '@fairmark/contract';
import sharp from 'sharp';
import { importFile } from '../courses/import/import-file.js';
import { DEMO_COURSES } from '../courses/testing/courses.js';
import { apiForSuite, type TestGolfer } from '../testing/api.js';
import { eachSlotOnce, isActive, type Advert } from './advert.js';
import { importSponsors } from './import/import-sponsors.js';
import { advert, ClubFolder, standIn } from './testing/sponsors.js';

describe('a course’s adverts', () => {
  const api = apiForSuite({ clock: () => now });
  let kim: TestGolfer;
  let course: string;
  let folder: ClubFolder;
  let now = new Date('2026-11-22T00:00:00Z');

  beforeAll(async () => {
    await importFile(DEMO_COURSES, api.databaseUrl);
    const found = await api.call<{ courses: Course[] }>('GET', '/api/courses?query=lantern%20bay%20east');
    course = found.body.courses[0]!.id;
    folder = await ClubFolder.make();
  });
  beforeEach(async () => {
    now = new Date('2026-11-22T00:00:00Z');
    kim = await api.golfer();
  });
  afterAll(async () => {
    await folder?.remove();
  });

  const ask = (id = course) =>
    api.call<CourseAdvertsAnswer>('GET', `/api/courses/${id}/adverts`, undefined, { token: kim.token });
  const bringsIn = async (records: object[]) =>
    expect(await importSponsors(await folder.file('club.json', records), api.databaseUrl)).toMatchObject({ ok: true });
  const namesAt = async (moment: string) => {
    now = new Date(moment);
    return (await ask()).body.sponsors.map(({ sponsorName }) => sponsorName);
  };

  it('are none where nobody brought any in, and the house has a word', async () => {
    expect((await ask()).body).toEqual({
      status: 200,
      sponsors: [],
      defaultSponsor: { text: MESSAGES.houseAdvert, image: null },
    });
  });

  it('are those of the import, in its order, with pictures in three sizes on our own address', async () => {
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

  it('have pictures that anybody sees, as nothing but pictures, kept for ever', async () => {
    await folder.picture('tee.png', 660, 440);
    await bringsIn([advert({ image: 'tee.png', alt: 'A tee' })]);
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

  it('are active from the first moment of their first day to the last of their last, by the course’s clock', async () => {
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

  it('are not those of a course that nobody knows', async () => {
    expect(await ask(randomUUID())).toMatchObject({ status: 404, body: { error: { code: 'COURSE_NOT_FOUND' } } });
    expect(await ask('east')).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } });
  });
});

describe('a slot', () => {
  const about = (fields: Partial<Advert>): Advert => ({
    sponsorName: '',
    text: '',
    slot: null,
    weekendSlot: null,
    startsAt: null,
    endsAt: null,
    image: null,
    ...fields,
  });

  it('belongs to the first that names it', () => {
    const [first, second] = [about({ slot: 1 }), about({ slot: 1, weekendSlot: 1 })];
    const [third, nowhere] = [about({ slot: 1, weekendSlot: 1 }), about({})];
    expect(eachSlotOnce([first, second, third, nowhere])).toEqual([first, about({ weekendSlot: 1 }), nowhere]);
  });

  it.each([
    [null, null, true],
    [0, null, true],
    [1, null, false],
    [null, 0, false],
    [null, 1, true],
    [-1, 1, true],
  ])('of an advert from %p to %p is active at 0: %p', (from, until, active) => {
    const at = (moment: number | null) => (moment === null ? null : new Date(moment));
    expect(isActive({ startsAt: at(from), endsAt: at(until) }, new Date(0))).toBe(active);
  });
});
