import type { Page } from 'playwright-core';
import { eventually } from '../support/eventually.js';
import { axeFaults, contrastFaults, hiddenFocus, smallTargets, tooWide, unstyled } from './support/everybody.js';
import { heading, taps } from './support/hands.js';
import { LOST_SIGNAL } from './support/faults.js';
import { PHONE, type Phone } from './support/player.js';
import { comesTo, sees, seesNo } from './support/sees.js';
import { Stage } from './support/stage.js';
import { seedTour, type Tour } from './support/tour.js';
import { VIEWS, type View } from './support/views.js';

/** Pressed while walking: 44 px at least. Elsewhere what WCAG 2.5.8 asks for. */
const WALKING_PX = 44;
const TARGET_PX = 24;
/** A phone of 320 px, or a page enlarged to 400 % (WCAG 1.4.10). */
const NARROW = { width: 320, height: 640 };

/** Every state of every page, in both themes, with each dialog open: nobody is shut out. */
describe('everybody can use', () => {
  let stage: Stage;
  let tour: Tour;
  let ahead: { view: View; phone: Promise<Phone> } | null = null;

  beforeAll(async () => {
    stage = await Stage.start();
    tour = await seedTour(stage);
  }, 120_000);
  afterAll(async () => {
    await ahead?.phone.catch(() => undefined);
    await stage?.stop();
  }, 60_000);

  it.each(VIEWS.map((view, index) => [view.name, view, VIEWS[index + 1]] as const))('%s', async (name, view, next) => {
    const phone = await (ahead?.view === view ? ahead.phone : shows(view));
    // The next page gets ready meanwhile: browsers have a process for each.
    ahead = next === undefined ? null : { view: next, phone: shows(next) };
    ahead?.phone.catch(() => undefined);
    try {
      expect(await faultsOf(phone.page, walking(name) ? WALKING_PX : TARGET_PX)).toEqual({});
      expect(phone.faults.list()).toEqual([]);
    } finally {
      await stage.putAway([phone]);
    }
  });

  it('a change of page, which has its title, is said and takes the focus along', async () => {
    const phone = await stage.phoneOf(tour.newcomer);
    const page = await phone.opens('/');
    expect(await page.title()).toBe('Play · Fairmark');
    await page.getByRole('link', { name: /^Practice Round/ }).tap();
    await comesTo(page, '/create-lobby');
    await sees(heading(page, 'Round settings'));
    await page.getByRole('status').filter({ hasText: 'Round settings' }).waitFor({ state: 'attached' });
    expect(await page.title()).toBe('Round settings · Fairmark');
    await eventually(async () => (await focused(page)) === 'content', 'the page has the focus');
  });

  it('the menu leads to a page, and the focus is not lost with it', async () => {
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

  async function shows(view: View): Promise<Phone> {
    const who = view.who(tour);
    const phone = await (who === null ? stage.phone(PHONE) : stage.phoneOf(who, PHONE));
    phone.faults.excuse(...LOST_SIGNAL);
    try {
      const page = await phone.opensWhole(view.path(tour));
      await view.shows?.(page);
      return phone;
    } catch (error) {
      const folder = await stage.keepEvidence(view.name);
      throw new Error(`${view.name} does not come up. Pictures: ${folder}`, { cause: error });
    }
  }
});

/** All that is wrong with a page, by check; leaves it narrow and dark. */
async function faultsOf(page: Page, targetPx: number): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {
    wcag: await axeFaults(page),
    unstyled: await unstyled(page),
    wide: await tooWide(page),
    small: await smallTargets(page, targetPx),
  };
  await page.emulateMedia({ colorScheme: 'dark' });
  faults.dark = await contrastFaults(page);
  await page.setViewportSize(NARROW);
  faults.narrow = await tooWide(page);
  faults.focus = await hiddenFocus(page);
  return Object.fromEntries(Object.entries(faults).filter(([, found]) => found.length > 0));
}

/** The id of what has the focus. */
function focused(page: Page): Promise<string | undefined> {
  return page.evaluate(() => document.activeElement?.id);
}

/** The pages of a round in play; cards are tables, whose holes are small and have the strip of holes beside them. */
function walking(view: string): boolean {
  return view.startsWith('score-') ? !/card|delete/.test(view) : view === 'score';
}
