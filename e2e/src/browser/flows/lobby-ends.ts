import { accepts, invites, opensLobby } from '../support/rounds.js';
import { taps } from '../support/hands.js';
import { comesTo, sees } from '../support/sees.js';
import type { Tell } from '../support/stories.js';

/** Rounds that never start. */
export function lobbyEnds(tell: Tell): void {
  describe('before the start', () => {
    tell('a player whom the host removes goes home and is told', async (stage) => {
      const [arthur, bella] = await stage.players(2);
      const matchId = await opensLobby(arthur.api, { course: stage.courseId });
      await accepts(bella.api, await invites(arthur.api, bella.api, matchId));
      await bella.opens(`/lobby-invitation?id=${matchId}`);
      const page = await arthur.opens(`/lobby?id=${matchId}`);
      await taps(page, `Remove ${bella.name}`);
      const question = page.getByRole('alertdialog', { name: 'Remove player' });
      await sees(question.getByText('Are you sure? Are they really that bad?'));
      await question.getByRole('button', { name: `Remove ${bella.name}` }).tap();
      await comesTo(bella.page, '/');
      await sees(bella.page.getByText('You are no longer in that round'));
    });

    tell('the host ends the set-up, and everybody in it is told', async (stage) => {
      const [arthur, bella] = await stage.players(2);
      const matchId = await opensLobby(arthur.api, { course: stage.courseId });
      await accepts(bella.api, await invites(arthur.api, bella.api, matchId));
      await bella.opens(`/lobby-invitation?id=${matchId}`);
      const page = await arthur.opens(`/lobby?id=${matchId}`);
      await taps(page, 'Delete Round Set-up');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete set-up' }).tap();
      await comesTo(page, '/');
      await comesTo(bella.page, /^\//);
      await sees(bella.page.getByRole('dialog', { name: /ended/i }));
    });

    tell('somebody who says no thanks is off the list of the host', async (stage) => {
      const [arthur, bella] = await stage.players(2);
      const matchId = await opensLobby(arthur.api, { course: stage.courseId });
      await bella.opens('/');
      const page = await arthur.opens(`/lobby?id=${matchId}`);
      await invites(arthur.api, bella.api, matchId);
      await sees(page.getByText('Invited', { exact: true }));
      await bella.page.getByRole('dialog', { name: 'Invitation!' }).getByRole('button', { name: 'No thanks' }).tap();
      await page.getByText(bella.name).first().waitFor({ state: 'detached' });
    });
  });
}
