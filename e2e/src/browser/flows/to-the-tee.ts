import type { HistoryAnswer } from '@fairmark/contract';
import { eventually } from '@fairmark/events/testing/eventually';
import { countsTaps, heading, taps } from '../support/hands.js';
import { playedRound } from '../support/rounds.js';
import { comesTo, sees, seesNo } from '../support/sees.js';
import type { Flows } from '../support/stage.js';

/** From the home page to the first tee with a partner of an earlier round. */
export const toTheTee: Flows = {
  'again with the partner of the last round takes the host three taps, and the partner two': async (stage) => {
    const [arthur, bella] = await stage.players(2);
    await playedRound(arthur.api, bella.api, { course: stage.courseId, matchType: 'PAR', signed: true });
    const history = () => arthur.api.does<HistoryAnswer>('GET', '/api/mothership/history?sort=date-desc');
    await eventually(async () => (await history()).rounds.length === 1, 'the round is in the history');

    await bella.opens('/');
    const page = await arthur.opens('/');
    const [ofArthur, ofBella] = [await countsTaps(page), await countsTaps(bella.page)];
    await page.getByRole('link', { name: /^Play again with Bella/ }).tap();
    await comesTo(page, '/create-lobby');
    await sees(page.getByRole('radio', { name: 'Par', checked: true }));
    await sees(page.getByRole('radio', { name: 'White', checked: true }));
    await sees(page.getByRole('checkbox', { name: bella.name, checked: true }));
    await taps(page, 'Next step');
    await comesTo(page, '/lobby');
    await sees(page.getByText('10.0, daily handicap 9'), page.getByText('Waiting for Bella to answer'));

    const invitation = bella.page.getByRole('dialog', { name: 'Invitation!' });
    await invitation.getByRole('button', { name: 'Accept' }).tap();
    await comesTo(bella.page, '/lobby-invitation');
    await seesNo(invitation);
    await taps(bella.page, 'Accept');

    await sees(page.getByText('Ready', { exact: true }));
    await taps(page, 'Start playing');
    await Promise.all([page, bella.page].map((phone) => sees(heading(phone, 'Hole 1'))));
    expect([await ofArthur(), await ofBella()]).toEqual([3, 2]);
  },
};
