import { tooWide } from '../support/accessibility.js';
import { allSent, button, heading, scoresHole, taps } from '../support/hands.js';
import { playedRound, twoBall } from '../support/rounds.js';
import { DESKTOP } from '../support/player.js';
import { comesTo, sees, seesNo } from '../support/sees.js';
import type { Flows } from '../support/stage.js';

/** What golfers look at after a round. */
export const clubhouse: Flows = {
  'shows a card on open leaderboards as soon as both have signed': async (stage) => {
    const [arthur, bella, cara] = await stage.players(3);
    const round = { course: stage.courseId, matchType: 'STABLEFORD' } as const;
    const matchId = await playedRound(arthur.api, bella.api, round);
    await arthur.api.signs(matchId);
    const page = await cara.opens(`/clubhouse/leaderboard?course=${stage.courseId}`);
    await sees(heading(page, 'Daily leaderboard'), button(page, /Show another course$/));
    const row = page.getByRole('listitem').filter({ hasText: arthur.name });
    await seesNo(row);
    await bella.api.signs(matchId);
    await sees(row);
    await taps(page, 'NETT');
    await comesTo(page, /sort=nett/);
    await page.reload();
    await sees(row, page.getByRole('button', { name: 'NETT', pressed: true }));
    for (const [path, part] of [
      ['your-rounds-history', 'li [data-part=words]'],
      ['your-eclectic-round', 'header > div > h2'],
    ] as const) {
      const words = (await arthur.opens(`/clubhouse/${path}?course=${stage.courseId}`)).locator(part).last();
      await sees(words);
      await arthur.page.emulateMedia({ media: 'print' });
      expect(await words.evaluate((element) => getComputedStyle(element).color)).toBe('rgb(0, 0, 0)');
      const sheet = arthur.page.locator('main > div');
      expect(await sheet.evaluate((element) => getComputedStyle(element).display)).toBe('block');
      const printed = arthur.page.locator('main li').last();
      expect(await printed.evaluate((element) => getComputedStyle(element).breakInside)).toBe('avoid');
      const toPress = arthur.page.locator('[data-row] > svg, button > svg, button:not(:has-text("Proof"), th > *)');
      expect(await toPress.filter({ visible: true }).allInnerTexts()).toEqual(
        path.endsWith('history') ? ['Newest'] : [],
      );
      await arthur.page.emulateMedia({ media: null });
      await arthur.page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      expect({ path, wide: (await words.boundingBox())!.width > 110 }).toEqual({ path, wide: true });
    }
    for (const path of ['/clubhouse/your-eclectic-round', '/support', '/privacy', '/clubhouse/leaderboard']) {
      const { page: phone } = arthur.phone;
      await arthur.opens(path);
      await phone.setViewportSize({ width: 390, height: 844 });
      await phone.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      await phone.setViewportSize({ width: 320, height: 640 });
      expect({ path, wide: await tooWide(phone) }).toEqual({ path, wide: [] });
      const broken = await phone.locator('h1').evaluate((heading) => {
        heading.style.overflowWrap = 'normal';
        return heading.scrollWidth > heading.clientWidth;
      });
      expect({ path, broken }).toEqual({ path, broken: false });
    }
    const advert = arthur.page.getByRole('region', { name: 'Sponsor' }).locator('p');
    await sees(advert);
    expect(await advert.evaluate((text) => text.scrollHeight - text.clientHeight)).toBe(0);
    await arthur.phone.page.setViewportSize(DESKTOP.viewport!);
    await arthur.opens(`/clubhouse?course=${stage.courseId}`);
    await sees(heading(arthur.page, 'Your eclectic round'));
    await arthur.page.emulateMedia({ media: 'print' });
    // The browser counts the sheets before the page narrows to them: nothing of a desktop alone may be printed.
    await seesNo(heading(arthur.page, 'Your eclectic round'), heading(arthur.page, 'Your form'));
  },
};

/** Adverts load after everything else, or not at all. */
export const adverts: Flows = {
  'that never load do not delay scoring or results': async (stage) => {
    const [arthur] = await twoBall(stage);
    let asked = 0;
    // Never answered, like a content service that is down.
    await arthur.phone.context.route('**/api/courses/*/adverts', () => {
      asked += 1;
    });
    const page = await arthur.opens('/score/1');
    await scoresHole(page, 1, 5, 6);
    await scoresHole(page, 2, 4, 5);
    await sees(heading(page, 'Hole 3'));
    await allSent(page);
    await arthur.opens(`/clubhouse/leaderboard?course=${stage.courseId}`);
    await sees(heading(page, 'Daily leaderboard'), button(page, /Show another course$/));
    expect(asked).toBeGreaterThan(0);
  },
};
