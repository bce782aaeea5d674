import { PHONE } from '@fairmark/e2e/browser/player';
import { twoBall } from '@fairmark/e2e/browser/rounds';
import type { Stage } from '@fairmark/e2e/browser/stage';
import type { Page } from 'playwright-core';
import { slowDown, timed, timeTaps } from './taps.js';

/** Milliseconds from the touch to the painted answer. */
export interface Taps {
  /** A key of the pad: the result of the hole is painted. */
  key: number[];
  /** Next hole: the next hole's pad is painted. */
  next: number[];
}

/** The score is picked, changed and changed again on each hole: so many of a round's 18 holes can be measured. */
const PICKS_PER_HOLE = 3;

/** Taps of a golfer on the scoring page. At most 54. */
export async function scoreTaps(stage: Stage, taps: number): Promise<Taps> {
  const [host, , matchId] = await twoBall(stage);
  const page = await host.opens(`/score/1?id=${matchId}`);
  const strokes = page.getByRole('radio', { name: /^[3-6],/ });
  await strokes.first().waitFor();
  await slowDown(page);
  await timeTaps(page);
  const result: Taps = { key: [], next: [] };
  for (let tap = 0; tap < taps; tap += 1) {
    if (tap > 0) {
      const hole = tap / PICKS_PER_HOLE;
      if (Number.isInteger(hole)) result.next.push(await timed(page, () => tapOn(page, 'Next hole')));
      else await timed(page, () => tapOn(page, 'Edit'));
    }
    const key = strokes.nth(tap % 4);
    await key.waitFor();
    result.key.push(await timed(page, () => key.tap()));
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  }
  await stage.putAway();
  return result;
}

/** The same on a page that does nothing but add a character. */
export async function floorTaps(stage: Stage, base: string, taps: number): Promise<number[]> {
  const page = await stage.browser.newPage(PHONE);
  await page.goto(base);
  await slowDown(page);
  await timeTaps(page);
  const times: number[] = [];
  for (let tap = 0; tap < taps; tap += 1) {
    times.push(await timed(page, () => page.getByRole('button').tap()));
  }
  await page.context().close();
  return times;
}

async function tapOn(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('link', { name, exact: true }))
    .tap();
}
