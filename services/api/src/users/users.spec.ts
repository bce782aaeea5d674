import { randomUUID } from 'node:crypto';
import { LIMITS, MESSAGES, type OwnUser, type PublicUser } from '@fairmark/contract';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { addCourse } from '@fairmark/projector/testing/rows';
import sharp from 'sharp';
import { plain } from '../adverts/testing/sponsors.js';
import { apiForSuite, expectRefusal, registration, type TestGolfer } from '../testing/api.js';
import { AccountDeletion } from './account-deletion.js';

const UNREADABLE = 'This picture cannot be read';
const OTHER_KIND = 'Must be a JPEG, PNG or WebP picture';

describe('golfers', () => {
  // One test breaks a step of a deletion, which is logged.
  const api = apiForSuite({ logLevel: 'silent' });
  const kim = api.cast({ fullName: 'Kim Nguyen', golflinkNumber: '2130112345' });
  beforeAll(() => addCourse(api.pool, randomUUID(), 'Banksia Links (North)', '21301'));

  const form = (...fields: [name: string, value: string | Blob][]) => {
    const data = new FormData();
    for (const [name, value] of fields) data.append(name, value);
    return data;
  };
  const settings = (body: unknown, type?: string) =>
    api.call<{ user: OwnUser; token: string }>('POST', '/api/user/settings', body, {
      token: kim.token,
      headers: type === undefined ? {} : { 'content-type': type },
    });
  const URLENCODED = 'application/x-www-form-urlencoded';
  const me = async (golfer = kim) =>
    (await api.call<{ user: OwnUser }>('GET', '/api/auth/user', undefined, { token: golfer.token })).body.user;

  it('see in their profile the home course of a ten-digit golf number, and none for others', async () => {
    const homeCourse = { name: 'Banksia Links (North)', clubName: 'Club', courseName: 'Main' };
    expect(await me()).toMatchObject({ golflinkNumber: '2130112345', homeCourse });
    for (const golflinkNumber of ['2130112', '21301123', '9999912345']) {
      expect(await me(await api.golfer({ golflinkNumber }))).toMatchObject({ golflinkNumber, homeCourse: null });
    }
  });

  it('see golfers they started rounds with, latest first, whose accounts are active', async () => {
    const [lee, pat] = [await api.golfer(), await api.golfer()];
    const gone = await Promise.all(Array.from({ length: LIMITS.userSearchResults }, () => api.golfer()));
    const together = async (players: TestGolfer[], daysAgo: number | null) => {
      const match = randomUUID();
      for (const { id } of players) {
        await api.sql(
          `insert into ${CLUBHOUSE_SCHEMA}.player_matches (user_id, match_id, open, created_at, started_at)
           values ($1, $2, false, now(), now() - $3 * interval '1 day')`,
          [id, match, daysAgo],
        );
      }
    };
    await together([kim, lee], 9);
    await together([kim, pat], 3);
    await together([kim, lee], 2);
    // As many golfers as are shown at most.
    await together([kim, ...gone], 1);
    await together([kim, await api.golfer()], null);
    await together([pat, await api.golfer()], 1);
    const [blocked, leaving, ...deleted] = gone.map(({ id }) => id);
    await api.sql('update app.users set blocked_at = now() where id = $1', [blocked]);
    await api.sql('update app.users set deletion_requested_at = now() where id = $1', [leaving]);
    await api.sql('delete from app.users where id = any($1)', [deleted]);
    expect((await me()).markers.map(({ id }) => id)).toEqual([lee.id, pat.id]);
    expect((await me()).markers[0]).not.toHaveProperty('email');
  });

  describe('change their settings', () => {
    it('by JSON, and get a token of the same session', async () => {
      const answer = await settings({ fullName: 'Kim O’Brien', golflinkNumber: '0123456', handicap: -2.4 });
      expect(answer).toMatchObject({
        status: 200,
        body: { user: { fullName: 'Kim O’Brien', golflinkNumber: '0123456', handicap: -2.4, handicapForShow: '+2.4' } },
      });
      await api.call('POST', '/api/auth/logout', {}, { token: kim.token });
      expectRefusal(await api.call('GET', '/api/auth/user', undefined, { token: answer.body.token }), 'UNAUTHORIZED');
    });

    const LEE = { fullName: 'Lee Chan', golflinkNumber: '87654321', handicap: 18.4 };
    const SENT: [string, string][] = [
      ['fullName', ' Lee  Chan '],
      ['golflinkNumber', '87654321'],
      ['handicap', '18.4'],
    ];
    it.each<[string, () => FormData | string, string | undefined]>([
      ['a multipart form', () => form(...SENT), undefined],
      ['an urlencoded form', () => 'fullName=Lee+Chan&golflinkNumber=87654321&handicap=18.4', URLENCODED],
      // What browsers send if no picture was chosen.
      ['a form with an empty text for a picture', () => form(...SENT, ['avatar', '']), undefined],
      ['a form with an empty picture', () => form(['avatar', new Blob([])], ...SENT), undefined],
      ['an urlencoded form with an empty picture', () => `${new URLSearchParams(SENT).toString()}&avatar=`, URLENCODED],
    ])('by %s', async (_, body, type) => {
      expect(await settings(body(), type)).toMatchObject({ status: 200, body: { user: { ...LEE, avatar: null } } });
      expect(await me()).toMatchObject(LEE);
    });

    it('leaving fields out that stay', async () => {
      await settings({ handicap: 20 });
      expect(await me()).toMatchObject({ fullName: 'Kim Nguyen', golflinkNumber: '2130112345', handicap: 20 });
      expect((await settings({})).body.user).toMatchObject({ fullName: 'Kim Nguyen', handicap: 20 });
    });

    const expected = 'This is not expected here';
    type Refused = [what: string, body: () => unknown, field: string, message: string];
    const HANDICAPS = ['abc', '9,1', '1e1', '0x10', '9.15', '55', 'Infinity', ' 9'].map((text): Refused => [
      `the handicap ${text}`,
      () => form(['handicap', text]),
      'handicap',
      MESSAGES.handicapRange,
    ]);
    it.each<Refused>([
      ...HANDICAPS,
      ['the handicap of an empty field', () => form(['handicap', '']), 'handicap', MESSAGES.handicapRequired],
      ['an email', () => ({ email: 'new@golfers.test' }), 'email', expected],
      ['a gender', () => form(['gender', 'MALE']), 'gender', expected],
      ['an empty name', () => form(['fullName', '']), 'fullName', MESSAGES.fullNameRequired],
      ['null', () => ({ fullName: null }), 'fullName', MESSAGES.fullNameRequired],
      ['a golf number of null', () => ({ golflinkNumber: null }), 'golflinkNumber', MESSAGES.golfNumberRequired],
      ['a handicap of null', () => ({ handicap: null }), 'handicap', MESSAGES.handicapRequired],
      ['a handicap close to zero', () => ({ handicap: 1e-7 }), 'handicap', MESSAGES.handicapRange],
      ['words for a picture', () => form(['avatar', 'me.png']), 'avatar', expected],
      ['a file of another name', () => form(['picture', new Blob([])]), 'picture', 'A file is not expected here'],
    ])('but not %s', async (_, body, field, message) => {
      const before = await me();
      const answer = await settings(body());
      expectRefusal(answer, 'INVALID_INPUT');
      expect(Object.entries(answer.body.error?.details ?? {})).toEqual([[field, message]]);
      expect(await me()).toEqual(before);
    });

    it('but not with duplicate, too many or too large fields, __proto__, or by a broken form', async () => {
      const picture = new Blob([new Uint8Array(await plain(40, 40).png().toBuffer())]);
      const bodies: [number, FormData | string, string?][] = [
        [400, form(['fullName', 'One'], ['fullName', 'Two'])],
        // Most of it is unread when it is refused, and further calls use the same connection.
        [400, form(['fullName', 'One'], ['fullName', 'Two'], ['avatar', new Blob(['x'.repeat(2_000_000)])])],
        [413, form(['avatar', picture], ['avatar', picture])],
        [413, form(...Array.from({ length: 50 }, (_, n): [string, string] => [`f${n}`, 'x']))],
        [413, form(['fullName', 'x'.repeat(5_000)])],
        [400, form(['__proto__', 'x'])],
        [400, '--x\r\nnonsense', 'multipart/form-data; boundary=x'],
      ];
      for (const [status, body, type] of bodies) expect((await settings(body, type)).status).toBe(status);
      expect(await me()).toMatchObject({ fullName: 'Kim Nguyen', avatar: null });
    });
  });

  describe('have pictures, which', () => {
    const send = (bytes: Buffer, ...fields: [string, string][]) => {
      const data = form(...fields);
      data.append('avatar', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), '../../etc/me.svg');
      return settings(data);
    };
    const avatarOf = async () => (await me()).avatar;
    const get = (address: string | null) => fetch(`${api.url}${address}`);
    const rows = async () => (await api.sql('select id from app.avatars where user_id = $1', [kim.id])).length;

    it.each([
      ['JPEG', () => plain(900, 300).jpeg().toBuffer()],
      ['PNG', () => plain(3, 500).png().toBuffer()],
      ['WebP', () => plain(256, 256).webp().toBuffer()],
    ])('become square WebP images, sent as %s beside other fields', async (_, picture) => {
      const { status, body } = await send(await picture(), ['handicap', '20']);
      expect(status).toBe(200);
      expect(body.user).toMatchObject({
        handicap: 20,
        avatar: expect.stringMatching(/^\/api\/user\/avatars\/[\w-]{43}$/),
      });
      const shown = await get(body.user.avatar);
      expect(shown.status).toBe(200);
      expect(Object.fromEntries(shown.headers)).toMatchObject({
        'content-security-policy': "default-src 'none'; sandbox",
        'cache-control': 'private, max-age=31536000, immutable',
      });
      const seen = await sharp(Buffer.from(await shown.arrayBuffer())).metadata();
      expect(seen).toMatchObject({ format: 'webp', width: 256, height: 256 });
    });

    it('are turned upright, and keep no metadata of the camera', async () => {
      const lying = sharp({
        create: { width: 200, height: 100, channels: 3, background: 'white' },
      }).composite([{ input: await plain(100, 100).png().toBuffer(), left: 0, top: 0 }]);
      const exif = { IFD0: { Copyright: 'the secret spot' } };
      const { body } = await send(await lying.jpeg().withExif(exif).withMetadata({ orientation: 6 }).toBuffer());
      const bytes = Buffer.from(await (await get(body.user.avatar)).arrayBuffer());
      expect(bytes.includes('the secret spot')).toBe(false);
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      // The dark half was on the left; turned by its orientation it is on top.
      expect(data[128 * info.channels]).toBeLessThan(60);
      expect(data[(255 * info.width + 128) * info.channels]).toBeGreaterThan(200);
    });

    it('get a new address each time, and the old one is gone, as is the last while the account is deleted', async () => {
      const png = await plain(40, 40).png().toBuffer();
      const first = (await send(png)).body.user.avatar;
      const second = (await send(png)).body.user.avatar;
      expect(second).not.toBe(first);
      expect(await avatarOf()).toBe(second);
      const gone = await get(first);
      expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(await rows()).toBe(1);
      await api.sql('update app.users set deletion_requested_at = now() where id = $1', [kim.id]);
      expect((await get(second)).status).toBe(404);
    });

    it('sent concurrently leave one, which is the one in the profile', async () => {
      const pictures = await Promise.all([40, 50, 60, 70].map((side) => plain(side, side).png().toBuffer()));
      const answers = await Promise.all(pictures.map((picture) => send(picture)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(await rows()).toBe(1);
      expect((await get(await avatarOf())).status).toBe(200);
    });

    it('are refused when the account is deleted while they are sent', async () => {
      const png = await plain(40, 40).png().toBuffer();
      const late = await api.waits(['select from app.users where id = $1 for update', [kim.id]], () => send(png), [
        'delete from app.users where id = $1',
        [kim.id],
      ]);
      expectRefusal(late, 'UNAUTHORIZED');
      expect(await rows()).toBe(0);
    });

    it('may have two megabytes, and are refused with a byte more', async () => {
      const jpeg = await plain(40, 40).jpeg().toBuffer();
      const sized = (size: number) => Buffer.concat([jpeg, Buffer.alloc(size - jpeg.length)]);
      expect((await send(sized(LIMITS.avatarBytesMax))).status).toBe(200);
      const { status, body } = await send(sized(LIMITS.avatarBytesMax + 1));
      expect([status, body.error]).toMatchObject([400, { code: 'INVALID_INPUT', message: MESSAGES.fileTooLarge }]);
      expect(body.error?.details).toEqual({ avatar: MESSAGES.fileTooLarge });
    });

    it.each<[string, string, () => Promise<Buffer>]>([
      ['an SVG', OTHER_KIND, async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
      ['another file of RIFF', OTHER_KIND, async () => Buffer.from('RIFF1234WAVE')],
      ['half of what a PNG begins with', OTHER_KIND, async () => Buffer.from('\x89PNG', 'latin1')],
      ['half a picture', UNREADABLE, async () => (await plain(900, 900).jpeg().toBuffer()).subarray(0, 900)],
      ['an SVG that begins like a JPEG', UNREADABLE, async () => Buffer.from('\xff\xd8\xff<svg/>', 'latin1')],
      ['a small file of too many pixels', UNREADABLE, () => plain(6_000, 4_001).png().toBuffer()],
    ])('are refused when they are %s', async (_, text, picture) => {
      const { status, body } = await send(await picture(), ['handicap', '20']);
      expect([status, body.error]).toMatchObject([400, { code: 'INVALID_INPUT', details: { avatar: text } }]);
      expect(await me()).toMatchObject({ avatar: null, handicap: kim.handicap });
    });
  });

  describe('search each other', () => {
    const search = async (query: string, golfer = kim) => {
      const address = `/api/user/search?query=${encodeURIComponent(query)}`;
      return api.call<{ users: PublicUser[] }>('GET', address, undefined, { token: golfer.token });
    };

    it('by any part of a name, names that begin with it first, never themselves, and see only public fields', async () => {
      const tag = randomUUID().slice(0, 6);
      const names = [`Zoe ${tag}`, `${tag} Adams`, `${tag.toUpperCase()} Baker`];
      for (const fullName of names) await api.golfer({ fullName, golflinkNumber: '2130199999', handicap: -1 });
      const own = await api.golfer({ fullName: `${tag} Myself` });
      const { body } = await search(` ${tag} `, own);
      expect(body.users.map(({ fullName }) => fullName)).toEqual([names[1], names[2], names[0]]);
      const [id, homeCourse] = [expect.any(String), { clubName: 'Club' }];
      const shown = { id, fullName: names[1], handicap: -1, handicapForShow: '+1.0', avatar: null, homeCourse };
      expect(body.users[0]).toEqual(shown);
    });

    it.each([
      [`Pat O'`, 'pat o’'],
      ['Pat O’', `pat o'`],
      ['Pat Marie ', 'pat  '],
      ['Zoë Nguyễn ', 'zoe nguyen '],
      ['Zoe Nguyen ', 'ZOË NGUYỄN '],
    ])('by a name such as %s… when they type %s…', async (stored, typed) => {
      const tag = randomUUID().slice(0, 6);
      const { id } = await api.golfer({ fullName: stored + tag });
      expect((await search(typed + tag)).body.users.map((user) => user.id)).toEqual([id]);
    });

    it('but find no golfer who is unverified or leaving, and at most seven', async () => {
      const tag = randomUUID().slice(0, 6);
      const [unverified, leaving] = [await api.golfer({ fullName: tag }), await api.golfer({ fullName: tag })];
      await api.sql('update app.users set email_verified_at = null where id = $1', [unverified.id]);
      await api.sql('update app.users set deletion_requested_at = now() where id = $1', [leaving.id]);
      expect((await search(tag)).body.users).toEqual([]);
      for (let n = 0; n < 9; n += 1) await api.golfer({ fullName: tag });
      expect((await search(tag)).body.users).toHaveLength(7);
    });

    it.each(['%%', '__', "' or '1'='1", String.raw`\\`, '🏌️🏌️'])('taking %s literally', async (query) => {
      expect(await search(query)).toMatchObject({ status: 200, body: { users: [] } });
    });

    it.each(['', 'k', '  ', ' k ', 'x'.repeat(81)])('with two to eighty characters, but not %j', async (query) => {
      expectRefusal(await search(query), 'INVALID_INPUT');
    });
  });

  describe('delete their accounts', () => {
    const rows = (id: string) => api.sql('select deletion_requested_at from app.users where id = $1', [id]);
    const leave = (golfer: TestGolfer) => api.deletesAccount(golfer);

    it('with all their data, after every match and competition has been left', async () => {
      const deletion = api.app.get(AccountDeletion);
      const leaveAll = deletion.leaveAll.bind(deletion);
      const notified: string[] = [];
      jest.spyOn(deletion, 'leaveAll').mockImplementationOnce(async (userId, origin) => {
        await leaveAll(userId, origin);
        expect(await rows(userId)).toHaveLength(1);
        notified.push(userId);
      });
      expect(await leave(kim)).toMatchObject({ status: 200, body: { status: 200 } });
      expect(notified).toEqual([kim.id]);
      expect(await rows(kim.id)).toEqual([]);
      const left = await api.sql('select 1 from app.sessions where user_id = $1', [kim.id]);
      expect(left).toEqual([]);
      const again = await api.call('POST', '/api/auth/register', registration({ email: kim.email }));
      expect(again.status).toBe(201);
    });

    it('and are signed out at once, even while leaving a match fails; the rest follows', async () => {
      const deletion = api.app.get(AccountDeletion);
      jest.spyOn(deletion, 'leaveAll').mockRejectedValueOnce(new Error('the log is down'));
      expect((await leave(kim)).status).toBe(200);
      expect(await rows(kim.id)).toHaveLength(1);
      const login = await api.call('POST', '/api/auth/login', { email: kim.email, password: 'whatever it was' });
      expectRefusal(login, 'INVALID_CREDENTIALS');
      await deletion.finishPending();
      expect(await rows(kim.id)).toEqual([]);
    });
  });
});
