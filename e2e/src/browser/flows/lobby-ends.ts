import type { Page } from 'playwright-core';
import { eventually } from '@fairmark/events/testing/eventually';
import type { Player } from '../support/player.js';
import { heading, taps } from '../support/hands.js';
import { comesTo, sees } from '../support/sees.js';
import type { Flows, Stage } from '../support/stage.js';

/** Opens a page and waits until it receives events. */
async function opensListening({ phone }: Player, path: string): Promise<Page> {
  let connected = false;
  phone.page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      // Socket.IO's message for an established connection. The previous page may have opened one late.
      connected ||= payload.toString().startsWith('40') && new URL(phone.page.url()).pathname === path;
    }),
  );
  const page = await phone.opens(path);
  await eventually(() => connected, `${path} is connected`);
  return page;
}

/** A lobby of three, in which the guests look at it. */
async function lobbyOfThree(stage: Stage): Promise<[Player, Player, Player, string]> {
  const [arthur, bella, cara] = await stage.players(3);
  const matchId = await arthur.api.creates({ course: stage.courseId });
  for (const guest of [bella, cara]) {
    await guest.api.joins(matchId, arthur.api);
    await guest.opens(`/lobby-invitation?id=${matchId}`);
  }
  return [arthur, bella, cara, matchId];
}

/** Rounds that never start. */
export const lobbyEnds: Flows = {
  'a removed player goes home with a notice, as do all players when the set-up ends': async (stage) => {
    const [arthur, bella, cara, matchId] = await lobbyOfThree(stage);
    const page = await arthur.opens(`/lobby?id=${matchId}`);
    await taps(page, `Remove ${bella.name}`);
    const question = page.getByRole('alertdialog', { name: 'Remove player' });
    await sees(question.getByText('Are you sure? Are they really that bad?'));
    await question.getByRole('button', { name: `Remove ${bella.name}` }).tap();
    await comesTo(bella.page, '/');
    await sees(bella.page.getByText('You are no longer in that round'));

    await taps(page, 'More');
    await taps(page, 'Delete Round Set-up');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete set-up' }).tap();
    await comesTo(page, '/');
    const dialog = cara.page.getByRole('dialog', { name: /ended/i });
    await sees(dialog);
    // The dialog stays after the address has dropped it.
    await comesTo(cara.page, /^\/$/);
    await sees(dialog);
  },

  'the start leads all players to the first hole from any page, and asks before unsaved changes are lost': async (
    stage,
  ) => {
    const [arthur, bella, cara, matchId] = await lobbyOfThree(stage);
    for (const guest of [bella, cara]) await guest.api.readies(matchId);
    const reading = await opensListening(bella, '/support');
    const editing = await opensListening(cara, '/account');
    await editing.getByLabel('Full name').fill('Cara Elm');
    await arthur.api.readies(matchId);
    const page = await arthur.opens(`/lobby?id=${matchId}`);
    await taps(page, 'Start playing');
    await comesTo(page, '/score/1');

    await comesTo(reading, '/score/1');
    await sees(heading(reading, 'Hole 1'), reading.getByText('Your round has started'));

    const question = editing.getByRole('alertdialog', { name: 'Leave without saving?' });
    await sees(question.getByText('Your round has started. Your changes have not been saved.'));
    await question.getByRole('button', { name: 'Keep editing' }).tap();
    expect(await editing.getByLabel('Full name').inputValue()).toBe('Cara Elm');
    await taps(editing, 'Save and close');
    await comesTo(editing, '/clubhouse');
    await cara.opens('/');
    await sees(heading(editing, 'Hole 1'));
  },
};
