import path from 'node:path';
import { eventually } from '@fairmark/events/testing/eventually';
import type { WebDriver } from 'selenium-webdriver';
import { MEN, strokesOf, WOMEN } from '../browser/support/rounds.js';
import { buildClient } from '../browser/support/stage.js';
import { Golfer } from '../support/golfer.js';
import { play, proofLinks } from '../support/group.js';
import { ROOT, Stack } from '../support/stack.js';
import { Phone } from './phone.js';
import { WebKit } from './webkit.js';

/**
 * `npm run test:webkit`: a round on two phones in WebKit, which all browsers on iPhones use, from the first score to the
 * leaderboard; some scores wait while server and page are gone. Then every page, in several widths. Exits with 0 if
 * everything worked, or if there is no WebKit, which it reports.
 */
const PICTURES = path.join(ROOT, '.data', 'browser', 'failures', 'webkit');
// prettier-ignore
const PAGES = [
  '/', '/create-lobby', '/account', '/support', '/about', '/terms', '/privacy', '/clubhouse', '/clubhouse/leaderboard',
  '/clubhouse/your-rounds-history', '/clubhouse/your-rounds-unsigned', '/clubhouse/your-eclectic-round',
  '/clubhouse/competitions', '/clubhouse/new-competition',
];
const NEEDED = "It needs Debian's webkit2gtk-driver, xvfb, libegl1 and libgl1-mesa-dri";
const WIDTHS = [320, 390, 768, 1440];
const say = (text: string): void => void process.stdout.write(`${text}\n`);

const webkit = new WebKit();
const begun = performance.now();
const browsers = await webkit.start().catch((error: unknown) => String(error));
if (typeof browsers === 'string') say(`SKIPPED: the round in WebKit. ${NEEDED}: ${browsers}`);
else process.exitCode = (await exercise(browsers)) ? 0 : 1;
await webkit.stop();

async function exercise(phones: [WebDriver, WebDriver]): Promise<boolean> {
  await buildClient();
  const stack = await Stack.start({ env: { WEB_DIR: process.env.WEB_DIR || path.join(ROOT, 'web', 'dist') } });
  try {
    await playsRound(stack, phones);
    say(`All is well after ${Math.round((performance.now() - begun) / 1_000)} s`);
    return true;
  } catch (error) {
    say(`FAILED: ${error instanceof Error ? error.stack : String(error)}\nPictures: ${PICTURES}`);
    await webkit.keepPictures(PICTURES);
    return false;
  } finally {
    await stack.stop();
  }
}

async function playsRound(stack: Stack, phones: [WebDriver, WebDriver]): Promise<void> {
  const base = stack.bases[0] ?? '';
  const arthur = new Golfer(base, { name: 'Arthur Ash', gender: 'MALE', handicap: 10 });
  const bella = new Golfer(base, { name: 'Bella Banks', gender: 'FEMALE', handicap: 20 });
  for (const golfer of [arthur, bella]) await golfer.hasAccount(stack.database);
  const [his, hers] = await Promise.all([Phone.of(arthur, phones[0]), Phone.of(bella, phones[1])]);
  const matchId = await play(arthur, [bella], { course: await proofLinks(arthur) });
  await Promise.all([his.resumes(), hers.resumes()]);
  await Promise.all([scores(his, MEN, WOMEN, [1, 9]), scores(hers, WOMEN, MEN, [1, 18])]);

  await stack.apis[0]?.kill();
  await scores(his, MEN, WOMEN, [10, 12]);
  await his.sees('6 waiting');
  await his.driver.get('about:blank');
  stack.apis[0]?.start();
  await stack.ready();
  await his.resumes();
  await scores(his, MEN, WOMEN, [13, 18]);
  await eventually(async () => {
    const match = await arthur.match(matchId);
    const sides = [strokesOf(match, arthur.id, 'player'), strokesOf(match, bella.id, 'marker')];
    return String(sides) === String([MEN, WOMEN]);
  }, 'every score is at the server');
  say('All scores arrived, those that waited too');

  for (const [phone, other, status] of [
    [his, 'Bella', 'Waiting for you and Bella to sign'],
    [hers, 'Arthur', 'Waiting for you to sign'],
  ] as const) {
    // A signature for scores that this page does not show yet is refused.
    await phone.sees(status);
    await phone.taps(other, '[role=tablist]');
    await phone.taps('Verify & sign');
    await phone.sees('Verified and signed');
  }
  await hers.taps('Leaderboard');
  for (const { profile } of [arthur, bella]) await hers.sees(profile.name);
  say('Both cards are signed and on the leaderboard');

  for (const page of [...PAGES, `/${matchId}/scorecard`]) {
    await hers.opens(page);
    for (const width of WIDTHS) await hers.fits(page, width);
  }
  say(`${PAGES.length + 1} pages fit`);
}

async function scores(phone: Phone, mine: readonly number[], theirs: readonly number[], [from, to]: [number, number]) {
  for (let hole = from; hole <= to; hole += 1) {
    await phone.sees(`Hole ${hole}\n`);
    for (const card of [mine, theirs]) await phone.enters(card[hole - 1] ?? 4);
    await phone.taps(hole === 18 ? 'Complete round' : 'Next hole', '[data-loud=true]');
  }
}
