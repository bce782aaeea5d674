import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { Stage } from '../testing/stage.js';
import { PASSWORD, expectRefusal, registration } from '../testing/api.js';
import { Phone } from '../realtime/testing/phone.js';
import { newestLink } from '../testing/mail-links.js';

const OPS = path.resolve('dist/fairmark.js');
const run = promisify(execFile);

/** Effects of support commands on golfers, served by two apis. */
describe('an operator', () => {
  const stage = Stage.forSuite({ apis: 2, projector: false });

  const ops = (...args: string[]) =>
    run(process.execPath, [OPS, ...args, '--reason', 'Reported by golfers'], {
      env: { PATH: process.env.PATH, DATABASE_URL: stage.databaseUrl, FAIRMARK_OPERATOR: 'pat' },
    });
  const post = <Body = Record<string, unknown>>(route: string, body: object, api = stage.api) =>
    api.call<Body>('POST', `/api/auth/${route}`, body);
  const login = (email: string, password = PASSWORD) => post<{ token: string }>('login', { email, password });
  const verifies = async (email: string) =>
    stage.api.call('GET', `/api/auth/verify-email?token=${await newestLink(stage.api, email, 'VERIFY_EMAIL')}`);
  const signedUp = async () => {
    const sent = registration();
    const { email } = sent;
    const { body } = await post<{ user: { id: string } }>('register', sent);
    await verifies(email);
    return { email, id: body.user.id, token: (await login(email)).body.token };
  };
  const me = (token: string, api = stage.api) => api.call('GET', '/api/auth/user', undefined, { token });

  it('blocks an account: signed out within a second, not let in or found, its address still taken', async () => {
    const kim = await signedUp();
    const ann = await stage.player();
    const phone = await Phone.connect(stage.apis[1]?.url ?? '', kim.token);
    await ops('accounts', 'block', kim.email);
    const blockedAt = performance.now();
    await phone.ended();
    expect(performance.now() - blockedAt).toBeLessThan(1_000);
    for (const api of stage.apis) expectRefusal(await me(kim.token, api), 'UNAUTHORIZED');

    expectRefusal(await login(kim.email), 'ACCOUNT_BLOCKED');
    expectRefusal(await login(kim.email, 'not the password'), 'INVALID_CREDENTIALS');
    expectRefusal(await post('register', registration({ email: kim.email.toUpperCase() })), 'EMAIL_TAKEN');
    await post('forgot-password', { email: kim.email });
    const token = await newestLink(stage.api, kim.email, 'RESET_PASSWORD');
    expect(await post('reset-password', { token, password: 'nine iron to the bunker' })).toMatchObject({ status: 200 });
    expectRefusal(await login(kim.email, 'nine iron to the bunker'), 'ACCOUNT_BLOCKED');
    const matchId = await ann.creates();
    expectRefusal(await ann.call('POST', '/api/match/invite', { id: kim.id, matchId }), 'USER_NOT_FOUND');
    const { body } = await ann.call<{ users: { id: string }[] }>('GET', '/api/user/search?query=Kim%20Nguyen');
    expect(body.users.map(({ id }) => id)).not.toContain(kim.id);

    await ops('accounts', 'unblock', kim.email);
    const { body: again } = await login(kim.email, 'nine iron to the bunker');
    expect(await me(again.token)).toMatchObject({ status: 200 });
    phone.close();
  });

  it('gives an account another address, which has to be verified; the old one no longer works', async () => {
    const kim = await signedUp();
    await post('forgot-password', { email: kim.email });
    const token = await newestLink(stage.api, kim.email, 'RESET_PASSWORD');
    const email = `new.${kim.email}`;
    await ops('accounts', 'change-email', kim.email, email);
    expectRefusal(await me(kim.token, stage.apis[1]), 'UNAUTHORIZED');
    expectRefusal(await login(kim.email), 'INVALID_CREDENTIALS');
    expectRefusal(await post('reset-password', { token, password: PASSWORD }), 'INVALID_RESET_TOKEN');
    expectRefusal(await login(email), 'EMAIL_UNVERIFIED');
    expect(await verifies(email)).toMatchObject({ status: 200 });
    expect(await me((await login(email)).body.token)).toMatchObject({
      status: 200,
      body: { user: { id: kim.id, email } },
    });
  });
});
