import type { DailyResultsAnswer, HistoryAnswer } from '@fairmark/contract';
import { eventually } from '@fairmark/events/testing/eventually';
import { button, countsTaps, heading, scoresHole, signsCards, taps } from '../support/hands.js';
import type { Player } from '../support/player.js';
import { MEN, playedRound, strokesOf, WOMEN } from '../support/rounds.js';
import { comesTo, sees, seesNo } from '../support/sees.js';
import type { Flows, Stage } from '../support/stage.js';

/** A match round of two players on two phones, from the home page to the leaderboard. */
export const twoPlayers: Flows = {
  'go from the invitation to both signatures and the leaderboard, with three taps a hole: 54': async (stage) => {
    const [arthur, bella] = await stage.players(2);
    await bella.opens('/');
    const matchId = await setsUp(arthur);
    await invitesByName(arthur, bella);

    await acceptsDialog(bella, arthur);
    await sees(bella.page.locator('#content:focus'));
    await sees(arthur.page.getByText('Waiting for Bella to be ready'));
    await sees(heading(bella.page, 'Player settings'));
    await taps(bella.page, 'Accept');
    await sees(bella.page.getByText('You have accepted'));

    await sees(arthur.page.getByText('Ready', { exact: true }));
    await startPlaying(arthur, bella);

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

    await acceptsDialog(bella, arthur);
    await taps(bella.page, 'Accept');

    await sees(page.getByText('Ready', { exact: true }));
    await startPlaying(arthur, bella);
    expect([await ofArthur(), await ofBella()]).toEqual([3, 2]);
  },
};

const CARA = WOMEN.map((strokes) => strokes + 1);

/** Three players mark in a loop: the first marks the second, the second the third, the third the first. */
export const threePlayers: Flows = {
  'mark each other in a loop, and sign in turn': async (stage) => {
    const players = await stage.players(3);
    const [arthur, bella, cara] = players;
    const matchId = await startsOnThreePhones(stage, players);
    const loop = [
      { player: arthur, card: MEN, marks: bella, daily: 19, marked: WOMEN },
      { player: bella, card: WOMEN, marks: cara, daily: 27, marked: CARA },
      { player: cara, card: CARA, marks: arthur, daily: 9, marked: MEN },
    ];
    for (const { player, marks, daily } of loop) {
      await sees(player.page.getByRole('tab', { name: new RegExp(`${marks.name}.*${daily}`) }));
    }
    // Hole 1 is a par 4 for men and a par 5 for women.
    await sees(button(arthur.page, '4 par'));
    await arthur.page.getByRole('tab', { name: new RegExp(bella.name) }).tap();
    await sees(button(arthur.page, '5 par'));
    // The first 17 holes over HTTP, the last one by hand on each phone.
    for (const { player, card, marks, marked } of loop) {
      await player.api.entersCard(matchId, card.slice(0, 17));
      await player.api.entersCard(matchId, marked.slice(0, 17), marks.id);
    }
    for (const { player, card, marked } of loop) {
      await player.opens('/score/18');
      await scoresHole(player.page, 18, card.at(-1) ?? 4, marked.at(-1) ?? 4);
      await comesTo(player.page, `/${matchId}/scorecard`);
    }
    for (const { page } of players) {
      await signsCards(page);
      await sees(heading(page, /^Verified and signed/));
    }
    const answer = await arthur.api.match(matchId);
    expect(answer.rounds.map(({ verified }) => verified)).toEqual([true, true, true]);
    expect(strokesOf(answer, cara.id, 'marker')).toEqual(CARA);
  },
};

/** Starts from a lobby with ready guests: the host sets a handicap and starts. Returns the match's id. */
async function startsOnThreePhones(stage: Stage, players: readonly [Player, Player, Player]): Promise<string> {
  const [host, ...guests] = players;
  const matchId = await host.api.creates({ course: stage.courseId });
  for (const { api } of guests) {
    await api.joins(matchId, host.api);
    await api.readies(matchId);
  }
  await host.opens(`/lobby?id=${matchId}`);
  await Promise.all(guests.map((guest) => guest.opens(`/lobby-invitation?id=${matchId}`)));
  await taps(host.page, 'Set your round handicap');
  await taps(host.page, 'Save');
  await startPlaying(...players);
  return matchId;
}

/** Accepts the invitation in the dialog that opens by itself, which leads to the lobby. */
async function acceptsDialog({ page }: Player, host: Player): Promise<void> {
  const invitation = page.getByRole('dialog', { name: 'Invitation!' });
  await sees(invitation.getByText(host.name));
  await invitation.getByRole('button', { name: 'Accept' }).tap();
  await comesTo(page, '/lobby-invitation');
  await seesNo(invitation);
}

/** The host starts the round, which leads all players to the first hole. */
async function startPlaying(host: Player, ...guests: Player[]): Promise<void> {
  await taps(host.page, 'Start playing');
  await Promise.all([host, ...guests].map(({ page }) => sees(heading(page, 'Hole 1'))));
}
