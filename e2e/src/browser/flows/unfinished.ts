import { WOMEN } from '../support/rounds.js';
import { play } from '../../support/group.js';
import { heading, picks } from '../support/hands.js';
import { eventually } from '@fairmark/events/testing/eventually';
import { inThePast } from '../support/past.js';
import { sees } from '../support/sees.js';
import type { Flow } from '../support/stories.js';

/** Rounds that were not finished. */
export function unfinished(flow: Flow): void {
  describe('a round that is not finished', () => {
    flow('is found on another phone two days later, and resumes where it stopped', async (stage) => {
      const [arthur, bella] = await stage.players(2);
      await inThePast(stage.stack, 2, async (asThen) => {
        const [then, partner] = [await asThen(arthur.api), await asThen(bella.api)];
        const matchId = await play(then, [partner], { course: stage.courseId });
        for (const card of [then, partner]) await then.entersCard(matchId, WOMEN.slice(0, 9), card.id);
      });
      const unsigned = () =>
        arthur.api.does<{ rounds: { nextHole: number | null }[] }>('GET', '/api/mothership/unverified-rounds');
      await eventually(async () => (await unsigned()).rounds[0]?.nextHole === 10, 'the round is listed');
      const page = await arthur.opens('/');
      await sees(page.getByRole('link', { name: /^Finish your round/ }));
      await arthur.opens('/clubhouse/your-rounds-unsigned');
      await sees(heading(page, 'Holes for you to enter'));
      await page
        .getByRole('link', { name: /Continue at hole 10/ })
        .first()
        .tap();
      await sees(heading(page, 'Hole 10'));
      await picks(page, 5);
    });
  });
}
