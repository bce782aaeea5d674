import { strokesOf, twoBall } from '../support/rounds.js';
import { allSent, picks, taps } from '../support/hands.js';
import { eventually } from '@fairmark/events/testing/eventually';
import { sees } from '../support/sees.js';
import type { Flows } from '../support/stage.js';

/** A golfer scores on two phones. */
export const otherPhone: Flows = {
  'a change on one phone shows on the other': async (stage) => {
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
  },
};
