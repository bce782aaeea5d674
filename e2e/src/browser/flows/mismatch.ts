import { eventually } from '@fairmark/events/testing/eventually';
import { strokesOf, twoBall } from '../support/rounds.js';
import { allSent, heading, picks, taps } from '../support/hands.js';
import { comesTo, sees, seesNo } from '../support/sees.js';
import type { Flows } from '../support/stage.js';

/** Two golfers enter different scores for a hole, or one changes it while the other signs. */
export const mismatch: Flows = {
  'show on both phones during play, until one golfer takes over the other’s score': async (stage) => {
    const [arthur, bella] = await twoBall(stage);
    await Promise.all([arthur.opens('/score/1'), bella.opens('/score/1')]);
    await picks(arthur.page, 5);
    await bella.page.getByRole('tab', { name: new RegExp(arthur.name) }).tap();
    await picks(bella.page, 6);
    await sees(bella.page.getByText('You 6, Arthur 5'), arthur.page.getByText('You 5, Bella 6'));
    await taps(bella.page, "Use 5 on Arthur's card");
    await seesNo(arthur.page.getByText(/You 5, Bella/), bella.page.getByText(/You 6, Arthur/));
  },

  'prevent a signature until they are settled on the scorecard, and shown as they are now': async (stage) => {
    const [arthur, bella, matchId] = await twoBall(stage, { matchType: 'STABLEFORD', holes: 18 });
    await arthur.api.scores(matchId, 5, 7);
    const page = await arthur.opens(`/${matchId}/scorecard`);
    await taps(page, 'Verify & sign');
    await sees(page.getByRole('alert').filter({ hasText: /don't match/ }));
    await eventually(
      () => page.evaluate(() => document.activeElement?.getAttribute('role') === 'alert'),
      'the refusal has the focus',
    );
    await page.getByRole('button', { name: /Hole 5:/ }).tap();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Use .* 4$/ })
      .tap();
    await seesNo(page.getByRole('button', { name: /Hole 5:.*differ/ }));
    await eventually(() => page.evaluate(() => document.activeElement?.id === 'sign'), 'signing has the focus');
    // Neither score gives points, so both sides still agree on hole 7.
    await arthur.api.scores(matchId, 7, 11);
    await bella.api.scores(matchId, 7, 11, { userId: arthur.id });
    await sees(page.getByRole('cell', { name: /^11, / }));
    // The change arrives before the signature, which has been sent already.
    await page.route(
      `**/api/match/${matchId}/verify`,
      async (route) => {
        await bella.api.scores(matchId, 7, 12, { userId: arthur.id });
        await route.continue();
      },
      { times: 1 },
    );
    await taps(page, 'Verify & sign');
    await sees(
      page.getByRole('alert').filter({ hasText: 'A score was changed after this card was shown.' }),
      page.getByText('Your card: hole 7 was 11 and is 12 now.'),
    );
    expect((await arthur.api.match(matchId)).rounds.flatMap(({ signatures }) => signatures)).toEqual([]);
    await taps(page, 'Verify & sign');
    await sees(heading(page, 'Verified and signed by you'));
    await bella.api.signs(matchId);
    await sees(heading(page, 'Verified and signed'));
    await comesTo(page, `/${matchId}/scorecard`);
  },
};

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
