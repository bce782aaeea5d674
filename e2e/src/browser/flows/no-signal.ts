import { LOST_SIGNAL } from '../support/faults.js';
import type { Player } from '../support/player.js';
import { eventually } from '@fairmark/events/testing/eventually';
import { allSent, button, heading, holdsScores, picks, scoresHole, taps } from '../support/hands.js';
import { strokesOf, twoBall } from '../support/rounds.js';
import { sees, seesNo } from '../support/sees.js';
import type { Flows, Stage } from '../support/stage.js';

/** Some holes have no signal: no score is lost or recorded twice, and golfers never wait. */
export const noSignal: Flows = {
  'keeps scoring, and every score arrives once when the signal is back': async (stage) => {
    const [arthur, matchId] = await atTheFirstTee(stage);
    const { page, phone } = arthur;
    await phone.context.setOffline(true);
    // Pulling the page down does not reload it.
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)).toBe('none');
    await scoresHole(page, 1, 5);
    await scoresHole(page, 2, 3);
    await scoresHole(page, 3, 4);
    await sees(heading(page, 'Hole 4'), button(page, /3 waiting/));
    await phone.context.setOffline(false);
    await allSent(page);
    expect(await strokesAtServer(arthur, matchId)).toEqual([5, 3, 4]);
    expect(await entriesAtServer(stage, matchId)).toBe(3);
  },

  'keeps a score when the system closes the page while it is sent': async (stage) => {
    const [arthur, matchId] = await atTheFirstTee(stage);
    const { phone } = arthur;
    await holdsScores(arthur.page);
    await picks(arthur.page, 7);
    await sees(button(arthur.page, /1 waiting/));
    const page = await phone.killsTab();
    await phone.opens('/');
    await sees(heading(page, 'Hole 2'));
    await allSent(page);
    expect(await strokesAtServer(arthur, matchId)).toEqual([7]);
    expect(await entriesAtServer(stage, matchId)).toBe(1);
  },

  'sends a score even if the code of the page never loads': async (stage) => {
    const [arthur, matchId] = await atTheFirstTee(stage);
    const { phone } = arthur;
    await phone.context.setOffline(true);
    await picks(arthur.page, 7);
    await sees(button(arthur.page, /1 waiting/));
    const page = await phone.killsTab();
    await phone.context.setOffline(false);
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    let asked = 0;
    await page.route(/\/assets\/hole\.page/, () => {
      asked += 1;
    });
    await page.goto(`${stage.base}/score/2`, { waitUntil: 'commit' });
    await eventually(
      async () => String(await strokesAtServer(arthur, matchId)) === '7',
      'the score stands at the server',
    );
    // Either may come first.
    await eventually(() => asked > 0, 'the page asks for its code');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },

  'opens a page even if a part of the client fails to load at first': async (stage) => {
    const phone = await stage.phone();
    phone.faults.excuse(...LOST_SIGNAL);
    // As in a browser that forbids storage.
    await phone.page.addInitScript(() => {
      navigator.serviceWorker.getRegistrations = () => Promise.reject(new DOMException('', 'SecurityError'));
    });
    let asked = 0;
    await phone.page.route(/\/assets\/core-/, async (route) => {
      asked += 1;
      await (asked === 1 ? route.abort() : route.continue());
    });
    await sees(heading(await phone.opens('/signin'), 'Sign in'));
    expect(asked).toBeGreaterThan(1);
    await phone.page.unrouteAll({ behavior: 'ignoreErrors' });
  },

  'opens the rest of a page that fails to load at first, too': async (stage) => {
    const [{ phone, page }] = await stage.players(1);
    phone.faults.excuse(...LOST_SIGNAL);
    let asked = 0;
    await page.route(/\/assets\/(menu|news)-/, async (route) => {
      asked += 1;
      await (asked <= 2 ? route.abort() : route.continue());
    });
    await phone.opens('/');
    await sees(page.getByRole('link', { name: /^Match Round/ }), page.getByRole('link', { name: 'Clubhouse' }).last());
    expect(asked).toBeGreaterThan(2);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },

  'signs only once its last scores have arrived, and says so before': async (stage) => {
    const [arthur, bella, matchId] = await twoBall(stage, { holes: 17 });
    await bella.api.scores(matchId, 18, 4, { userId: arthur.id });
    await bella.api.scores(matchId, 18, 5);
    const page = await arthur.opens('/score/18');
    const release = await holdsScores(page);
    await scoresHole(page, 18, 4, 5);
    await sees(heading(page, 'Scorecard'), page.getByText('2 scores are still waiting to be sent'));
    expect(await button(page, 'Verify & sign').getAttribute('aria-disabled')).toBe('true');
    await release();
    await seesNo(page.getByText(/still waiting to be sent/));
    await taps(page, 'Verify & sign');
    await sees(heading(page, 'Verified and signed by you'));
  },
};

/** Starts a match round and opens its first hole on the host's phone. */
async function atTheFirstTee(stage: Stage): Promise<[Player, string]> {
  const [arthur, , matchId] = await twoBall(stage);
  arthur.phone.faults.excuse(...LOST_SIGNAL);
  await arthur.opens('/');
  await sees(heading(arthur.page, 'Hole 1'));
  await allSent(arthur.page);
  return [arthur, matchId];
}

async function strokesAtServer({ api, id }: Player, matchId: string): Promise<(number | null)[]> {
  return strokesOf(await api.match(matchId), id, 'player').filter((strokes) => strokes !== null);
}

/** Number of scores in the log of a match. */
async function entriesAtServer({ stack }: Stage, matchId: string): Promise<number | null> {
  const scores = `select from log.events where stream = $1 and type = 'HoleScored'`;
  return (await stack.database.query(scores, [`match-${matchId}`])).rowCount;
}
