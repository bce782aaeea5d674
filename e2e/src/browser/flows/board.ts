import { button, heading, taps } from '../support/hands.js';
import { DESKTOP } from '../support/player.js';
import { twoBall } from '../support/rounds.js';
import { appoints } from '../../support/group.js';
import { comesTo, sees, seesNo } from '../support/sees.js';
import type { Flows } from '../support/stage.js';

const TELEVISION = { ...DESKTOP, hasTouch: true, viewport: { width: 1920, height: 1080 } };

/** The leaderboard on the wall of a clubhouse. */
export const board: Flows = {
  'shows a card signed elsewhere, by a link of the committee, until the link is revoked': async (stage) => {
    const [arthur, bella, matchId] = await twoBall(stage, { matchType: 'STABLEFORD', holes: 18 });
    const cass = await stage.golfer({ name: 'Cass Moore', gender: 'FEMALE', handicap: 9 });
    await appoints(stage.stack.databaseUrl, cass, 'COMMITTEE', stage.courseId);
    await arthur.api.signs(matchId);

    const office = await (await stage.phoneOf(cass, { ...DESKTOP, hasTouch: true })).opens('/ops?view=boards');
    await office.getByLabel('Where the screen hangs').fill('Spike bar');
    await taps(office, 'Make a link');
    await sees(heading(office, 'Link of Spike bar'));
    const link = new URL(await office.getByLabel('Link', { exact: true }).inputValue());
    expect([link.pathname, link.hash.length]).toEqual(['/board', 44]);

    const television = await stage.phone(TELEVISION);
    const wall = await television.opens(link.pathname + link.search + link.hash);
    const row = wall.getByRole('row').filter({ hasText: arthur.name });
    await sees(heading(wall, /Proof Links/), wall.getByText(/^Live/));
    await seesNo(row);
    await bella.api.signs(matchId);
    await sees(row.filter({ hasText: 'New' }));

    await taps(office, 'Revoke Spike bar');
    await office.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).tap();
    await sees(office.getByText('No screen shows this course without a sign-in.'));
    await sees(heading(wall, 'This board is closed'), wall.getByText(/^This link does not open the board any more/));
    await seesNo(row);
  },

  'opens from the leaderboard of a wide window, and leads back to it': async (stage) => {
    const golfer = await stage.golfer({ name: 'Gwen Gale', gender: 'FEMALE', handicap: 28 });
    const desk = await stage.phoneOf(golfer, TELEVISION);
    const page = await desk.opens(`/clubhouse/leaderboard?course=${stage.courseId}`);
    await page.getByRole('link', { name: 'Show on the wall' }).tap();
    await comesTo(page, '/board');
    await sees(page.getByText(/^Live/), button(page, 'Full screen'));
    await page.getByRole('link', { name: 'Close the board' }).tap();
    await comesTo(page, '/clubhouse/leaderboard');
    await page.goto(`/clubhouse/leaderboard?course=${stage.courseId}&view=board`);
    await comesTo(page, '/board');
    await sees(heading(page, /Proof Links/));
  },
};
