import { randomUUID } from 'node:crypto';
import { PASSWORD, expectRefusal, registration, startApi, type TestApi } from '@fairmark/api/testing/api';
import { newestLink } from '@fairmark/api/testing/accounts';
import { competitionStream, foldCompetition, upcast } from '@fairmark/events';
import { createCompetition } from '@fairmark/projector/testing/competition-log';
import { addGolfer } from '@fairmark/projector/testing/rows';
import { Stand } from '@fairmark/projector/testing/stand';
import { courseId } from '@fairmark/server/courses/import/import-courses';
import { coursesOf, DEMO_COURSES } from '@fairmark/server/testing/courses';
import { patOn, refusal, type Answer } from '../testing/ops.js';

const WHY = ['--reason', 'Invites strangers'];

/** Operators' commands for accounts and competitions. */
describe('the support commands', () => {
  const club = Stand.forSuite();
  let ann: string;
  let bob: string;
  beforeEach(async () => {
    [ann, bob] = [await golfer('Ann Lee', 'ann@example.com'), await golfer('Bob Ray', 'bob@example.com')];
  });

  const golfer = async (name: string, email: string): Promise<string> => {
    const { id } = await addGolfer(club.pool, { fullName: name, email });
    const session = `insert into app.sessions (id, user_id, expires_at) values (gen_random_uuid(), $1, 'infinity')`;
    await club.sql(session, [id]);
    return id;
  };
  const run = (...args: string[]): Promise<Answer> => patOn(club.url).run(args);
  const json = (...args: string[]): Promise<unknown> => patOn(club.url).json(args);
  const account = async (id: string) => {
    const [row] = await club.sql(
      `select email, email_verified_at is not null as verified, blocked_at is not null as blocked, token_version,
         (select count(*)::integer from app.sessions s where s.user_id = u.id and ended_at is null) as sessions,
         (select count(*)::integer from app.mail_outbox o where o.user_id = u.id and link_token is not null) as mails,
         (select count(*)::integer from app.mail_links l where l.user_id = u.id and used_at is null) as links
       from app.users u where id = $1`,
      [id],
    );
    return row;
  };
  const acts = () => json('audit', 'acts');

  it('list the sign-ins to an account by the hour, and record that they were read', async () => {
    await club.sql(
      `insert into app.sign_ins (user_id, hour, kind, times)
       values ($1, '2026-11-22T03:00Z', 'REFUSED', 40), ($1, '2026-11-22T04:00Z', 'SIGN_IN', 1), ($2, now(), 'RESET', 1)`,
      [bob, ann],
    );
    const hours = [
      { hour: '2026-11-22T04:00:00.000Z', kind: 'SIGN_IN', times: 1 },
      { hour: '2026-11-22T03:00:00.000Z', kind: 'REFUSED', times: 40 },
    ];
    const known = { ok: true, userId: bob, verified: true, blocked: false, mails: { sentAt: null, waiting: 0 } };
    expect(await json('accounts', 'sign-ins', 'BOB@example.com')).toEqual({ ...known, hours });
    const { stdout } = await run('accounts', 'sign-ins', bob);
    expect(stdout).toContain('2026-11-22T03:00:00.000Z  REFUSED  40');
    // Rows of older mails are deleted.
    expect(stdout).toContain('Latest mail: none in the last 30 days; waiting for the mail server: 0\n');
    const { reads } = (await json('audit', 'reads', '--subject', bob)) as { reads: { what: string; reader: string }[] };
    expect(reads).toMatchObject([{ what: 'reads' }, { what: 'sign-ins', reader: 'pat' }, { what: 'sign-ins' }]);
    expect(await run('accounts', 'sign-ins', 'none@example.com')).toMatchObject({ code: 1 });
  });

  it('say why a golfer cannot sign in and gets no mails', async () => {
    await club.sql('update app.users set email_verified_at = null, blocked_at = now() where id = $1', [bob]);
    await club.sql(
      `insert into app.mail_outbox (cause, kind, user_id, link_token, about, due_at, sent_at)
       values ('sent', 'VERIFY_EMAIL', $1, null, null, now(), '2026-11-22T03:00Z'), ('dropped', 'RESULT', $1, null, null, now(), null),
         ('due', 'VERIFY_EMAIL', $1, 'secret', null, now(), null), ('later', 'RESULT', $1, null, '{}', 'infinity', null),
         ('also due', 'RESULT', $1, null, '{}', now(), null), ('of another', 'RESULT', $2, null, '{}', now(), null)`,
      [bob, ann],
    );
    const { stdout } = await run('accounts', 'sign-ins', bob);
    expect(stdout).toContain('Bob Ray <bob@example.com>: email not verified, blocked\n');
    expect(stdout).toContain('Latest mail: 2026-11-22T03:00:00.000Z; waiting for the mail server: 2\n');
  });

  it('block an account once, end its sessions, and unblock it', async () => {
    const stdout = 'Bob Ray <bob@example.com> is blocked. Every session has ended.\n';
    expect(await run('accounts', 'block', 'BOB@example.com', ...WHY)).toEqual({ code: 0, stderr: '', stdout });
    expect(await account(bob)).toMatchObject({ blocked: true, sessions: 0, token_version: 2 });
    expect(await account(ann)).toMatchObject({ blocked: false, sessions: 1, token_version: 1 });
    expect(await json('accounts', 'block', bob, ...WHY)).toMatchObject({ ok: true, changed: false, userId: bob });
    expect(await json('accounts', 'unblock', bob, '--reason', 'Another Bob')).toMatchObject({ changed: true });
    expect(await json('accounts', 'unblock', bob, '--reason', 'Another Bob')).toMatchObject({ changed: false });
    expect(await account(bob)).toMatchObject({ blocked: false, sessions: 0 });
    expect(await acts()).toMatchObject({
      acts: [
        { act: 'UNBLOCK', subject: bob, operator: 'pat', reason: 'Another Bob' },
        { act: 'BLOCK', subject: bob, operator: 'pat', reason: 'Invites strangers' },
      ],
    });
    const table = (await run('audit', 'acts')).stdout.split('\n');
    expect(table.filter((line) => line.includes(bob))).toHaveLength(2);
    expect((await run('audit', 'acts', '--limit', '2')).stdout).toContain('The latest 2: there may be earlier ones');
    const { reads } = (await json('audit', 'reads')) as { reads: object[] };
    expect(reads[1]).toMatchObject({ what: 'acts', subject: 'all', reader: 'pat' });
  });

  it.each<[string[], number, string]>([
    [['ann@example.com', 'bob@example.com'], 1, 'Another account has the address bob@example.com.'],
    [['ann@example.com', 'ANN@example.com'], 1, 'The account has the address ann@example.com already.'],
    [['ann@example.com', 'ann'], 2, 'Invalid email address: ann'],
    [['ann@example.com', 'ann@ex_ample.c'], 2, 'Invalid email address: ann@ex_ample.c'],
    [['zed@example.com', 'zoe@example.com'], 1, 'There is no account with the address or id zed@example.com.'],
    [['ÁNN L', 'zoe@example.com'], 1, 'id ÁNN L. Accounts with such a name:\nAnn Lee <ann@example.com>\n'],
  ])('refuse to change an email: %s', async (given, code, words) => {
    const before = await account(ann);
    expect(await run('accounts', 'change-email', ...given, ...WHY)).toEqual(refusal(words, code));
    expect(await account(ann)).toEqual(before);
    expect(await acts()).toEqual({ ok: true, acts: [] });
  });

  it('remove an authenticator once, and revoke the second factor in its golfer’s sessions', async () => {
    await club.sql(`insert into app.second_factors (user_id, secret) values ($1, 'A'), ($2, 'B')`, [ann, bob]);
    await club.sql('update app.sessions set proved_at = now()');
    const remove = ['accounts', 'remove-authenticator', 'ann@example.com', '--reason', 'Lost the phone'];
    const said = 'Ann Lee <ann@example.com> has to set up another authenticator on /ops.\n';
    expect((await run(...remove)).stdout).toBe(said);
    expect(await json(...remove)).toMatchObject({ ok: true, changed: false, userId: ann });
    const rows = await club.sql(
      `select s.user_id as of, s.proved_at is not null as proved, f.secret
         from app.sessions s left join app.second_factors f on f.user_id = s.user_id where s.user_id in ($1, $2)`,
      [ann, bob],
    );
    const [anns, bobs] = [ann, bob].map((of) => rows.filter((row) => row.of === of));
    expect([anns, bobs]).toEqual([
      [{ of: ann, proved: false, secret: null }],
      [{ of: bob, proved: true, secret: 'B' }],
    ]);
    expect(await acts()).toMatchObject({
      acts: [{ act: 'REMOVE_AUTHENTICATOR', subject: ann, operator: 'pat', reason: 'Lost the phone' }],
    });
  });

  describe('to golfers', () => {
    let api: TestApi;
    beforeAll(async () => {
      api = await startApi(club.url);
    });
    afterAll(() => api.stop());

    const post = <Body = Record<string, unknown>>(route: string, body: object) =>
      api.call<Body>('POST', `/api/auth/${route}`, body);
    const login = (email: string, password = PASSWORD) => post<{ token: string }>('login', { email, password });
    const verifyLink = (email: string) => newestLink(api, email, 'VERIFY_EMAIL');
    const opens = (link: string) => api.call('GET', `/api/auth/verify-email?token=${link}`);
    const verifies = async (email: string) => opens(await verifyLink(email));
    const me = (token: string) => api.call('GET', '/api/auth/user', undefined, { token });
    const resetLink = async (email: string) => {
      await post('forgot-password', { email });
      return newestLink(api, email, 'RESET_PASSWORD');
    };
    const signedUp = async () => {
      const sent = registration();
      const { user } = (await post<{ user: { id: string } }>('register', sent)).body;
      await verifies(sent.email);
      return { ...user, email: sent.email, token: (await login(sent.email)).body.token };
    };

    it('a blocked account is signed out, not let in, found or invited, its address still taken', async () => {
      const kim = await signedUp();
      await run('accounts', 'block', kim.email, ...WHY);
      expectRefusal(await me(kim.token), 'UNAUTHORIZED');
      expectRefusal(await login(kim.email), 'ACCOUNT_BLOCKED');
      expectRefusal(await login(kim.email, 'not the password'), 'INVALID_CREDENTIALS');
      expectRefusal(await post('register', registration({ email: kim.email.toUpperCase() })), 'EMAIL_TAKEN');
      const password = 'nine iron to the bunker';
      expect((await post('reset-password', { token: await resetLink(kim.email), password })).status).toBe(200);
      expectRefusal(await login(kim.email, password), 'ACCOUNT_BLOCKED');

      await api.saves(...coursesOf(DEMO_COURSES));
      const host = await api.golfer();
      const round = { course: courseId('10990'), tee: 'Standard', playType: 'SOCIAL' };
      const { match } = (await api.call<{ match: { id: string } }>('POST', '/api/match/create', round, host)).body;
      const invite = { id: kim.id, matchId: match.id };
      expectRefusal(await api.call('POST', '/api/match/invite', invite, host), 'USER_NOT_FOUND');
      const found = await api.call('GET', '/api/user/search?query=Kim%20Nguyen', undefined, host);
      expect(found.body).toMatchObject({ users: [] });

      await run('accounts', 'unblock', kim.email, ...WHY);
      expect((await me((await login(kim.email, password)).body.token)).status).toBe(200);
    });

    it('another address has to be verified, and the old one no longer works', async () => {
      const kim = await signedUp();
      const [verified, token] = [await verifyLink(kim.email), await resetLink(kim.email)];
      const email = `new.${kim.email}`;
      const changed = await run('accounts', 'change-email', kim.email, ` N${email.slice(1)} `, ...WHY);
      expect(changed.code).toBe(0);
      const recorded = JSON.stringify(await acts());
      expect(recorded).toContain('CHANGE_EMAIL');
      expect(recorded).not.toContain(kim.email);
      // Both are of the verification: the reset link is not sent any more, and would not work.
      expect(await account(kim.id)).toMatchObject({ email, mails: 1, links: 1 });
      expectRefusal(await me(kim.token), 'UNAUTHORIZED');
      expectRefusal(await login(kim.email), 'INVALID_CREDENTIALS');
      expectRefusal(await post('reset-password', { token, password: PASSWORD }), 'INVALID_RESET_TOKEN');
      expectRefusal(await login(email), 'EMAIL_UNVERIFIED');
      // It verified the old address only.
      expectRefusal(await opens(verified), 'INVALID_TOKEN');
      expect((await verifies(email)).status).toBe(200);
      expect((await me((await login(email)).body.token)).body).toMatchObject({ user: { id: kim.id, email } });
    });
  });

  it('require a reason', async () => {
    expect((await run('accounts', 'block', 'bob@example.com')).code).toBe(2);
    expect((await run('accounts', 'block', 'bob@example.com', '--reason', ' ')).code).toBe(2);
    expect(await account(bob)).toMatchObject({ blocked: false });
  });

  it('remove a competition once, by its id or by the link to its page', async () => {
    const competitionId = await createCompetition(club.store, { hostId: ann, players: [bob], name: 'Spam' });
    const link = `https://golf.example/clubhouse/competitions/${competitionId}`;
    const removed = { code: 0, stderr: '', stdout: 'Spam was removed.\n' };
    expect(await run('competitions', 'remove', link, ...WHY)).toEqual(removed);
    const events = await club.store.readStream(competitionStream(competitionId));
    expect(foldCompetition(events.map(upcast))?.status).toBe('DELETED');
    expect(events.at(-1)).toMatchObject({ data: { reason: 'OPERATOR' }, metadata: { actorId: 'system' } });
    expect(await json('competitions', 'remove', competitionId, ...WHY)).toMatchObject({ changed: false });
    expect(await acts()).toMatchObject({
      acts: [{ act: 'REMOVE_COMPETITION', subject: competitionId, operator: 'pat', reason: 'Invites strangers' }],
    });
    // The reason is deleted with the host's account; the record of the removal stays.
    await club.sql('delete from app.users where id = $1', [ann]);
    expect(await acts()).toMatchObject({ acts: [{ subject: competitionId, reason: null }] });
    await expect(club.sql('delete from app.operator_acts')).rejects.toThrow('only ever added to');
    expect(await run('competitions', 'remove', randomUUID(), ...WHY)).toMatchObject({ code: 1 });
    expect(await run('competitions', 'remove', 'Spam', ...WHY)).toMatchObject({ code: 2 });
  });
});
