import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { PASSWORD } from '../../support/golfer.js';
import { button, heading, taps } from '../support/hands.js';
import { twoBall } from '../support/rounds.js';
import { play } from '../../support/group.js';
import { comesTo, sees, seesNo } from '../support/sees.js';
import type { Tell } from '../support/stories.js';
import { signsIn } from './sign-up.js';

const PICTURE = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../../../web/public/icon-180.png');

const SIGNED_OUT = 'You have been signed out. Sign in again to continue.';

/** The sign-in page, without the words for a session that the server ended. */
async function isSignedOutByOwnWish(page: Page): Promise<void> {
  await comesTo(page, '/signin');
  await sees(heading(page, 'Sign in'));
  expect(await page.getByText(SIGNED_OUT).count()).toBe(0);
}

/** What golfers do with their own account. */
export function account(tell: Tell): void {
  describe('an account', () => {
    tell('is changed: name, handicap and golf number stay as they were saved', async (stage) => {
      const [arthur] = await stage.players(1);
      const page = await arthur.opens('/account');
      await page.getByLabel('Full name').fill('Arthur Oak');
      await page.getByLabel('Whole number').selectOption('12');
      await page.getByLabel('Decimal').selectOption('.7');
      await page.getByLabel('Golflink Number').fill('9990199999');
      await taps(page, 'Save and close');
      await comesTo(page, '/clubhouse');
      await arthur.opens('/account');
      expect(await page.getByLabel('Full name').inputValue()).toBe('Arthur Oak');
      expect(await page.getByLabel('Golflink Number').inputValue()).toBe('9990199999');
      const { user } = await arthur.api.does<{ user: object }>('GET', '/api/auth/user');
      expect(user).toMatchObject({ fullName: 'Arthur Oak', handicap: 12.7, golflinkNumber: '9990199999' });
    });

    tell('gets a picture, which others see; a file that only looks like one is refused', async (stage) => {
      const [arthur, bella] = await stage.players(2);
      const page = await arthur.opens('/account');
      const choose = page.getByLabel('Add a photo');
      await choose.setInputFiles({
        name: 'me.png',
        mimeType: 'image/png',
        buffer: Buffer.from('<script>fore()</script>'),
      });
      await taps(page, 'Save and close');
      await sees(page.getByText('Must be a JPEG, PNG or WebP picture'));
      await taps(page, 'Undo');
      await choose.setInputFiles(PICTURE);
      await taps(page, 'Save and close');
      await comesTo(page, '/clubhouse');
      const { user } = await arthur.api.does<{ user: { avatar: string } }>('GET', '/api/auth/user');

      const matchId = await play(arthur.api, [bella.api], { course: stage.courseId });
      const other = await bella.opens(`/${matchId}/scorecard`);
      const shown = await other.evaluate(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return image.naturalWidth > 0;
      }, user.avatar);
      expect(shown).toBe(true);
    });

    tell('is signed out on every phone: here by her own wish, there with a word', async (stage) => {
      const [arthur] = await stage.players(1);
      const lost = await stage.phoneOf(arthur.api);
      await lost.opens('/');
      const page = await arthur.opens('/account');
      // On a slow line the socket says it before the answer does.
      const isTold = page.waitForResponse(
        (answer) => answer.url().endsWith('/api/auth/user') && answer.status() === 401,
      );
      await page.route('**/api/auth/logout', async (route) => {
        const response = await route.fetch();
        await isTold;
        await route.fulfill({ response });
      });
      await taps(page, "Where you're signed in");
      await taps(page, 'Sign out everywhere');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).tap();
      await isSignedOutByOwnWish(page);
      await comesTo(lost.page, '/signin');
      await sees(lost.page.getByText(SIGNED_OUT));
    });

    tell('is deleted: nobody signs in to it any more, and its rounds are those of a deleted player', async (stage) => {
      const [arthur, bella] = await twoBall(stage, { holes: 18, signed: true });
      const page = await arthur.opens('/account');
      await taps(page, 'Delete Account');
      await page.getByRole('alertdialog').getByLabel('Your password', { exact: true }).fill(PASSWORD);
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete Account' }).tap();
      await isSignedOutByOwnWish(page);
      await signsIn(page, arthur.api.email, PASSWORD);
      await sees(page.getByRole('alert').filter({ hasText: 'Incorrect email or password' }));

      const other = await bella.opens(`/clubhouse/leaderboard?course=${stage.courseId}`);
      await sees(heading(other, 'Daily leaderboard'), button(other, /Show another course$/));
      await sees(other.getByRole('listitem').filter({ hasText: bella.name }));
      await seesNo(other.getByText(arthur.name));
      await sees(other.getByRole('listitem').filter({ hasText: 'Deleted player' }));
    });
  });
}
