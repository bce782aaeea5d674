import { button, heading, taps } from '../support/hands.js';
import { bothCards, signs, startsRound } from '../support/rounds.js';
import { comesTo, sees, seesNo } from '../support/sees.js';
import type { Tell } from '../support/stories.js';

/** What golfers look at after a round. */
export function clubhouse(tell: Tell): void {
  describe('the Clubhouse', () => {
    tell('shows a card on the leaderboard of whoever looks, as soon as both have signed', async (stage) => {
      const [arthur, bella, cara] = await stage.players(3);
      const matchId = await startsRound(arthur.api, [bella.api], stage.courseId, 'STABLEFORD');
      await bothCards(matchId, arthur.api, bella.api);
      await signs(arthur.api, matchId);
      const page = await cara.opens(`/clubhouse/leaderboard?course=${stage.courseId}`);
      await sees(heading(page, 'Daily leaderboard'), button(page, 'Show another course'));
      const row = page.getByRole('row').filter({ hasText: arthur.name });
      await seesNo(row);
      await signs(bella.api, matchId);
      await sees(row);
      await taps(page, 'NETT');
      await comesTo(page, /sort=nett/);
      await page.reload();
      await sees(row, page.getByRole('columnheader', { name: 'NETT' }).and(page.locator('[aria-sort=ascending]')));
    });

    tell('leads from a notice to the unsigned card, which opens beside it, until both have signed', async (stage) => {
      const [arthur, bella] = await stage.players(2);
      const matchId = await startsRound(arthur.api, [bella.api], stage.courseId);
      await bothCards(matchId, arthur.api, bella.api);
      const page = await arthur.opens('/clubhouse/your-rounds-history');
      await taps(page, 'Menu');
      await sees(page.getByRole('link', { name: 'Your History (unsigned rounds)' }));
      await taps(page, 'Close');
      await page.getByRole('link', { name: 'You have unsigned matches. Please verify them' }).tap();
      await comesTo(page, '/clubhouse/your-rounds-unsigned');
      const card = page.getByRole('link', { name: /^This match has not been signed!/ });
      await sees(heading(page, 'Completed by the marker'), card);
      const opened = page.context().waitForEvent('page');
      await card.first().tap();
      const beside = await opened;
      await comesTo(beside, `/${matchId}/scorecard`);
      await sees(heading(beside, 'Scorecard'));
      await signs(arthur.api, matchId);
      await signs(bella.api, matchId);
      await sees(page.getByText('All your rounds are signed'));
    });
  });
}
