import { randomUUID } from 'node:crypto';
import {
  LIMITS,
  MESSAGES,
  type BoardAnswer,
  type BoardLinkMadeAnswer,
  type BoardLinksAnswer,
} from '@fairmark/contract';
import { listActs, revokeRole } from '@fairmark/server';
import { card, Club } from '../clubhouse/testing/club.js';
import { Phone } from '../realtime/testing/phone.js';
import { expectRefusal, refusal } from '../testing/api.js';
import { AccountDeletion } from '../users/account-deletion.js';

/** The board on the wall of a clubhouse: its content, and the links that open it without a sign-in. */

const club = Club.forSuite();
const [{ courseId: course }, { courseId: elsewhere }] = club.courses;
/** Cass is of the committee of the course. */
const [ann, bob, cass] = club.named(beforeAll, 'Ann', 'Bob', 'Cass');
let day = '';

const LINKS = '/api/ops/board-links';
const listed = async () => (await cass.does<BoardLinksAnswer>('GET', `${LINKS}?course=${course}`)).links;
const makes = (label = 'Bar', by = cass) => by.does<BoardLinkMadeAnswer>('POST', LINKS, { course, label });
const revokes = (id: string, by = cass) => by.call('DELETE', `${LINKS}/${id}`);
const board = (token: string, of = course, api = club.api) =>
  api.call<BoardAnswer>('GET', `/api/courses/${of}/board`, undefined, { token });
const connects = (token: string, api = club.api): Promise<Phone> => Phone.connect(api.url, token);

beforeAll(async () => {
  await club.api.appoints(cass.golfer, 'COMMITTEE', course);
  day = (await board(ann.golfer.token)).body.day;
});
afterEach(() => club.api.sql('delete from app.board_links'));

const plays = (matchType: 'STROKE' | 'STABLEFORD' | 'PAR', on = club.courses[0]) =>
  club.plays({
    day,
    matchType,
    course: on,
    cards: [
      { golfer: ann, holes: card({ 1: 3 }), dailyHandicap: 12 },
      { golfer: bob, holes: card({ 2: 'NS' }), dailyHandicap: 4 },
    ],
  });

describe('the board', () => {
  test('shows the cards of today by each format, the most played first, without ids of golfers', async () => {
    await plays('STABLEFORD');
    await plays('STABLEFORD');
    const matchId = await plays('STROKE');
    await plays('PAR', club.courses[1]);
    const shown = await ann.sees<BoardAnswer>(`/api/courses/${course}/board`);
    expect(shown).toMatchObject({
      course: { id: course, name: 'Banksia Links', timeZone: expect.stringContaining('Australia/') },
      cards: 6,
    });
    expect(shown.standings.map(({ format, rows }) => [format, rows.length])).toEqual([
      ['STABLEFORD', 6],
      ['STROKE', 6],
    ]);
    const [points, strokes] = shown.standings.map(({ rows }) => rows);
    expect(points?.[0]).toEqual({
      key: expect.any(String),
      rankLabel: 'T1',
      countback: null,
      fullName: 'Ann',
      dailyHandicap: 12,
      result: 49,
      noScore: false,
    });
    expect(strokes?.at(-1)).toMatchObject({ fullName: 'Bob', noScore: true });
    expect(new Set(points?.map(({ key }) => key)).size).toBe(6);
    expect(points?.map(({ key }) => key).sort()).toEqual(strokes?.map(({ key }) => key).sort());
    for (const secret of [ann.id, bob.id, matchId]) expect(JSON.stringify(shown)).not.toContain(secret);
    expectRefusal(await board(ann.golfer.token, randomUUID()), 'COURSE_NOT_FOUND');
  });

  test('changes to the new day at midnight of its course', async () => {
    let now = '2031-03-01T12:59:59.000Z';
    const api = await club.api.another({ clock: () => new Date(now) });
    const { token } = await makes();
    expect((await board(token, course, api)).body).toMatchObject({ day: '2031-03-01', standings: [], cards: 0 });
    now = '2031-03-01T13:00:00.000Z';
    expect((await board(token, course, api)).body).toMatchObject({ day: '2031-03-02', now });
  });
});

describe('a link', () => {
  test('opens the board and the adverts of its course, and nothing else', async () => {
    const { token } = await makes();
    const shown = await board(token);
    expect(shown).toMatchObject({ status: 200, body: { course: { id: course } } });
    expect(shown.headers.get('cache-control')).toContain('no-store');
    const call = (path: string) => club.api.call('GET', path, undefined, { token });
    expect((await call(`/api/courses/${course.toUpperCase()}/adverts`)).status).toBe(200);
    for (const path of ['board', 'adverts']) {
      expectRefusal(await call(`/api/courses/${elsewhere}/${path}`), 'FORBIDDEN');
      expectRefusal(await call(`/api/courses/nothing/${path}`), 'FORBIDDEN');
    }
    for (const path of [
      '/api/auth/user',
      `/api/mothership/daily-results?course=${course}`,
      '/api/mothership/history',
      '/api/competitions',
      '/api/user/search?query=Ann',
      `${LINKS}?course=${course}`,
    ]) {
      expectRefusal(await call(path), 'UNAUTHORIZED');
    }
  });

  test('is made and revoked, and both acts are recorded', async () => {
    const { link, token } = await makes('  Spike bar ');
    expect(link).toEqual({
      id: expect.any(String),
      label: 'Spike bar',
      madeAt: expect.any(String),
      madeBy: cass.ref,
      lastUsedAt: null,
    });
    expect((await board(token)).status).toBe(200);
    expect(await listed()).toEqual([{ ...link, lastUsedAt: expect.any(String) }]);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const [row] = await club.api.sql('select to_jsonb(l)::text as row from app.board_links l');
    expect(row?.row).not.toContain(token);
    expect((await revokes(link.id)).status).toBe(200);
    expect(await listed()).toEqual([]);
    expectRefusal(await revokes(link.id), 'NOT_FOUND');
    expect(await listActs(club.pool, 2)).toMatchObject([
      { act: 'REVOKE_BOARD_LINK', operator: cass.id, subject: course, reason: 'Spike bar' },
      { act: 'MAKE_BOARD_LINK', operator: cass.id, subject: course, reason: 'Spike bar' },
    ]);
  });

  test('needs a label of one line, and is refused beyond the limit per course', async () => {
    for (const label of ['', '   ', 'x'.repeat(LIMITS.boardLinkLabelMax + 1), 'two\nlines']) {
      expectRefusal(await cass.call('POST', LINKS, { course, label }), 'INVALID_INPUT');
    }
    const made = Array.from({ length: LIMITS.boardLinksPerCourseMax + 3 }, (_, n) =>
      cass.call('POST', LINKS, { course, label: `Screen ${n}` }),
    );
    const refused = (await Promise.all(made)).filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(3);
    for (const answer of refused) expectRefusal(answer, 'BOARD_LINKS_FULL');
  });

  test('still works after its maker has lost the role or the account', async () => {
    const [fay] = await club.golfers('Fay');
    await club.api.appoints(fay.golfer, 'COMMITTEE', course);
    const { link, token } = await makes('Pro shop', fay);
    await revokeRole(club.pool, { userId: fay.id, role: 'COMMITTEE', courseId: course }, 'operator');
    expectRefusal(await revokes(link.id, fay), 'NOT_COMMITTEE');
    expect((await board(token)).status).toBe(200);
    expect(await listed()).toMatchObject([{ label: 'Pro shop', madeBy: fay.ref }]);
    const leaving = jest.spyOn(club.api.app.get(AccountDeletion), 'leaveAll').mockRejectedValue(new Error('down'));
    await club.api.sql('update app.users set deletion_requested_at = now() where id = $1', [fay.id]);
    expect(await listed()).toMatchObject([{ madeBy: { id: fay.id, fullName: MESSAGES.deletedPlayer } }]);
    await club.api.sql('delete from app.users where id = $1', [fay.id]);
    leaving.mockRestore();
    expect((await board(token)).status).toBe(200);
    expect(await listed()).toMatchObject([{ label: 'Pro shop', madeBy: null }]);
  });

  test('that is revoked or unknown is refused with BOARD_LINK_REVOKED', async () => {
    const { link, token } = await makes();
    await revokes(link.id);
    for (const gone of [token, 'A'.repeat(43)]) {
      expectRefusal(await board(gone), 'BOARD_LINK_REVOKED');
      const refused = await new Phone(club.api.url, { auth: { token: gone } }).refused();
      expect(refused).toMatchObject({ error: { code: 'BOARD_LINK_REVOKED' } });
    }
  });
});

describe('the socket of a link', () => {
  test('watches its own course, receives its changes, and can join nothing else', async () => {
    const { token } = await makes();
    const phone = await connects(token);
    expect(await phone.ask('watch_course', { courseId: course })).toMatchObject({ status: 200 });
    expect(await phone.ask('watch_course', { courseId: elsewhere })).toMatchObject(refusal('FORBIDDEN').body);
    const matchId = await plays('PAR');
    expect(await phone.ask('join_lobby', { matchId })).toMatchObject(refusal('MATCH_NOT_FOUND').body);
    await phone.receives('leaderboard_changed', { courseId: course, day });
    expect(new Set(phone.events)).toEqual(new Set(['leaderboard_changed']));
  });

  test('ends within a second at every process when the link is revoked, with the reason', async () => {
    const other = await club.api.another();
    const [kept, gone] = [await makes('Kept'), await makes('Gone')];
    const stays = await connects(kept.token);
    const ending = [await connects(gone.token), await connects(gone.token, other)];
    await revokes(gone.link.id);
    for (const phone of ending) {
      await phone.ended();
      expect(phone.received).toMatchObject([
        { event: 'server_error', payload: { error: { code: 'BOARD_LINK_REVOKED' } } },
      ]);
    }
    expect(stays.socket.connected).toBe(true);
  });
});

test('board requests are rate-limited, by link and by address', async () => {
  const links = [await makes(), await makes('Pro shop')];
  const small = await club.api.another({ rateLimitScale: 0.01 });
  const allowed: number[] = [];
  for (const { token } of links) {
    const answers = await Promise.all(Array.from({ length: 8 }, () => board(token, course, small)));
    allowed.push(answers.filter(({ status }) => status === 200).length);
    expectRefusal(await board(token, course, small), 'TOO_MANY_REQUESTS');
  }
  // Six for each link, twelve in all, counting the three refused to the first one.
  expect(allowed).toEqual([6, 3]);
});
