import { LIMITS, MESSAGES, type OwnUser } from '@fairmark/contract';
import sharp from 'sharp';
import { plain } from '../adverts/testing/sponsors.js';
import { apiForSuite, type TestGolfer } from '../testing/api.js';

const UNREADABLE = 'This picture can not be read';
const OTHER_KIND = 'Must be a JPEG, PNG or WebP picture';

describe('pictures of golfers', () => {
  const api = apiForSuite();
  let kim: TestGolfer;

  beforeEach(async () => {
    kim = await api.golfer();
  });

  const send = (bytes: Buffer, fields: Record<string, string> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('avatar', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), '../../etc/me.svg');
    return api.call<{ user: OwnUser }>('POST', '/api/user/settings', form, { token: kim.token });
  };
  const avatarOf = async () =>
    (await api.call<{ user: OwnUser }>('GET', '/api/auth/user', undefined, { token: kim.token })).body.user.avatar;
  const get = (address: string | null) => fetch(`${api.url}${address}`);
  const rows = async () => (await api.sql('select id from app.avatars where user_id = $1', [kim.id])).length;

  it.each([
    ['JPEG', () => plain(900, 300).jpeg().toBuffer()],
    ['PNG', () => plain(3, 500).png().toBuffer()],
    ['WebP', () => plain(256, 256).webp().toBuffer()],
  ])('become square WebP images, sent as %s beside other fields', async (_, picture) => {
    const { status, body } = await send(await picture(), { handicap: '20' });
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
    expect(await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).toMatchObject({
      format: 'webp',
      width: 256,
      height: 256,
    });
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

  it('get a new address each time, and the old one is gone', async () => {
    const first = (await send(await plain(40, 40).png().toBuffer())).body.user.avatar;
    const second = (await send(await plain(50, 50).png().toBuffer())).body.user.avatar;
    expect(second).not.toBe(first);
    expect(await avatarOf()).toBe(second);
    const gone = await get(first);
    expect([gone.status, gone.headers.get('cache-control')]).toEqual([404, 'no-store']);
    expect(await rows()).toBe(1);
  });

  it('sent concurrently leave one, which is the one in the profile', async () => {
    const pictures = await Promise.all([40, 50, 60, 70].map((side) => plain(side, side).png().toBuffer()));
    const answers = await Promise.all(pictures.map((picture) => send(picture)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await rows()).toBe(1);
    expect((await get(await avatarOf())).status).toBe(200);
  });

  it('are deleted with the account', async () => {
    const { body } = await send(await plain(40, 40).png().toBuffer());
    await api.sql('update app.users set deletion_requested_at = now() where id = $1', [kim.id]);
    expect((await get(body.user.avatar)).status).toBe(404);
    await api.sql('delete from app.users where id = $1', [kim.id]);
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

  const png = () => plain(40, 40).png().toBuffer();
  it.each<[string, string, () => Promise<Buffer>]>([
    ['an SVG', OTHER_KIND, async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['half a picture', UNREADABLE, async () => (await plain(900, 900).jpeg().toBuffer()).subarray(0, 900)],
    ['an SVG that begins like a JPEG', UNREADABLE, async () => Buffer.from('\xff\xd8\xff<svg/>', 'latin1')],
    ['a small file of too many pixels', UNREADABLE, () => plain(6_000, 4_001).png().toBuffer()],
  ])('are refused when they are %s', async (_, text, picture) => {
    const { status, body } = await send(await picture(), { handicap: '20' });
    expect([status, body.error]).toMatchObject([400, { code: 'INVALID_INPUT', details: { avatar: text } }]);
    expect(await avatarOf()).toBeNull();
    expect(await api.sql('select handicap from app.users where id = $1', [kim.id])).toEqual([
      { handicap: kim.handicap },
    ]);
  });

  it('are refused when two are sent', async () => {
    const form = new FormData();
    const picture = await png();
    for (let n = 0; n < 2; n += 1) form.append('avatar', new Blob([new Uint8Array(picture)]), 'me.png');
    const answer = await api.call('POST', '/api/user/settings', form, { token: kim.token });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(await avatarOf()).toBeNull();
  });
});
