import { button, heading, scoresHole, signsCards, taps } from '../support/hands.js';
import type { Player } from '../support/player.js';
import { MEN, strokesOf, WOMEN } from '../support/rounds.js';
import { comesTo, sees } from '../support/sees.js';
import type { Flows, Stage } from '../support/stage.js';

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
  await taps(host.page, 'Start playing');
  await Promise.all(players.map(({ page }) => sees(heading(page, 'Hole 1'))));
  return matchId;
}
