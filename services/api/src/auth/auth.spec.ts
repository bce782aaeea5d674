import { randomUUID } from 'node:crypto';
import { LIMITS, MESSAGES, type OwnUser } from '@fairmark/contract';
import { eventually } from '@fairmark/events/testing/eventually';
import { listSignIns } from '@fairmark/server';
import argon2 from '@node-rs/argon2';
import { apiForSuite, expectRefusal, PASSWORD, refusal, registration, type CallOptions } from '../testing/api.js';
import { linkTokens, newestLink } from '../testing/accounts.js';

describe('accounts', () => {
  const api = apiForSuite({ rateLimitScale: 1, clock: () => new Date(Date.now() + clockMs) });
  let clockMs = 0;

  afterEach(() => {
    clockMs = 0;
    jest.restoreAllMocks();
  });

  const PHONE = randomUUID();
  const NEW = 'nine iron over the bunker';
  const on = (device: string) => ({ headers: { 'x-device-id': device } });
  const post = (call: string, body: object, options?: CallOptions) =>
    api.call<{ token: string; user: OwnUser }>('POST', `/api/auth/${call}`, body, options);
  const register = async (over: Record<string, unknown> = {}, options: CallOptions = on(PHONE)) => {
    const body = registration(over);
    return { body, answer: await post('register', body, options) };
  };
  const verify = (token: string, options?: CallOptions) =>
    api.call('GET', `/api/auth/verify-email?token=${token}`, undefined, options);
  const verifies = async (email: string, options: CallOptions = on(PHONE)) =>
    expect(await verify(await newestLink(api, email, 'VERIFY_EMAIL'), options)).toMatchObject({ status: 200 });
  const resend = (email: string) => post('resend-verification-email', { email });
  const forgot = (email: string) => post('forgot-password', { email });
  const reset = (token: string, password = NEW) => post('reset-password', { token, password });
  const resetLink = async (email: string) => {
    expect(await forgot(email)).toMatchObject({ status: 200, body: { status: 200 } });
    return newestLink(api, email.trim(), 'RESET_PASSWORD');
  };
  const resets = async (email: string, password = NEW) =>
    expect(await reset(await resetLink(email), password)).toMatchObject({ status: 200 });
  const me = (token: string) => api.call('GET', '/api/auth/user', undefined, { token });
  const verified = async () => (await api.golfer()).email;
  const login = (email: string, password = PASSWORD) => post('login', { email, password });
  const signsIn = async (email: string, password = PASSWORD) => {
    const { status, body } = await login(email, password);
    expect(status).toBe(200);
    return body.token;
  };
  const deletes = (token: string) => api.call('DELETE', '/api/user/delete', undefined, { token });
  const users = async (email: string) =>
    (await api.sql('select 1 from app.users where lower(email) = lower($1)', [email])).length;
  const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort((a, b) => a - b);

  describe('registration', () => {
    it('answers the golfer, and puts one mail into the outbox', async () => {
      const { body, answer } = await register();
      const { password: _, ...shown } = body;
      expect(answer).toMatchObject({
        status: 201,
        body: { status: 201, user: { ...shown, handicapForShow: '9.1', avatar: null, homeCourse: null, markers: [] } },
      });
      expect(JSON.stringify(answer.body)).not.toMatch(/argon|hash/i);
      expect(await linkTokens(api, body.email, 'VERIFY_EMAIL')).toHaveLength(1);
    });

    it('answers a token that works once the email is verified', async () => {
      const { body, answer } = await register();
      expectRefusal(await me(answer.body.token), 'EMAIL_UNVERIFIED');
      await verifies(body.email);
      expect(await me(answer.body.token)).toMatchObject({ status: 200, body: { user: { email: body.email } } });
    });

    // A stranger may have registered with the email.
    it.each<[string, CallOptions, (email: string) => Promise<unknown>]>([
      ['the email is verified on another device', on(PHONE), (email) => verifies(email, on(randomUUID()))],
      ['the verification names no device', {}, (email) => verifies(email, {})],
      ['a reset link verifies the email', on(PHONE), (email) => resets(email, PASSWORD)],
    ])('ends its token when %s, and forgets the registering device', async (_, registers, proves) => {
      const { body, answer } = await register({}, registers);
      await proves(body.email);
      expectRefusal(await me(answer.body.token), 'UNAUTHORIZED');
      const known = await api.sql(
        'select 1 from app.sessions s join app.users u on u.id = s.user_id where email = $1 and device_id is not null',
        [body.email],
      );
      expect(known).toEqual([]);
      await signsIn(body.email);
    });

    it.each([
      [', ignoring upper and lower case', undefined, [201, 409, 409, 409, 409, 409]],
      [' with the same key, and answers them all', randomUUID(), [201, 201, 201, 201, 201, 201]],
    ])('creates one account for many concurrent requests%s', async (_, key, statuses) => {
      const body = registration();
      const spelled = (nth: number) => ({ ...body, email: nth % 2 === 0 ? body.email : body.email.toUpperCase() });
      const answers = await Promise.all(statuses.map((_status, nth) => post('register', spelled(nth), { key })));
      expect(statusesOf(answers)).toEqual(statuses);
      for (const answer of answers.filter(({ status }) => status === 409)) expectRefusal(answer, 'EMAIL_TAKEN');
      expect(new Set(answers.flatMap(({ body: { user } }) => user?.id ?? [])).size).toBe(1);
      expect(await linkTokens(api, body.email, 'VERIFY_EMAIL')).toHaveLength(1);
    });

    it('answers a retry with the same key like the first attempt, even late, and refuses another body with it', async () => {
      const key = randomUUID();
      const { body, answer } = await register({}, { key, ...on(PHONE) });
      const retry = await post('register', body, { key });
      expect(retry).toMatchObject({ status: 201, body: { user: answer.body.user } });
      const others = [
        { email: registration().email },
        { password: 'eight iron to the green' },
        { fullName: 'Kim Chan' },
        { golflinkNumber: '1234567' },
        { handicap: 9.2 },
        { gender: 'MALE' },
      ];
      for (const over of others) {
        const other = await post('register', { ...body, ...over }, { key });
        expect({ over, ...other }).toMatchObject({ over, ...refusal('IDEMPOTENCY_KEY_REUSED') });
      }
      expect(await linkTokens(api, body.email, 'VERIFY_EMAIL')).toHaveLength(1);
      await verifies(body.email);
      await api.call('POST', '/api/user/settings', { handicap: 20 }, { token: answer.body.token });
      const changed = { user: { id: answer.body.user.id, handicap: 20 } };
      expect(await post('register', body, { key })).toMatchObject({ status: 201, body: changed });
    });

    it('guesses no password of an owner who has taken the account over, not even with its key', async () => {
      const key = randomUUID();
      const { body } = await register({}, { key });
      await resets(body.email);
      for (const password of [NEW, PASSWORD]) {
        expectRefusal(await post('register', { ...body, password }, { key }), 'EMAIL_TAKEN');
      }
    });

    it('never reuses the id of a deleted account, even with the same key', async () => {
      const key = randomUUID();
      const { body, answer } = await register({}, { key, ...on(PHONE) });
      await verifies(body.email);
      const { token, user } = answer.body;
      await post('confirm-password', { password: PASSWORD }, { token });
      expect(await deletes(token)).toMatchObject({ status: 200 });
      const again = await post('register', body, { key });
      expect(again.status).toBe(201);
      expect(again.body.user.id).not.toBe(user.id);
    });

    const REFUSED: [field: string, message: string, ...values: unknown[]][] = [
      ['fullName', MESSAGES.fullNameRequired, '', '   '],
      ['fullName', MESSAGES.fullNameLong, 'a'.repeat(101)],
      ['fullName', MESSAGES.fullNameText, 'Kim\r\nBcc: all@golfers.test', 'Kim \u202enayugN', '. \u0301'],
      // Invisible characters.
      ['fullName', MESSAGES.fullNameText, '\u200b', 'Kim \u200dNguyen', '\u3164'],
      ['fullName', MESSAGES.fullNameText, 'Kim\uFE0F', 'Ki\u200Cm', 'Kim\u{E0100}'],
      ['email', MESSAGES.emailInvalid, 'kim', `${'k'.repeat(250)}@golfers.test`],
      ['email', MESSAGES.emailRequired, undefined, ''],
      ['golflinkNumber', MESSAGES.golfNumberDigits, '12345x7', '１２３４５６７'],
      ['golflinkNumber', MESSAGES.golfNumberLength, '123456789'],
      ['golflinkNumber', MESSAGES.golfNumberRequired, 1_234_567],
      ['handicap', MESSAGES.handicapRange, 54.1, 9.15, '9.1'],
      ['handicap', MESSAGES.handicapRequired, null, ''],
      ['password', MESSAGES.passwordRequired, ''],
      ['password', MESSAGES.passwordShort, 'seven12'],
      ['password', MESSAGES.passwordLong, 'ab cd'.repeat(26)],
      ['password', MESSAGES.passwordCommon, '12345678'],
      ['gender', MESSAGES.genderUnknown, 'OTHER'],
    ];
    it.each(REFUSED.flatMap(([field, message, ...values]) => values.map((value) => [field, value, message] as const)))(
      'refuses %s %j',
      async (field, value, message) => {
        const body = registration({ [field]: value });
        const answer = await post('register', body);
        expect(answer.status).toBe(400);
        expect(answer.body.error).toEqual({ code: 'INVALID_INPUT', message, details: { [field]: message } });
        expect(await users(body.email)).toBe(0);
      },
    );

    it.each(['Zoë O’Brien-Łuczak', '김민지', 'مهـدی می\u200cخواهم', 'Kim 🏌🏽\u200d♀️', 'Kim 🏌️\u200d♀️', 'क्\u200dष'])(
      'accepts the name %s',
      async (fullName) => {
        const { answer } = await register({ fullName });
        expect(answer).toMatchObject({ status: 201, body: { user: { fullName } } });
      },
    );
  });

  describe('signing in', () => {
    it('opens a session', async () => {
      const email = await verified();
      const answer = await login(` ${email.toUpperCase()} `);
      expect(answer).toMatchObject({ status: 200, body: { status: 200, user: { email } } });
      expect(await me(answer.body.token)).toMatchObject({ status: 200, body: { user: { email } } });
    });

    it('refuses a wrong password and an unknown email alike, at the same cost', async () => {
      const { email } = (await register()).body;
      const work = jest.spyOn(argon2, 'verify');
      const wrong = await login(email, 'six iron to the green');
      const unknown = await login('nobody@golfers.test');
      expect(wrong).toMatchObject({ ...refusal('INVALID_CREDENTIALS'), body: unknown.body });
      expect(unknown.status).toBe(401);
      const sameCost = expect.stringMatching(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
      expect(work.mock.calls).toEqual([
        [sameCost, 'six iron to the green'],
        [sameCost, PASSWORD],
      ]);
      expect(await Promise.all(work.mock.results.map(({ value }) => value))).toEqual([false, false]);
    });

    it('does not confuse two emails that only Postgres lowercases to the same text', async () => {
      const tag = randomUUID().slice(0, 8);
      const [plain, dotted] = [`kim.${tag}@golfers.test`, `k\u0130m.${tag}@golfers.test`];
      const [row] = await api.sql('select lower($1) = $2 as same', [dotted, plain]);
      expect(row?.same).toBe(true);
      await register({ email: plain });
      expectRefusal(await forgot(dotted), 'INVALID_CREDENTIALS');
      expectRefusal(await login(dotted), 'INVALID_CREDENTIALS');
      expect(await linkTokens(api, plain, 'RESET_PASSWORD')).toEqual([]);
      const other = await register({ email: dotted });
      expect(other.answer).toMatchObject({ status: 201, body: { user: { email: dotted.toLowerCase() } } });
      expectRefusal(await login(dotted), 'EMAIL_UNVERIFIED');
      expectRefusal((await register({ email: dotted })).answer, 'EMAIL_TAKEN');
    });

    it('mentions an unverified email only with the right password', async () => {
      const { body } = await register();
      expectRefusal(await login(body.email, 'a wrong password'), 'INVALID_CREDENTIALS');
      expectRefusal(await login(body.email), 'EMAIL_UNVERIFIED');
    });

    it('is counted by the hour, as are refusals and new passwords, without an address or a device', async () => {
      const { id, email } = await api.golfer();
      const token = await signsIn(email);
      for (let n = 0; n < 3; n += 1) expectRefusal(await login(email, 'a wrong password'), 'INVALID_CREDENTIALS');
      await post('change-password', { current: PASSWORD, password: NEW }, { token });
      await resets(email, PASSWORD);
      await signsIn(email);
      /** The kind of each, in whichever hour. */
      const counted = async () =>
        (await listSignIns(api.pool, id, 10)).flatMap(({ kind, times }) => Array<string>(times).fill(kind)).sort();
      const refused = ['REFUSED', 'REFUSED', 'REFUSED'];
      // A refusal is answered before it is counted.
      await eventually(async () => (await counted()).join().includes(refused.join()));
      expect(await counted()).toEqual(['CHANGE', ...refused, 'RESET', 'SIGN_IN', 'SIGN_IN']);
    });

    it('accepts any password of 8 to 128 characters, unchanged', async () => {
      for (const password of ['  öäüß🏌️⛳️e\u0301t\u00e9  ', `${'links '.repeat(20)}of sand`]) {
        const { body } = await register({ password });
        await verifies(body.email);
        await signsIn(body.email, password);
        const other = password.trim() === password ? `${password} ` : password.trim();
        expectRefusal(await login(body.email, other), 'INVALID_CREDENTIALS');
      }
    });
  });

  describe('verifying an email', () => {
    it('works once, and then answers ALREADY_VERIFIED', async () => {
      const { body } = await register();
      const token = await newestLink(api, body.email, 'VERIFY_EMAIL');
      expect(await verify(token)).toMatchObject({ status: 200, body: { status: 200 } });
      expectRefusal(await verify(token), 'ALREADY_VERIFIED');
    });

    it('refuses missing and unknown tokens, and those of a reset link', async () => {
      const { email } = (await register()).body;
      for (const token of ['x'.repeat(43), await resetLink(email)]) {
        expectRefusal(await verify(token), 'INVALID_TOKEN');
      }
      const missing = await verify('');
      expectRefusal(missing, 'INVALID_INPUT', { token: MESSAGES.verifyTokenMissing });
      expect(missing.body.error?.message).toBe('Email verification token is missing.');
      expectRefusal(await api.call('GET', '/api/auth/verify-email'), 'INVALID_INPUT');
    });

    it('refuses a link after 24 hours, but that of another mail works', async () => {
      const { email } = (await register()).body;
      const token = await newestLink(api, email, 'VERIFY_EMAIL');
      clockMs = 24 * 3_600_000 + 1_000;
      expectRefusal(await verify(token), 'INVALID_TOKEN');
      expect(await resend(email)).toMatchObject({ status: 200 });
      const [, second = ''] = await linkTokens(api, email, 'VERIFY_EMAIL');
      expect(await verify(second)).toMatchObject({ status: 200 });
    });

    it('sends no mail to an email that is verified or unknown', async () => {
      const email = await verified();
      for (const each of [email, 'nobody@golfers.test']) expectRefusal(await resend(each), 'EMAIL_NOT_FOUND');
      expect(await linkTokens(api, email, 'VERIFY_EMAIL')).toEqual([]);
    });
  });

  describe('a forgotten password', () => {
    it('is replaced once, which ends every session and verifies the email', async () => {
      const { body, answer } = await register();
      const token = await resetLink(` ${body.email.toUpperCase()} `);
      // A refused password leaves the link usable.
      expectRefusal(await reset(token, '1234567890'), 'INVALID_INPUT', { password: MESSAGES.passwordCommon });
      expect(statusesOf(await Promise.all([reset(token), reset(token), reset(token)]))).toEqual([200, 400, 400]);
      expectRefusal(await login(body.email), 'INVALID_CREDENTIALS');
      expectRefusal(await me(answer.body.token), 'UNAUTHORIZED');
      expectRefusal(await reset(token, 'another new password'), 'INVALID_RESET_TOKEN');
      await signsIn(body.email, NEW);
    });

    it('invalidates the previous link, as does another mail of either kind', async () => {
      const { email } = (await register()).body;
      await forgot(email);
      await forgot(email);
      const [first = '', second = ''] = await linkTokens(api, email, 'RESET_PASSWORD');
      expectRefusal(await reset(first), 'INVALID_RESET_TOKEN');
      const [earlier = ''] = await linkTokens(api, email, 'VERIFY_EMAIL');
      await resend(email);
      expectRefusal(await verify(earlier), 'INVALID_TOKEN');
      expect(await reset(second)).toMatchObject({ status: 200 });
    });

    it('always leaves the golfer one valid link, however often a stranger asks for more', async () => {
      // Not verified yet: the stranger also asks for verification mails.
      const { email } = (await register()).body;
      for (clockMs = 0; clockMs < 3 * 3_600_000; clockMs += 300_000) {
        if (clockMs % 600_000 === 0) await resend(email);
        const { status } = await forgot(email);
        if (status === 200) continue;
        expect(status).toBe(429);
        const valid = await api.sql(
          `select from app.mail_links l join app.users u on u.id = l.user_id
            where u.email = $1 and purpose = 'RESET' and l.expires_at > $2`,
          [email, new Date(Date.now() + clockMs)],
        );
        expect(valid).toHaveLength(1);
      }
      expect(await linkTokens(api, email, 'RESET_PASSWORD')).toHaveLength(3 * 3);
      expect(await linkTokens(api, email, 'VERIFY_EMAIL')).toHaveLength(3 * 2);
    });

    it('waits for a change of the password that is under way, and is refused after it', async () => {
      const email = await verified();
      const token = await resetLink(email);
      const links = 'user_id = (select id from app.users where email = $1)';
      const answer = await api.waits(
        ["update app.users set password_hash = 'x' where email = $1", [email]],
        () => reset(token),
        [`update app.mail_links set used_at = now() where ${links}`, [email]],
      );
      expectRefusal(answer, 'INVALID_RESET_TOKEN');
    });

    it('refuses links after half an hour, links of another kind and unknown ones', async () => {
      const { email } = (await register()).body;
      const token = await resetLink(email);
      clockMs = 30 * 60_000 + 1_000;
      expectRefusal(await reset(token), 'INVALID_RESET_TOKEN');
      expectRefusal(await reset(await newestLink(api, email, 'VERIFY_EMAIL')), 'INVALID_RESET_TOKEN');
      expectRefusal(await reset('x'), 'INVALID_RESET_TOKEN');
    });

    it('answers INVALID_CREDENTIALS for an email without an account', async () => {
      const answer = await forgot('nobody@golfers.test');
      expectRefusal(answer, 'INVALID_CREDENTIALS');
      expect(answer.body.error?.message).toBe(MESSAGES.emailUnknown);
    });
  });

  describe('changing the password', () => {
    const change = (token: string, current: string, password = NEW) =>
      post('change-password', { current, password }, { token });

    it('works with the current one, and ends other sessions and reset links', async () => {
      const email = await verified();
      const [here, there] = [await signsIn(email), await signsIn(email)];
      const link = await resetLink(email);
      expect(await change(here, PASSWORD)).toMatchObject({ status: 200 });
      expect(await me(here)).toMatchObject({ status: 200 });
      expectRefusal(await me(there), 'UNAUTHORIZED');
      expectRefusal(await login(email), 'INVALID_CREDENTIALS');
      await signsIn(email, NEW);
      expectRefusal(await reset(link, 'another new password'), 'INVALID_RESET_TOKEN');
    });

    it('succeeds again when this session resends it, also while the first attempt runs, and ends no further session', async () => {
      const email = await verified();
      const here = await signsIn(email);
      expect(statusesOf(await Promise.all([change(here, PASSWORD), change(here, PASSWORD)]))).toEqual([200, 200]);
      const there = await signsIn(email, NEW);
      expect(await change(here, PASSWORD)).toMatchObject({ status: 200 });
      expect(await me(there)).toMatchObject({ status: 200 });
      // In another session that would be a second guess for one attempt.
      expectRefusal(await change(there, PASSWORD), 'WRONG_PASSWORD');
      expectRefusal(await change(here, PASSWORD, 'a third password of mine'), 'WRONG_PASSWORD');
      clockMs = LIMITS.passwordConfirmedMs + 1_000;
      expectRefusal(await change(here, PASSWORD), 'WRONG_PASSWORD');
    });

    it('is refused with a wrong current or a weak new one, and guesses are limited', async () => {
      const email = await verified();
      const token = await signsIn(email);
      expectRefusal(await change(token, PASSWORD, email), 'INVALID_INPUT', { password: MESSAGES.passwordPersonal });
      for (let n = 1; n < 10; n += 1) expectRefusal(await change(token, 'a wrong password'), 'WRONG_PASSWORD');
      expectRefusal(await change(token, PASSWORD), 'TOO_MANY_REQUESTS');
      expectRefusal(await post('confirm-password', { password: PASSWORD }, { token }), 'TOO_MANY_REQUESTS');
      await signsIn(email);
    });
  });

  it('confirming the password allows only this session to delete the account, for five minutes', async () => {
    const confirms = (token: string, password = PASSWORD) => post('confirm-password', { password }, { token });
    const email = await verified();
    const [here, there] = [await signsIn(email), await signsIn(email)];
    expectRefusal(await confirms(here, 'a wrong password'), 'WRONG_PASSWORD');
    expectRefusal(await deletes(here), 'REAUTHENTICATE');
    expect(await confirms(here)).toMatchObject({ status: 200 });
    expectRefusal(await deletes(there), 'REAUTHENTICATE');
    clockMs = LIMITS.passwordConfirmedMs + 1_000;
    expectRefusal(await deletes(here), 'REAUTHENTICATE');
    expect(await confirms(here)).toMatchObject({ status: 200 });
    expect(await deletes(here)).toMatchObject({ status: 200 });
    expect(await users(email)).toBe(0);
  });

  it('stores only hashes of passwords and links', async () => {
    const { body } = await register();
    const token = await newestLink(api, body.email, 'VERIFY_EMAIL');
    expect(JSON.stringify(await api.sql('select * from app.mail_links'))).not.toContain(token);
    const rows = await api.sql('select * from app.users where email = $1', [body.email]);
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/);
    expect(JSON.stringify(rows)).not.toContain(PASSWORD);
  });
});
