import { PASSWORD } from '../../support/golfer.js';
import { eventually } from '@fairmark/events/testing/eventually';
import { allSent, heading, holdsScores, picks, button, scoresHole, taps } from '../support/hands.js';
import { strokesOf, twoBall } from '../support/rounds.js';
import { comesTo, sees } from '../support/sees.js';
import type { Flows } from '../support/stage.js';
import { signsIn } from './sign-up.js';

/** Sessions end while scores are waiting: none is lost. */
export const session: Flows = {
  'that ends on the course leads through the sign-in back to the hole, and the scores still arrive': async (stage) => {
    const [arthur, , matchId] = await twoBall(stage);
    const page = await arthur.opens('/');
    await scoresHole(page, 1, 5, 6);
    const release = await holdsScores(page);
    await picks(page, 4);
    await sees(button(page, /1 waiting/));
    await arthur.api.does('POST', '/api/auth/logout', { everywhere: true });
    await comesTo(page, '/signin');
    await sees(page.getByText('You have been signed out. Sign in again to continue.'));
    await sees(page.getByText(/1 score is safe on this phone/));
    await release();
    await signsIn(page, arthur.api.email, PASSWORD);
    await comesTo(page, '/score/2');
    await sees(heading(page, 'Hole 2'));
    await allSent(page);
    await arthur.api.signsIn();
    expect(strokesOf(await arthur.api.match(matchId), arthur.id, 'player').slice(0, 2)).toEqual([5, 4]);
  },

  'shows on the support page which build is served, also in the link for a mail': async (stage) => {
    const [arthur] = await stage.players(1);
    const page = await arthur.opens('/support');
    const version = /version (\d+\.\d+\.\d+-[\da-f]{8})$/;
    const line = page.getByText(version);
    await sees(line);
    const [, build = ''] = version.exec((await line.textContent()) ?? '') ?? [];
    const mail = await page.getByRole('link', { name: /@/ }).getAttribute('href');
    expect(decodeURIComponent(mail ?? '')).toContain(`?subject=Fairmark (${build})`);
  },

  'leads from an unknown address to the home page': async (stage) => {
    const [arthur] = await stage.players(1);
    await comesTo(await arthur.opens('/score/5/6'), '/');
  },

  'of one golfer never sends the scores of another on the same phone': async (stage) => {
    const [arthur, bella, matchId] = await twoBall(stage);
    const page = await arthur.opens('/');
    const release = await holdsScores(page);
    await picks(page, 5);
    await sees(button(page, /1 waiting/));
    await arthur.api.does('POST', '/api/auth/logout', { everywhere: true });
    await comesTo(page, '/signin');
    await release();
    await signsIn(page, bella.api.email, PASSWORD);
    await sees(heading(page, 'Hole 1'));
    await picks(page, 7);
    await allSent(page);
    const answer = await bella.api.match(matchId);
    expect(strokesOf(answer, bella.id, 'player')[0]).toBe(7);
    expect(strokesOf(answer, arthur.id, 'player')[0]).toBeNull();
    await arthur.phone.opens('/account');
    await taps(page, 'Sign out');
    await comesTo(page, '/signin');
    await signsIn(page, arthur.api.email, PASSWORD);
    await eventually(
      async () => strokesOf(await bella.api.match(matchId), arthur.id, 'player')[0] === 5,
      'the first golfer’s score arrives with her own session',
    );
  },
};
