import type { Locator, Page, Route } from 'playwright-core';
import { eventually } from '@fairmark/events/testing/eventually';
import { sees, seesNo } from './sees.js';

/** Actions of golfers. Elements are found as a golfer finds them: by role and name. */

export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: typeof name === 'string' });
}

export function heading(page: Page, name: string | RegExp): Locator {
  return page.getByRole('heading', { name, exact: typeof name === 'string' });
}

/** Taps a button of the page or of an open dialog. */
export async function taps(page: Page, name: string | RegExp): Promise<void> {
  await button(page, name).tap();
}

/** The key of the pad for 1 to 12 strokes, or No Score. */
export function key(page: Page, strokes: number | 'NS'): Locator {
  return button(page, strokes === 'NS' ? 'No Score' : new RegExp(`^${strokes} `));
}

/** Taps a key for the player whose row is active, and waits for the score in that row's well. */
export async function picks(page: Page, strokes: number | 'NS'): Promise<void> {
  const well = await page.locator('[data-active="true"] > [data-part="well"]').elementHandle();
  await key(page, strokes).tap();
  // Check the text for screen readers: the drawn score appears before it.
  await page.waitForFunction(
    ([element, text]) => element?.querySelector('.visually-hidden')?.textContent?.startsWith(text),
    [well, strokes === 'NS' ? 'you No Score' : `you ${strokes}, `] as const,
  );
  // The next row opens after the frame that paints the number.
  await page.evaluate(() => new Promise((opened) => requestAnimationFrame(() => setTimeout(opened))));
}

/**
 * Scores a hole on my card, and with `theirs` on the card I mark, then moves on: three taps, because the row advances
 * automatically.
 */
export async function scoresHole(page: Page, hole: number, mine: number, theirs?: number): Promise<void> {
  await sees(heading(page, `Hole ${hole}`));
  await picks(page, mine);
  if (theirs !== undefined) await picks(page, theirs);
  await taps(page, hole === 18 ? 'Complete round' : 'Next hole');
  await seesNo(heading(page, `Hole ${hole}`));
}

/** Signs the cards once they are complete: the last scores of others may still be arriving. */
export async function signsCards(page: Page): Promise<void> {
  await sees(button(page, 'Verify & sign'));
  for (const tab of (await page.getByRole('tab').all()).reverse()) {
    await tab.tap();
    await seesNo(page.getByText(/ has not entered /));
  }
  await taps(page, 'Verify & sign');
}

/** Waits until the server has every score entered by the golfer of this phone. */
export async function allSent(page: Page): Promise<void> {
  const waiting = () =>
    page.evaluate(() => {
      const box = JSON.parse(localStorage.getItem('fairmark.outbox') ?? '{}') as { waiting?: { by: string }[] };
      const me = localStorage.getItem('fairmark.user');
      return (box.waiting ?? []).filter(({ by }) => by === me).length;
    });
  await eventually(async () => (await waiting()) === 0, 'every score is sent');
}

/** Holds back scores that this page sends, as with one bar of signal. Returns a function that releases them. */
export async function holdsScores(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let open = false;
  await page.route('**/api/match/score', async (route) => {
    if (open) await route.continue();
    else held.push(route);
  });
  return async () => {
    open = true;
    // The client may have aborted some of them meanwhile.
    for (const route of held.splice(0)) await route.continue().catch(() => undefined);
  };
}

/** Starts counting taps, across pages of the client. Returns a function that reads the count. */
export async function countsTaps(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    document.documentElement.dataset['taps'] = '0';
    const count = (): void => {
      const { dataset } = document.documentElement;
      dataset['taps'] = String(Number(dataset['taps']) + 1);
    };
    addEventListener('pointerdown', count, { capture: true });
  });
  return () => page.evaluate(() => Number(document.documentElement.dataset['taps']));
}
