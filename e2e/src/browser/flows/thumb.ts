import type { Page } from 'playwright-core';
import { eventually } from '@fairmark/events/testing/eventually';
import { play } from '../../support/group.js';
import { button, key, picks, taps } from '../support/hands.js';
import { twoBall } from '../support/rounds.js';
import { sees, seesNo } from '../support/sees.js';
import type { Flows } from '../support/stage.js';

/** More than half of a sheet's height: a shorter swipe closes it only if it is fast, which a busy machine is not. */
const SWIPE_PX = 600;
const WINDOWS = [
  [320, 568],
  [360, 640],
  // Beside another app.
  [412, 354],
  [568, 320],
  [932, 430],
  [390, 844],
] as const;

/** One-handed use while walking: head and sponsor may scroll away, but never the pad and the next action. */
export const thumb: Flows = {
  'has every key and the primary button in reach, on any phone and with text of any size': async (stage) => {
    const [arthur] = await twoBall(stage);
    const page = await arthur.opens('/score/1');
    const reached = async (duty: string): Promise<void> => {
      await sees(button(page, duty));
      for (const [width, height] of WINDOWS) {
        await page.setViewportSize({ width, height });
        for (const text of ['100%', '200%']) {
          let faults: string[] = [];
          await page.evaluate((size) => (document.documentElement.style.fontSize = size), text);
          await eventually(
            async () => (faults = await outOfReach(page)).length === 0,
            () => `${duty} at ${width} × ${height}, text of ${text}: ${faults.join('; ')}`,
          );
        }
      }
    };
    await reached('Enter your score');
    await picks(page, 5);
    await reached("Enter Bella's score");
    // Nor does a second one zoom, which the keys ignore.
    expect(await page.locator('[data-thumb]').evaluate((thumb) => getComputedStyle(thumb).touchAction)).toBe(
      'manipulation',
    );
    // A tap leaves no focus ring.
    expect(await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).toBe(
      'none',
    );
    await picks(page, 6);
    await reached('Next hole');
    // Zoomed in to 400 %, where the pad is as high as the window, it scrolls away from the head.
    await page.setViewportSize({ width: 320, height: 256 });
    await button(page, 'Menu').tap({ trial: true });
  },

  'keeps a number above Edit, also in larger text, while the next one moves into another box': async (stage) => {
    const [arthur] = await twoBall(stage);
    const page = await arthur.opens('/score/1');
    for (const strokes of [5, 6]) {
      await picks(page, strokes);
      await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    }
    for (const text of ['100%', '130%', '200%']) {
      await page.evaluate((size) => (document.documentElement.style.fontSize = size), text);
      expect(await wellsOverEdit(page)).toEqual([]);
    }
  },

  'shows a difference on another hole above the pad of a small phone': async (stage) => {
    const [arthur, bella, matchId] = await twoBall(stage);
    await arthur.api.enters(matchId, 1, 5);
    await bella.api.enters(matchId, 1, 4, arthur.id);
    await arthur.phone.page.setViewportSize({ width: 320, height: 568 });
    const page = await arthur.opens('/score/2');
    const fix = page.getByRole('link', { name: /Fix$/ });
    await sees(fix, key(page, 1));
    const [line, pad] = [await fix.boundingBox(), await key(page, 1).boundingBox()];
    expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(pad?.y ?? 0);
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const lines = (word: Element) => {
      const text = document.createRange();
      text.selectNodeContents(word);
      return text.getClientRects().length;
    };
    expect(await fix.getByText('Fix', { exact: true }).evaluate(lines)).toBe(1);
  },

  'shows the row of the third player above the pad of a small phone once it is active': async (stage) => {
    const [arthur, bella, cara] = await stage.players(3);
    const [host, ...guests] = [arthur.api, bella.api, cara.api];
    const matchId = await play(host, guests, { course: stage.courseId });
    await host.does('PUT', '/api/match/marker', { matchId, userId: bella.id, markerId: host.id });
    await host.does('PUT', '/api/match/marker', { matchId, userId: cara.id, markerId: host.id });
    // A small phone, less the bars of its browser.
    await arthur.page.setViewportSize({ width: 320, height: 454 });
    const page = await arthur.opens('/score/1');
    await picks(page, 5);
    await picks(page, 6);
    const row = page.getByRole('tab', { name: new RegExp(cara.name), selected: true });
    await sees(row);
    const [line, pad] = [await row.boundingBox(), await key(page, 1).boundingBox()];
    expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(pad?.y ?? 0);
  },

  'swipes the scorecard away, with a thumb or a mouse, or opens a hole from it': async (stage) => {
    const [arthur] = await twoBall(stage);
    const page = await arthur.opens('/score/1');
    await page.evaluate(() => {
      const { classList } = document.documentElement;
      addEventListener('transitionrun', ({ propertyName }) => classList.add(`moved-${propertyName}`));
    });
    const sheet = page.getByRole('dialog', { name: 'Scorecard' });
    const drags = async (x: number, y: number): Promise<void> => {
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x, y + SWIPE_PX, { steps: 10 });
      await page.mouse.up();
    };
    for (const away of [drags, (x: number, y: number) => swipesDown(page, x, y)]) {
      await taps(page, 'Scorecard');
      await sees(sheet);
      const title = sheet.getByRole('heading', { name: 'Scorecard' });
      // Waits until the sheet has come to rest: measured on its way up, the place would be below its head.
      await title.hover({ trial: true });
      await sees(page.locator('html.moved-transform'));
      const head = await title.boundingBox();
      await away(195, (head?.y ?? 0) + 10);
      await seesNo(sheet);
    }
    await taps(page, 'Scorecard');
    await sees(sheet.getByText('Pick a hole to go to it.'));
    await sheet.getByRole('button', { name: /Hole 7/ }).tap();
    await sees(page.locator('[data-pad]:focus'));
  },
};

/** Swipes a thumb down from a point. */
async function swipesDown(page: Page, x: number, y: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await touch('touchStart', [{ x, y }]);
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', [{ x, y: y + (step * SWIPE_PX) / 10 }]);
  await touch('touchEnd', []);
}

/** Boxes of entries whose number reaches into the word Edit, other than into the pixel or two above its letters. */
function wellsOverEdit(page: Page): Promise<string[]> {
  return page.locator('[data-part="well"]').evaluateAll((wells) => {
    const edits = document.querySelectorAll('[data-over="edit"]');
    return wells.flatMap((well, index) => {
      const word = document.createRange();
      word.selectNodeContents(edits[index]?.firstChild ?? well);
      const number = well.querySelector('[data-glyph]')?.getBoundingClientRect();
      const room = word.getBoundingClientRect().top - (number?.bottom ?? Infinity);
      return room > -2 ? [] : [`${well.textContent}: ${room} px`];
    });
  });
}

/** Keys of the pad and the primary button that cannot be tapped without scrolling, or are lower than their words. */
function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wanted = document.querySelectorAll('[data-pad] > [aria-pressed], button[data-kind=primary][data-size=large]');
    return Array.from(wanted, (element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const { scrollHeight, clientHeight } = element;
      const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      const hit = element.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
      return inside && hit && scrollHeight <= clientHeight
        ? ''
        : `${element.textContent} from ${Math.round(top)} to ${Math.round(bottom)}`;
    }).filter((fault) => fault !== '');
  });
}
