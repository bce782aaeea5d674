import { LIMITS } from '@fairmark/contract';
import { PHONE } from '@fairmark/e2e/browser/player';
import { twoBall } from '@fairmark/e2e/browser/rounds';
import type { Stage } from '@fairmark/e2e/browser/stage';
import type { Page } from 'playwright-core';

/** Factor by which the simulated phone is slower than this machine. */
export const SLOWDOWN = 4;

declare global {
  interface Window {
    /** Milliseconds from each tap to its painted response. */
    fairmarkTaps?: number[];
  }
}

/** Throttles the page's processor, as Lighthouse does for a mid-range phone. */
async function slowDown(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/** Times every further click of this document, from the event to the frame that paints a new text of these elements. */
async function timeTaps(page: Page, selector: string): Promise<void> {
  await page.evaluate((shown) => {
    const taps: number[] = [];
    window.fairmarkTaps = taps;
    const texts = () => [...document.querySelectorAll(shown)].map(({ textContent }) => textContent).join();
    window.addEventListener(
      'click',
      ({ timeStamp }) => {
        const before = texts();
        const frame = (): void => {
          if (texts() === before) {
            requestAnimationFrame(frame);
            return;
          }
          // A message sent in a frame arrives after that frame was painted.
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => taps.push(performance.now() - timeStamp));
          port1.start();
          port2.postMessage(null);
        };
        requestAnimationFrame(frame);
      },
      { capture: true },
    );
  }, selector);
}

/** Performs an action that taps, once the page is idle, and returns the time of that tap. */
async function timed(page: Page, action: () => Promise<void>): Promise<number> {
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
  const before = await page.evaluate(() => window.fairmarkTaps?.length ?? 0);
  await action();
  const handle = await page.waitForFunction((count) => window.fairmarkTaps?.[count], before);
  const value = await handle.jsonValue();
  if (value === undefined) throw new Error('The tap was not timed');
  return value;
}

/** Milliseconds from the tap to the painted response. */
interface Taps {
  /** A key of the pad, until the number is painted in its well. */
  key: number[];
  /** Next hole, until its number is painted. */
  next: number[];
}

/** Scores of both players on every hole of a round. */
const TAPS_OF_A_ROUND = 2 * LIMITS.holes;

/** Selects the hole's number and the scores entered on it. */
const ENTERED = 'h1, [data-part="well"]';

/** Taps of a golfer who scores for two players, hole by hole, in as many rounds as it takes. */
export async function scoreTaps(stage: Stage, taps: number): Promise<Taps> {
  const result: Taps = { key: [], next: [] };
  while (result.key.length < taps) await scoreRound(stage, Math.min(taps - result.key.length, TAPS_OF_A_ROUND), result);
  return result;
}

async function scoreRound(stage: Stage, taps: number, result: Taps): Promise<void> {
  const [host, , matchId] = await twoBall(stage);
  const page = await host.opens(`/score/1?id=${matchId}`);
  const keys = page.getByRole('button', { name: /^[3-6] / });
  await keys.first().waitFor();
  await slowDown(page);
  await timeTaps(page, ENTERED);
  for (let tap = 0; tap < taps; tap += 1) {
    if (tap > 0 && tap % 2 === 0) {
      const next = page.getByRole('button', { name: 'Next hole', exact: true });
      result.next.push(await timed(page, () => next.tap()));
    }
    result.key.push(await timed(page, () => keys.nth((tap >> 1) % 4).tap()));
  }
  await stage.putAway();
}

/** Taps on a page that only adds a character. */
export async function floorTaps(stage: Stage, base: string, taps: number): Promise<number[]> {
  const page = await stage.browser.newPage(PHONE);
  await page.goto(base);
  await slowDown(page);
  await timeTaps(page, 'p');
  const times: number[] = [];
  for (let tap = 0; tap < taps; tap += 1) {
    times.push(await timed(page, () => page.getByRole('button').tap()));
  }
  await page.context().close();
  return times;
}
