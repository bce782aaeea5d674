import type { DailyResultsAnswer } from '@fairmark/contract';
import { eventually } from '@fairmark/events/testing/eventually';
import { button, countsTaps, heading, scoresHole, signsCards, taps } from '../support/hands.js';
import type { Player } from '../support/player.js';
import { MEN, WOMEN } from '../support/rounds.js';
import { comesTo, sees, seesNo } from '../support/sees.js';
import type { Flows } from '../support/stage.js';

/** A match round of two players on two phones, from the home page to the leaderboard. */
export const twoPlayers: Flows = {
  'go from the invitation to both signatures and the leaderboard, with three taps a hole: 54': async (stage) => {
    const [arthur, bella] = await stage.players(2);
    await bella.opens('/');
    const matchId = await setsUp(arthur);
    await invitesByName(arthur, bella);

    const invitation = bella.page.getByRole('dialog', { name: 'Invitation!' });
    await sees(invitation.getByText(arthur.name));
    await invitation.getByRole('button', { name: 'Accept' }).tap();
    await comesTo(bella.page, '/lobby-invitation');
    await seesNo(invitation);
    await sees(bella.page.locator('#content:focus'));
    await sees(arthur.page.getByText('Waiting for Bella to be ready'));
    await sees(heading(bella.page, 'Player settings'));
    await taps(bella.page, 'Accept');
    await sees(bella.page.getByText('You have accepted'));

    await sees(arthur.page.getByText('Ready', { exact: true }));
    await taps(arthur.page, 'Start playing');
    await Promise.all([arthur, bella].map(({ page }) => sees(heading(page, 'Hole 1'))));

    const taken = await countsTaps(arthur.page);
    await Promise.all([playsRound(arthur, MEN, WOMEN), playsRound(bella, WOMEN, MEN)]);
    await Promise.all([arthur, bella].map(({ page }) => comesTo(page, `/${matchId}/scorecard`)));
    expect(await taken()).toBe(54);

    await signsCards(arthur.page);
    await sees(heading(arthur.page, 'Verified and signed by you'));
    await sees(bella.page.getByText(/You sign your own card and Arthur/));
    await signsCards(bella.page);
    await Promise.all([arthur, bella].map(({ page }) => sees(heading(page, 'Verified and signed'))));

    const results = () =>
      arthur.api.does<DailyResultsAnswer>('GET', `/api/mothership/daily-results?course=${stage.courseId}&sort=nett`);
    await eventually(async () => {
      const { rounds } = await results();
      return [arthur, bella].every(({ id }) => rounds.some(({ player }) => player.id === id));
    }, 'both rounds are on the leaderboard');
    const row = (await results()).rounds.find(({ player }) => player.id === arthur.id);
    const gross = MEN.reduce<number>((sum, strokes) => sum + strokes, 0);
    expect(row?.userRound).toMatchObject({
      verified: true,
      dailyHandicap: 9,
      scoreTotals: { gross, nett: gross - 9 },
    });
  },
};

/** Opens a lobby from the home page, with the host's official handicap. Returns the match's id. */
async function setsUp(host: Player): Promise<string> {
  const page = await host.opens('/');
  await page.getByRole('link', { name: /^Match Round/ }).tap();
  await comesTo(page, '/create-lobby');
  await page.getByRole('radio', { name: /^Stroke/ }).tap();
  await taps(page, 'Next step');
  await comesTo(page, '/lobby');
  await sees(heading(page, 'Round settings'));
  await sees(page.getByText('10.0, daily handicap 9'));
  return new URL(page.url()).searchParams.get('id') ?? '';
}

/** Invites a golfer by name. */
async function invitesByName({ page }: Player, guest: Player): Promise<void> {
  await taps(page, 'Invite player');
  const sheet = page.getByRole('dialog', { name: 'Invite a player' });
  await sheet.getByLabel('Find a golfer').fill(guest.name);
  await sheet.getByRole('option', { name: guest.name }).tap();
  await sees(page.getByText('Invited', { exact: true }), button(page, 'Start playing'));
}

async function playsRound({ page }: Player, mine: readonly number[], theirs: readonly number[]): Promise<void> {
  for (let hole = 1; hole <= 18; hole += 1) {
    await scoresHole(page, hole, mine[hole - 1] ?? 4, theirs[hole - 1] ?? 4);
  }
}
