import { randomUUID } from 'node:crypto';
import { LIMITS, MESSAGES, type OwnUser, type PublicUser } from '@fairmark/contract';
import { CLUBHOUSE_SCHEMA } from '@fairmark/read-models';
import { addCourse } from '@fairmark/projector/testing/rows';
import type { Pool } from 'pg';
import { PG_POOL } from '../platform/tokens.js';
import { apiForSuite, expectRefusal, registration, type TestGolfer } from '../testing/api.js';
import { AccountDeletion } from './account-deletion.js';

describe('golfers', () => {
  // One test breaks a step of a deletion, which is logged.
  const api = apiForSuite({ logLevel: 'silent' });
  let kim: TestGolfer;

  beforeAll(async () => {
    await addCourse(api.app.get<Pool>(PG_POOL), randomUUID(), 'Banksia Links (North)', '21301');
  });
  beforeEach(async () => {
    kim = await api.golfer({ fullName: 'Kim Nguyen', golflinkNumber: '2130112345' });
  });

  const form = (fields: Record<string, string | Blob>) => {
    const data = new FormData();
    for (const [name, value] of Object.entries(fields)) data.append(name, value);
    return data;
  };
  const settings = (body: unknown, golfer = kim) =>
    api.call<{ user: OwnUser; token: string }>('POST', '/api/user/settings', body, { token: golfer.token });
  const me = async (golfer = kim) =>
    (await api.call<{ user: OwnUser }>('GET', '/api/auth/user', undefined, { token: golfer.token })).body.user;

  describe('see in their profile', () => {
    it('the home course of a ten-digit golf number', async () => {
      expect(await me()).toMatchObject({
        golflinkNumber: '2130112345',
        homeCourse: { name: 'Banksia Links (North)', clubName: 'Club', courseName: 'Main' },
      });
    });

    it.each(['2130112', '21301123', '9999912345'])('no home course for %s', async (golflinkNumber) => {
      expect((await me(await api.golfer({ golflinkNumber }))).homeCourse).toBeNull();
    });
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

    it.each<[string, () => FormData | string, Record<string, string>]>([
      ['a multipart form', () => form({ fullName: ' Lee  Chan ', golflinkNumber: '87654321', handicap: '18.4' }), {}],
      [
        'an urlencoded form',
        () => 'fullName=Lee+Chan&golflinkNumber=87654321&handicap=18.4',
        { 'content-type': 'application/x-www-form-urlencoded' },
      ],
    ])('by %s', async (_, body, headers) => {
      const answer = await api.call<{ user: OwnUser }>('POST', '/api/user/settings', body(), {
        token: kim.token,
        headers,
      });
      expect(answer.status).toBe(200);
      expect(await me()).toMatchObject({ fullName: 'Lee Chan', golflinkNumber: '87654321', handicap: 18.4 });
    });

    it.each<[string, () => unknown, Record<string, string>]>([
      ['text', () => form({ handicap: '20', avatar: '' }), {}],
      ['file', () => form({ avatar: new Blob([], { type: 'application/octet-stream' }), handicap: '20' }), {}],
      ['urlencoded text', () => 'handicap=20&avatar=', { 'content-type': 'application/x-www-form-urlencoded' }],
    ])('by a form without a chosen picture, sent as an empty %s', async (_, body, headers) => {
      const answer = await api.call('POST', '/api/user/settings', body(), { token: kim.token, headers });
      expect(answer.status).toBe(200);
      expect(await me()).toMatchObject({ handicap: 20, avatar: null });
    });

    it('leaving fields out that stay', async () => {
      await settings({ handicap: 20 });
      expect(await me()).toMatchObject({ fullName: 'Kim Nguyen', golflinkNumber: '2130112345', handicap: 20 });
      expect((await settings({})).body.user).toMatchObject({ fullName: 'Kim Nguyen', handicap: 20 });
    });

    const expected = 'This is not expected here';
    it.each<[string, () => unknown, string, string]>([
      ['an email', () => ({ email: 'new@golfers.test' }), 'email', expected],
      ['a gender', () => form({ gender: 'MALE' }), 'gender', expected],
      ['an empty name', () => form({ fullName: '' }), 'fullName', MESSAGES.fullNameRequired],
      ['null', () => ({ fullName: null }), 'fullName', MESSAGES.fullNameRequired],
      ['a golf number of null', () => ({ golflinkNumber: null }), 'golflinkNumber', MESSAGES.golfNumberRequired],
      ['a handicap of null', () => ({ handicap: null }), 'handicap', MESSAGES.handicapRequired],
      ['a handicap close to zero', () => ({ handicap: 1e-7 }), 'handicap', MESSAGES.handicapRange],
      ['words for a picture', () => form({ avatar: 'me.png' }), 'avatar', expected],
      [
        'an empty file of another name',
        () => form({ picture: new Blob([], { type: 'image/gif' }) }),
        'picture',
        'A file is not expected here',
      ],
    ])('but not %s', async (_, body, field, message) => {
      const before = await me();
      const answer = await settings(body());
      expectRefusal(answer, 'INVALID_INPUT');
      expect(Object.entries(answer.body.error?.details ?? {})).toEqual([[field, message]]);
      expect(await me()).toEqual(before);
    });

    it.each(['', 'abc', '9,1', '1e1', '0x10', '9.15', '55', 'Infinity', ' 9'])(
      'but not to the handicap %j',
      async (handicap) => {
        expectRefusal(await settings(form({ handicap })), 'INVALID_INPUT');
        expect((await me()).handicap).toBe(12.4);
      },
    );

    it('but not with duplicate, too many or too large fields, __proto__, or by a broken form', async () => {
      const twice = form({ fullName: 'One' });
      twice.append('fullName', 'Two');
      expect((await settings(twice)).status).toBe(400);
      const many = form(Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`f${n}`, 'x'])));
      expect((await settings(many)).status).toBe(413);
      expect((await settings(form({ fullName: 'x'.repeat(5_000) }))).status).toBe(413);
      expectRefusal(await settings(form({ ['__proto__']: 'x' })), 'INVALID_INPUT');
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      const broken = await api.call('POST', '/api/user/settings', '--x\r\nnonsense', { token: kim.token, headers });
      expect(broken.status).toBe(400);
      expect((await me()).fullName).toBe('Kim Nguyen');
    });
  });

  describe('search each other', () => {
    const search = async (query: string, golfer = kim) => {
      const address = `/api/user/search?query=${encodeURIComponent(query)}`;
      return api.call<{ users: PublicUser[] }>('GET', address, undefined, { token: golfer.token });
    };

    it('by any part of a name, names that begin with it first, never themselves', async () => {
      const tag = randomUUID().slice(0, 6);
      const names = [`Zoe ${tag}`, `${tag} Adams`, `${tag.toUpperCase()} Baker`];
      for (const fullName of names) await api.golfer({ fullName });
      const own = await api.golfer({ fullName: `${tag} Myself` });
      const { body } = await search(` ${tag} `, own);
      expect(body.users.map(({ fullName }) => fullName)).toEqual([names[1], names[2], names[0]]);
    });

    it('and see only public fields', async () => {
      const tag = randomUUID().slice(0, 6);
      const other = await api.golfer({ fullName: tag, golflinkNumber: '2130199999', handicap: -1 });
      const { body } = await search(tag);
      expect(body.users).toEqual([
        {
          id: other.id,
          fullName: tag,
          handicap: -1,
          handicapForShow: '+1.0',
          avatar: null,
          homeCourse: { clubName: 'Club' },
        },
      ]);
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

    it('with all their data, after every feature has finished its step', async () => {
      const notified: string[] = [];
      api.app.get(AccountDeletion).add(async (userId) => {
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

    it('and are signed out at once, even while a step fails; the rest follows', async () => {
      const deletion = api.app.get(AccountDeletion);
      let down = true;
      deletion.add(() => (down ? Promise.reject(new Error('the log is down')) : Promise.resolve()));
      expect((await leave(kim)).status).toBe(200);
      expect(await rows(kim.id)).toHaveLength(1);
      const login = await api.call('POST', '/api/auth/login', { email: kim.email, password: 'whatever it was' });
      expectRefusal(login, 'INVALID_CREDENTIALS');
      down = false;
      await deletion.finishPending();
      expect(await rows(kim.id)).toEqual([]);
    });
  });
});
