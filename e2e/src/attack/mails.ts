import { randomUUID } from 'node:crypto';
import { eventually } from '@fairmark/events/testing/eventually';
import { Golfer, PASSWORD } from '../support/golfer.js';
import { attack, codeOf, golfer, many, register, stranger, type Attack, type Ground } from './ground.js';

/** Limit of mails to one address per hour, from all routes. */
const MAILS_AN_HOUR = 5;
const TIMES = 20;
const NEW_PASSWORD = 'a good walk, unspoiled';

const forgets = (golfer: Golfer) => golfer.call('POST', '/api/auth/forgot-password', { email: golfer.email });
const resends = (golfer: Golfer) => golfer.call('POST', '/api/auth/resend-verification-email', { email: golfer.email });

const VOID = 'INVALID_RESET_TOKEN';

/** Waits for this many mails to a golfer, and returns the token of the link in the newest. */
async function tokenOf({ stack }: Ground, { email }: Golfer, mails: number): Promise<string> {
  await eventually(() => stack.mailsTo(email).length >= mails, `${mails} mails to ${email}`);
  return (await stack.linkFromMail(email)).searchParams.get('token') ?? '';
}
const resets = (caller: Golfer, token: string) =>
  caller.call('POST', '/api/auth/reset-password', { token, password: NEW_PASSWORD });

/** F5, F12 and F13: abuse of mails with links against their recipients. */
export const MAILS: Attack[] = [
  attack('F5', 'a stranger asks for mails in the name of a golfer, who then needs a new password', async (ground) => {
    const { check, stack } = ground;
    const owner = await golfer(ground, 'Ora Owen');
    const other = stranger(ground, owner.email);
    const resent = await many(TIMES, () => resends(other));
    check(`verifications of an account that has its own: ${resent.text}`, resent.of('EMAIL_NOT_FOUND') === TIMES);
    const own = codeOf(await forgets(owner));
    // Wait, as two mails may arrive in another order than they were requested.
    await tokenOf(ground, owner, 2);
    check(`then the owner asks for a reset: ${own}`, own === '200');
    const asked = await many(TIMES, () => forgets(other));
    const mails = 2 + asked.of('200');
    const last = await tokenOf(ground, owner, mails);
    check(`resets asked for by the stranger: ${asked.text}`, stack.mailsTo(owner.email).length === mails);
    const reset = codeOf(await resets(owner, last));
    check(`then the owner uses the last link: ${reset}`, reset === '200');
  }),
  attack('F12', 'a stranger registers with an email and has as many mails as possible sent to it', async (ground) => {
    const { check, stack } = ground;
    const caller = stranger(ground);
    await register(caller);
    const asked = await many(2 * TIMES, (n) => (n % 2 === 0 ? resends(caller) : forgets(caller)));
    // One that waits while its link is replaced is not sent.
    const waiting = `select from app.mail_outbox m join app.users u on u.id = m.user_id
                        where u.email = $1 and link_token is not null`;
    const allSent = async () => (await stack.database.query(waiting, [caller.email])).rowCount === 0;
    await eventually(allSent, 'every mail has gone out');
    const sent = stack.mailsTo(caller.email).length;
    check(`a registration, then ${asked.text}: ${sent} mails`, sent >= 2 && sent <= MAILS_AN_HOUR);
    const refused = asked.of('200', 'TOO_MANY_REQUESTS');
    check(`answered otherwise: ${2 * TIMES - refused}`, refused === 2 * TIMES);
  }),
  attack(
    'F13',
    'a stranger registers with a golfer’s email and waits for the click; or finds an older link',
    async (ground) => {
      const { base, check, stack } = ground;
      const thief = stranger(ground);
      const { body } = await register(thief, randomUUID());
      thief.token = body.token;
      const link = await stack.linkFromMail(thief.email);
      const victim = new Golfer(base, thief.profile, thief.email);
      const path = `/api/auth/verify-email?token=${link.searchParams.get('token')}`;
      const clicked = await victim.call('GET', path, undefined, { device: randomUUID() });
      const token = codeOf(await thief.call('GET', '/api/auth/user'));
      check(`the click: ${codeOf(clicked)}, then the registration's token: ${token}`, token === 'UNAUTHORIZED');

      const owner = await golfer(ground, 'Lin Link');
      await forgets(owner);
      const old = await tokenOf(ground, owner, 2);
      await forgets(owner);
      const last = await tokenOf(ground, owner, 3);
      const codes = [codeOf(await resets(owner, old)), codeOf(await resets(owner, last))];
      check(`a reset by the older link: ${codes[0]}, by the newer: ${codes[1]}`, String(codes) === `${VOID},200`);
      const session = codeOf(await owner.call('GET', '/api/auth/user'));
      check(`a session from before the reset: ${session}`, session === 'UNAUTHORIZED');
      const before = await owner.call('POST', '/api/auth/login', { email: owner.email, password: PASSWORD });
      check(`the password from before: ${codeOf(before)}`, codeOf(before) === 'INVALID_CREDENTIALS');
    },
  ),
];
