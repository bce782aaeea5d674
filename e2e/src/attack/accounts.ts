import { randomUUID } from 'node:crypto';
import { findProgram, TestRedis } from '@fairmark/tools';
import { Golfer, PASSWORD } from '../support/golfer.js';
import { Stack } from '../support/stack.js';
import { attack, codeOf, golfer, many, Outcomes, type Attack, type Ground } from './ground.js';

const GUESSES = 200;
/** Guesses without a delay, and one each after 2, 4, 8 and 16 seconds, as sending them all may take a while. */
const CHECKED_MAX = 5 + 4;
/** More than the limit of an address for all accounts together. */
const FLOOD = 1_000;

const signsIn = (caller: Golfer, password: string, device?: string, base?: string) =>
  caller.call('POST', '/api/auth/login', { email: caller.email, password }, { device, base });

/** Guesses concurrently, at every api in turn. Together these must check no more passwords than one api alone may. */
async function guessAtAll(ground: Ground, bases: readonly string[]): Promise<void> {
  const { check } = ground;
  const owner = await golfer(ground, 'Gus Gate');
  const guesses = await many(GUESSES, (n) => signsIn(owner, `wrong guess ${n}`, undefined, bases[n % bases.length]));
  const checked = guesses.of('INVALID_CREDENTIALS');
  check(`${GUESSES} guesses: ${guesses.text}`, checked > 0 && checked <= CHECKED_MAX);
  check(`answered otherwise: ${GUESSES - checked - guesses.of('TOO_MANY_REQUESTS')}`, guesses.of('200') === 0);
  for (const base of bases) {
    const right = codeOf(await signsIn(owner, PASSWORD, undefined, base));
    check(`the right password straight after, at ${base}: ${right}`, right === 'TOO_MANY_REQUESTS');
  }
}

/** F15: an unattended session. F7: concurrent guesses. F6: the owner of an account guessed at from the same address. */
export const ACCOUNTS: Attack[] = [
  attack('F15', 'a finder of an unlocked phone deletes the account, or guesses its password', async (ground) => {
    const { check } = ground;
    const owner = await golfer(ground, 'Del Dale');
    const deletes = async (): Promise<string> => codeOf(await owner.call('DELETE', '/api/user/delete'));
    const first = await deletes();
    check(`deleting the account: ${first}`, first === 'REAUTHENTICATE');
    const guesses = await many(GUESSES / 10, (n) =>
      owner.call('POST', '/api/auth/confirm-password', { password: `wrong guess ${n}` }),
    );
    check(`guesses: ${guesses.text}`, guesses.of('WRONG_PASSWORD') <= 10 && guesses.of('200') === 0);
    const after = await deletes();
    check(`deleting the account then: ${after}`, after === 'REAUTHENTICATE');
  }),
  // Another attack may have ended a second api of this stack.
  attack('F7', 'guesses at a password, many at once', (ground) => guessAtAll(ground, [ground.base])),
  attack('F7', 'guesses at a password, many at once, at two apis that count in one Redis', async (ground) => {
    const program = findProgram('redis-server');
    if (program === null) return;
    const redis = await TestRedis.start(program);
    try {
      const stack = await Stack.start({ apis: 2, env: { RATE_LIMIT_SCALE: '1', REDIS_URL: redis.url } });
      try {
        await guessAtAll({ ...ground, stack, base: stack.bases[0] ?? '' }, stack.bases);
      } finally {
        await stack.stop();
      }
    } finally {
      await redis.remove();
    }
  }),
  // Last of the attacks that sign in: it uses up this address's attempts for new devices.
  attack('F6', 'a stranger behind the same address guesses without end, to keep the owner out', async (ground) => {
    const { check } = ground;
    const owner = await golfer(ground, 'Ken Known');
    const device = randomUUID();
    await signsIn(owner, PASSWORD, device);
    const guesses = await many(GUESSES, (n) => signsIn(owner, `wrong guess ${n}`));
    const strange = codeOf(await signsIn(owner, PASSWORD));
    check(`${GUESSES} guesses: ${guesses.text}; the right password on a new device: ${strange}`, strange !== '200');
    const onOwnPhone = async (): Promise<Outcomes> => {
      const answers = [];
      for (let n = 0; n < 5; n += 1) answers.push(await signsIn(owner, PASSWORD, device));
      return new Outcomes(answers);
    };
    const known = await onOwnPhone();
    check(`the owner on a phone that signed in before: ${known.text}`, known.of('200') === 5);
    const flood = await many(FLOOD, () => signsIn(owner, 'wrong again'));
    const still = await onOwnPhone();
    check(`after ${flood.text} more, on that phone: ${still.text}`, still.of('200') === 5);
  }),
];
