import { MEN, strokesOf, twoBall, WOMEN } from '../support/rounds.js';
import { allSent, heading, picks, scoresHole, taps } from '../support/hands.js';
import { eventually } from '@fairmark/events/testing/eventually';
import { sees } from '../support/sees.js';
import type { Flow } from '../support/stories.js';

/** The phone is closed, reloaded, or left at home. */
export function otherPhone(flow: Flow): void {
  describe('in the middle of a round', () => {
    flow('a reload and a restart return to the hole', async (stage) => {
      const [arthur] = await twoBall(stage);
      const page = await arthur.opens('/');
      await scoresHole(page, 1, 5, 6);
      await sees(heading(page, 'Hole 2'));
      await page.reload();
      await sees(heading(page, 'Hole 2'));
      await arthur.phone.killsTab();
      await arthur.opens('/');
      await sees(heading(arthur.page, 'Hole 2'));
    });

    flow('another phone of the golfer resumes at the first hole without a score', async (stage) => {
      const [arthur, bella, matchId] = await twoBall(stage);
      await arthur.api.entersCard(matchId, MEN.slice(0, 6));
      await arthur.api.entersCard(matchId, WOMEN.slice(0, 6), bella.id);
      const other = await stage.phoneOf(arthur.api);
      const page = await other.opens('/');
      await sees(heading(page, 'Hole 7'));
    });

    flow('a change on one phone shows on the other', async (stage) => {
      const [arthur, , matchId] = await twoBall(stage);
      const page = await arthur.opens('/score/1');
      const other = await (await stage.phoneOf(arthur.api)).opens(`/score/1?id=${matchId}`);
      await picks(page, 5);
      await sees(other.getByRole('tab', { name: /^You.*5, bogey/ }));
      await taps(other, 'Edit your score');
      await picks(other, 4);
      await sees(page.getByRole('tab', { name: /^You.*4, par/ }));
      await allSent(page);
      await eventually(
        async () => strokesOf(await arthur.api.match(matchId), arthur.id, 'player')[0] === 4,
        'the last change stands',
      );
    });
  });
}
