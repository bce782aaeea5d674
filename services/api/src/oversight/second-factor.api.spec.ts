import type { OpsRolesAnswer, SecondFactorMadeAnswer } from '@fairmark/contract';
import { grantRole, inTransaction, listSignIns, removeSecondFactor, type SignInKind } from '@fairmark/server';
import { apiForSuite, expectRefusal, PASSWORD, refusal, type TestApi, type TestGolfer } from '../testing/api.js';
import { Authenticator } from '../testing/authenticator.js';
import { newestLink } from '../testing/accounts.js';

/** Authenticators, which roles need; for the routes, see permissions/routes.api.spec.ts. */

const STEP_MS = 30_000;
const FACTOR = '/api/ops/second-factor';
const OPENED = '/api/ops/projections';

let now = Date.now();
const clock = () => new Date(now);
const api = apiForSuite({ clock });

const sue = api.cast({ fullName: 'Sue Support' });
beforeEach(() => grantRole(api.pool, { userId: sue.id, role: 'SUPPORT', courseId: null }, 'operator'));

const makes = (by: Pick<TestGolfer, 'token'> = sue, at: TestApi = api) =>
  at.call<SecondFactorMadeAnswer>('POST', FACTOR, undefined, by);
const proves = (code: string, by: Pick<TestGolfer, 'token'> = sue, at: TestApi = api) =>
  at.call('POST', `${FACTOR}/proof`, { code }, by);
const opens = async (by: Pick<TestGolfer, 'token'> = sue) => {
  const { status, body } = await api.call('GET', OPENED, undefined, by);
  return body.error ?? status;
};
const factorOf = async (by: Pick<TestGolfer, 'token'> = sue) =>
  (await api.call<OpsRolesAnswer>('GET', '/api/ops/me', undefined, by)).body.secondFactor;
const wanted = (enrolled: boolean) => refusal('SECOND_FACTOR_REQUIRED', { enrolled }).body.error;
const setUp = async (): Promise<Authenticator> => {
  await api.confirms(sue);
  const { status, body } = await makes();
  expect(status).toBe(200);
  const app = new Authenticator(body.secret, clock);
  expect((await proves(app.nextCode())).status).toBe(200);
  return app;
};
/** The same golfer on another phone. */
const elsewhere = async () => ({ token: await api.opensSession(sue.id) });

test('is set up with the password and a code, and enables the role only in that session', async () => {
  expect([await factorOf(), await opens()]).toEqual(['NONE', expect.objectContaining(wanted(false))]);
  expectRefusal(await makes(), 'REAUTHENTICATE');
  await api.confirms(sue);
  const { secret, uri } = (await makes()).body;
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const address = new URL(uri);
  expect(decodeURIComponent(address.pathname)).toContain(`Fairmark:${sue.email}`);
  const settings = { issuer: 'Fairmark', secret, algorithm: 'SHA1', digits: '6', period: '30' };
  expect(Object.fromEntries(address.searchParams)).toEqual(settings);
  expect([await factorOf(), await opens()]).toEqual(['NONE', expect.objectContaining(wanted(false))]);
  const app = new Authenticator(secret, clock);
  expect((await proves(app.nextCode())).status).toBe(200);
  expect([await factorOf(), await opens()]).toEqual(['PROVED', 200]);

  const other = await elsewhere();
  expect([await factorOf(other), await opens(other)]).toEqual(['ENROLLED', expect.objectContaining(wanted(true))]);
  expect((await proves(app.nextCode(), other)).status).toBe(200);
  expect([await opens(), await opens(other)]).toEqual([200, 200]);
});

test('accepts the codes of the current step and one either way, each once and never an earlier one', async () => {
  const app = await setUp();
  expectRefusal(await proves(app.codeIn(0)), 'WRONG_CODE');
  now += 2 * STEP_MS;
  for (const far of [-2, 2]) expectRefusal(await proves(app.codeIn(far)), 'WRONG_CODE');
  for (const near of [-1, 0, 1]) expect((await proves(app.codeIn(near))).status).toBe(200);
  for (const used of [-1, 0, 1]) expectRefusal(await proves(app.codeIn(used), await elsewhere()), 'WRONG_CODE');
  for (const code of ['12345', '1234567', 'abcdef', '１２３４５６']) expectRefusal(await proves(code), 'INVALID_INPUT');
});

test('accepts a code only once among concurrent attempts, and counts accepted and refused ones', async () => {
  const app = await setUp();
  const phones = await Promise.all(Array.from({ length: 6 }, elsewhere));
  const code = app.nextCode();
  const answers = await Promise.all(phones.map((phone) => proves(code, phone)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) expectRefusal(answer, 'WRONG_CODE');
  const counted = await listSignIns(api.pool, sue.id, 10);
  const times = (of: SignInKind) => counted.filter(({ kind }) => kind === of).reduce((sum, one) => sum + one.times, 0);
  // The first code set it up. They are counted by the hour.
  expect([times('CODE'), times('CODE_REFUSED')]).toEqual([2, 5]);
  expect((await Promise.all(phones.map(opens))).filter((answer) => answer === 200)).toHaveLength(1);
});

test('can be replaced before its first code or where it is proved, and then every session needs the new one', async () => {
  await api.confirms(sue);
  const first = new Authenticator((await makes()).body.secret, clock);
  const app = await setUp();
  expectRefusal(await proves(first.codeIn(1)), 'WRONG_CODE');

  const other = await elsewhere();
  await api.pool.query(`update app.sessions set confirmed_at = 'infinity' where user_id = $1`, [sue.id]);
  expectRefusal(await makes(other), 'SECOND_FACTOR_REQUIRED', { enrolled: true });
  now += STEP_MS;
  expect((await proves(app.nextCode(), other)).status).toBe(200);
  const next = new Authenticator((await makes(other)).body.secret, clock);
  expect([await factorOf(), await factorOf(other)]).toEqual(['NONE', 'NONE']);
  expectRefusal(await proves(app.codeIn(1)), 'WRONG_CODE');
  expect((await proves(next.nextCode(), other)).status).toBe(200);
  expect([await factorOf(), await factorOf(other)]).toEqual(['ENROLLED', 'PROVED']);
});

test('that an operator removed enables nothing, and another one can be set up', async () => {
  const app = await setUp();
  await inTransaction(api.pool, (client) => removeSecondFactor(client, sue.id));
  expect([await factorOf(), await opens()]).toEqual(['NONE', expect.objectContaining(wanted(false))]);
  expectRefusal(await proves(app.codeIn(1)), 'WRONG_CODE');
  await setUp();
  expect(await opens()).toBe(200);
});

test('survives a password reset, which ends the sessions that proved it', async () => {
  await setUp();
  await api.call('POST', '/api/auth/forgot-password', { email: sue.email });
  const reset = { token: await newestLink(api, sue.email, 'RESET_PASSWORD'), password: PASSWORD };
  expect((await api.call('POST', '/api/auth/reset-password', reset)).status).toBe(200);
  const login = { email: sue.email, password: PASSWORD };
  const { token } = (await api.call<{ token: string }>('POST', '/api/auth/login', login)).body;
  expect([await factorOf({ token }), await opens({ token })]).toEqual([
    'ENROLLED',
    expect.objectContaining(wanted(true)),
  ]);
  await api.call('POST', '/api/auth/confirm-password', { password: PASSWORD }, { token });
  expectRefusal(await makes({ token }), 'SECOND_FACTOR_REQUIRED', { enrolled: true });
});

test('is only for golfers with a role: others get FORBIDDEN, whatever code or session they have', async () => {
  const ann = await api.golfer();
  await api.confirms(ann);
  for (const answer of [await makes(ann), await proves('123456', ann)]) expectRefusal(answer, 'FORBIDDEN');
  expect([await factorOf(ann), await opens(ann)]).toEqual(['NONE', expect.objectContaining({ code: 'FORBIDDEN' })]);
  await setUp();
  await api.pool.query('delete from app.user_roles where user_id = $1', [sue.id]);
  expect(await opens()).toMatchObject({ code: 'FORBIDDEN' });
});

test('guessing is refused after ten attempts in an hour per golfer, right codes included', async () => {
  const strict = await api.another({ clock, rateLimitScale: 1 });
  const [rob, tom] = [await api.golfer(), await api.golfer()];
  for (const golfer of [rob, tom]) await strict.appoints(golfer, 'AUDITOR');
  for (let n = 0; n < 8; n += 1) expectRefusal(await proves('000000', rob, strict), 'WRONG_CODE');
  const refused = await proves('000000', rob, strict);
  expectRefusal(refused, 'TOO_MANY_REQUESTS');
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
  expectRefusal(await makes(rob, strict), 'TOO_MANY_REQUESTS');
  expectRefusal(await proves('000000', tom, strict), 'WRONG_CODE');
  // Sessions with a proved role are not affected.
  expect((await strict.call('GET', OPENED, undefined, rob)).status).toBe(200);
});
