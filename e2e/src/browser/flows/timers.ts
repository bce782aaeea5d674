import { randomUUID } from 'node:crypto';
import { PASSWORD } from '../../support/golfer.js';
import { taps } from '../support/hands.js';
import { comesTo, sees, seesNo } from '../support/sees.js';
import type { Tell } from '../support/stories.js';

/** What happens by itself after a while. */
export function timers(tell: Tell): void {
  describe('by itself', () => {
    tell('the sign-in page follows nine seconds after the sign-up', async (stage) => {
      const phone = await stage.phone();
      await phone.page.clock.install();
      const page = await phone.opens('/signup');
      await page.getByLabel('Full name').fill('Tim Timer');
      await page.getByLabel('Email').fill(`tim.${randomUUID().slice(0, 8)}@golfers.example`);
      await page.getByLabel('Golflink number').fill('1234567');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
      await page.getByRole('radio', { name: 'Male', exact: true }).tap();
      await taps(page, 'Create account');
      await sees(page.getByRole('dialog', { name: 'Success!' }));
      await page.clock.fastForward(9_000);
      await comesTo(page, '/signin');
    });

    tell('the drawer of the home screen goes after three seconds, unless somebody turns to it', async (stage) => {
      const phone = await stage.phone();
      await phone.page.clock.install();
      const page = await phone.opens('/signin?account-verified=true');
      const drawer = page.getByRole('dialog', { name: 'Add to Home Screen' });
      await sees(drawer);
      await page.clock.fastForward(3_000);
      await seesNo(drawer);

      await page.reload();
      await sees(drawer);
      await drawer.getByRole('heading', { name: 'Add to Home Screen' }).tap();
      await page.clock.fastForward(10_000);
      await sees(drawer);
    });

    tell('the address forgets that a lobby ended, and the words stay', async (stage) => {
      const [arthur] = await stage.players(1);
      await arthur.page.clock.install();
      await arthur.page.goto('/?lobby-ended=true');
      const dialog = arthur.page.getByRole('dialog', { name: /ended/i });
      await sees(dialog);
      await arthur.page.clock.fastForward(1_000);
      await comesTo(arthur.page, /^\/$/);
      await sees(dialog);
    });
  });
}
