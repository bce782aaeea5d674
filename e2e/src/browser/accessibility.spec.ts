import pLimit from 'p-limit';
import type { Page } from 'playwright-core';
import { eventually } from '@fairmark/events/testing/eventually';
import { axeFaults, hiddenFocus, smallTargets, THEME, tooWide, unstyled } from './support/accessibility.js';
import { heading, taps } from './support/hands.js';
import { LOST_SIGNAL } from './support/faults.js';
import { DESKTOP, PHONE, STILL, type Phone } from './support/player.js';
import { comesTo, sees, seesNo } from './support/sees.js';
import { Stage } from './support/stage.js';
import { seedTour, type Tour } from './support/tour.js';
import { VIEWS } from './support/views/views.js';
import type { View } from './support/views/view.js';

/** Pressed while walking: 44 px at least. Elsewhere what WCAG 2.5.8 asks for. */
const WALKING_PX = 44;
const TARGET_PX = 24;
/** A phone of 320 px, or a page enlarged to 400 % (WCAG 1.4.10). */
const NARROW = { width: 320, height: 640 };

/** Views that are checked concurrently: while some wait for their pages, another one is checked. */
const PHONES = 3;

const MODAL = '[role=dialog], [role=alertdialog]';

/** Checks every state of every page, in both themes, with each dialog open. */
describe('accessibility', () => {
  let stage: Stage;
  let tour: Tour;
  const free: Phone[] = [];
  const atOnce = pLimit(PHONES);

  beforeAll(async () => {
    stage = await Stage.start();
    tour = await seedTour(stage);
    for (let count = 0; count < PHONES; count += 1) free.push(await stage.phone({ ...PHONE, ...STILL }));
    for (const phone of free) phone.faults.excuse(...LOST_SIGNAL);
  });
  afterAll(() => stage?.stop(), 60_000);

  it.concurrent.each(VIEWS.map((view) => [view.name, view] as const))('%s', async (_name, view) => {
    expect(await atOnce(() => check(view))).toEqual({});
  });

  it('a change of page sets the title, is announced and moves the focus', async () => {
    const phone = await stage.phoneOf(tour.newcomer);
    const page = await phone.opens('/');
    expect(await page.title()).toBe('Play · Fairmark');
    await page.getByRole('link', { name: /^Practice Round/ }).tap();
    await comesTo(page, '/create-lobby');
    await sees(heading(page, 'Round settings'));
    await page.getByRole('status').filter({ hasText: 'Round settings' }).waitFor({ state: 'attached' });
    expect(await page.title()).toBe('Round settings · Fairmark');
    await sees(page.locator('#content:focus'));
  });

  it('the menu leads to a page without losing the focus', async () => {
    const phone = await stage.phoneOf(tour.newcomer);
    const page = await phone.opens('/');
    await taps(page, 'Menu');
    await page.getByRole('link', { name: 'Support' }).tap();
    await comesTo(page, '/support');
    await seesNo(page.getByRole('dialog'));
    expect(await page.title()).toBe('Support · Fairmark');
    await eventually(
      () => page.evaluate(() => document.activeElement?.matches('#content, #content *, header button') === true),
      'the page or the bar over it has the focus',
    );
  });

  it('a course or a golfer with a word wider than the window widens no page', async () => {
    const phone = await stage.phoneOf(tour.player);
    const { page } = phone;
    await page.route(/\/api\//, async (route) => {
      const response = await route.fetch();
      const wide = 'W'.repeat(40);
      const body = (await response.text())
        .replaceAll('Proof Links', `Proof Links ${wide}`)
        .replaceAll(/(?<="fullName":")\w+/g, wide);
      await route.fulfill({ response, body });
    });
    const paths = ['/score/2', `/clubhouse/leaderboard?course=${tour.course}`, `/${tour.round}/scorecard`];
    for (const path of paths) {
      await phone.opensWhole(path);
      await sees(page.getByText(/W{40}/).first());
      expect(await tooWide(page)).toEqual([]);
    }
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await page.setViewportSize(NARROW);
    expect(await tooWide(page)).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
  });

  it('in forced colours a par, an empty hole and the dots of strokes received have the colour of the text', async () => {
    const page = await (await stage.phoneOf(tour.player, DESKTOP)).opens('/score/2');
    await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
    const colourOf = (place: HTMLElement | SVGElement) => getComputedStyle(place).color;
    const text = await page.locator('[data-row]').first().evaluate(colourOf);
    for (const result of ['par', 'empty']) {
      const mark = page.locator(`[data-glyph][data-result="${result}"]`).first();
      expect(await mark.evaluate(colourOf)).toBe(text);
    }
    const dot = page.locator('[data-dots="received"] i').first();
    expect(await dot.evaluate((place) => getComputedStyle(place).backgroundColor)).toBe(text);
  });

  it('in forced colours a dialog has an edge, the active suggestion a ring and the current page lines', async () => {
    const page = await (await stage.phoneOf(tour.signer)).opens(`/clubhouse/leaderboard?course=${tour.course}`);
    await page.emulateMedia({ forcedColors: 'active' });
    await taps(page, 'Menu');
    const current = page.getByRole('dialog').getByRole('link', { name: 'Daily leaderboard' });
    expect(await current.evaluate((place) => getComputedStyle(place).borderTopStyle)).toBe('solid');
    await page.keyboard.press('Escape');
    await taps(page, /Show another course$/);
    await page.getByRole('combobox').fill('Proof');
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('ArrowDown');
    for (const shape of [page.getByRole('dialog'), page.locator('[role="option"][data-active]')]) {
      expect(await shape.first().evaluate((place) => getComputedStyle(place).outlineStyle)).toBe('solid');
    }
  });

  async function check(view: View): Promise<Record<string, string[]>> {
    const phone = free.pop();
    if (phone === undefined) throw new Error('More views at once than phones');
    try {
      await phone.handsTo(view.who(tour));
      const page = await phone.opensWhole(view.path(tour));
      await view.shows?.(page);
      const faults = await faultsOf(page, view.name);
      const below = await page.locator(MODAL).count();
      for (const { name, shows } of view.states ?? []) {
        await closes(page, below);
        await phone.looksAsAtFirst();
        await shows?.(page);
        // What lies below a dialog is inert, and was checked without it.
        const covered = (await page.locator(MODAL).count()) > below;
        Object.assign(faults, await faultsOf(page, name, covered ? MODAL : 'html'));
      }
      const unseen = phone.faults.list();
      return unseen.length === 0 ? faults : { ...faults, unseen: [...unseen] };
    } catch (error) {
      const folder = await stage.keepEvidence(view.name);
      throw new Error(`${view.name} does not come up. Pictures: ${folder}`, { cause: error });
    } finally {
      free.push(phone);
    }
  }
});

/** Closes the dialogs that were opened over those of the page itself. */
async function closes(page: Page, below: number): Promise<void> {
  await eventually(async () => {
    if ((await page.locator(MODAL).count()) <= below) return true;
    // A dialog that is closing gets no second Escape, which would go to the page.
    if ((await page.locator(`:is(${MODAL})[data-open]`).count()) > below) await page.keyboard.press('Escape');
    return false;
  }, 'the dialogs of the state before are closed');
}

/** The faults of a state of a page, by check. Leaves the page narrow and dark. */
async function faultsOf(page: Page, state: string, within = 'html'): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {
    wcag: await axeFaults(page, within),
    unstyled: await unstyled(page),
    wide: await tooWide(page),
    small: await smallTargets(page, walking(state) ? WALKING_PX : TARGET_PX),
  };
  await page.emulateMedia({ colorScheme: 'dark' });
  faults.dark = await axeFaults(page, within, THEME);
  await page.setViewportSize(NARROW);
  faults.narrow = await tooWide(page);
  faults.focus = await hiddenFocus(page);
  const wrong = Object.entries(faults).filter(([, found]) => found.length > 0);
  return Object.fromEntries(wrong.map(([check, found]) => [`${state}: ${check}`, found]));
}

/** The pages of a round in play; cards are tables, whose holes are small. */
function walking(view: string): boolean {
  return view.startsWith('score-') ? !/card|delete/.test(view) : view === 'score';
}
