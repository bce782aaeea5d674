import type { Locator, Page } from 'playwright-core';
import { eventually } from '@fairmark/events/testing/eventually';
import { MEN, strokesOf, twoBall, WOMEN } from '../support/rounds.js';
import { comesTo, sees } from '../support/sees.js';
import type { Flows } from '../support/stage.js';
import { allSent, button, heading } from '../support/hands.js';

/** Earlier holes are entered over HTTP, as each takes a hundred key presses. */
const FIRST_BY_KEY = 17;
/** More presses of Tab than any element of a page needs. */
const TABS_MAX = 45;
/** How soon a choice shows. */
const SHOWS_WITHIN_MS = 2_000;

/** Waits until the pad of a new hole accepts input, which it ignores at first. */
function padTakesKeys(page: Page): Promise<void> {
  const takes = () => getComputedStyle(document.querySelector('[data-pad]') ?? document.body).pointerEvents !== 'none';
  return eventually(() => page.evaluate(takes), 'the pad takes keys');
}

/** A golfer who uses neither touch nor mouse. */
export const keyboard: Flows = {
  'plays the last holes of a match round on two cards, and signs it': async (stage) => {
    const [arthur, bella, matchId] = await twoBall(stage);
    await bella.api.entersCard(matchId, MEN, arthur.id);
    await bella.api.entersCard(matchId, WOMEN);
    await arthur.api.entersCard(matchId, MEN.slice(0, FIRST_BY_KEY - 1));
    await arthur.api.entersCard(matchId, WOMEN.slice(0, FIRST_BY_KEY - 1), bella.id);
    const page = await arthur.opens(`/score/${FIRST_BY_KEY}`);
    for (let hole = FIRST_BY_KEY; hole <= 18; hole += 1) {
      await sees(heading(page, `Hole ${hole}`));
      await entersByKey(page, 'Your', MEN[hole - 1] ?? 4);
      // Every other hole is typed as digits, as the pad already has the focus.
      await entersByKey(page, "Bella's", WOMEN[hole - 1] ?? 4, hole % 2 === 0);
      await focused(page, /^(Next hole|Complete round)$/);
      await page.keyboard.press('Enter');
    }
    await comesTo(page, `/${matchId}/scorecard`);
    await sees(heading(page, 'Scorecard'));
    await eventually(
      async () => !strokesOf(await arthur.api.match(matchId), bella.id, 'marker').includes(null),
      'the last score in the log',
    );
    const answer = await arthur.api.match(matchId);
    expect(strokesOf(answer, arthur.id, 'player')).toEqual([...MEN]);
    expect(strokesOf(answer, bella.id, 'marker')).toEqual([...WOMEN]);
    await tabsTo(page, /^Verify & sign$/);
    await page.keyboard.press('Enter');
    await sees(heading(page, 'Verified and signed by you'));
  },

  'takes two digits, or one digit pressed twice, as one score on one card': async (stage) => {
    const [arthur, bella, matchId] = await twoBall(stage);
    const page = await arthur.opens('/score/1');
    for (const [hole, typed] of ['12', '55'].entries()) {
      await tabsTo(page, /^\d+ /);
      await padTakesKeys(page);
      await page.keyboard.type(typed);
      await sees(page.getByRole('tab', { name: /^Bella/, selected: true }));
      await tabsTo(page, /^Next hole$/);
      await page.keyboard.press('Enter');
      await sees(heading(page, `Hole ${hole + 2}`));
    }
    // The element that accepts digits has a focus ring.
    await focused(page, /^Your strokes on hole 3, par \d$/);
    expect(await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)).toBe(
      'solid',
    );
    await allSent(page);
    const answer = await arthur.api.match(matchId);
    expect(strokesOf(answer, arthur.id, 'player').slice(0, 3)).toEqual([12, 5, null]);
    expect(strokesOf(answer, bella.id, 'marker').slice(0, 3)).toEqual([null, null, null]);
  },

  'creates a competition with its course, days and players': async (stage) => {
    const [arthur, bella] = await stage.players(2);
    const page = await arthur.opens('/clubhouse/new-competition');
    await tabsInto(page.getByRole('textbox', { name: 'Competition name' }));
    await page.keyboard.type('Keyboard Cup');
    const course = page.getByRole('combobox', { name: 'Course' });
    await tabsInto(course);
    await page.keyboard.type('Proof');
    await picksFirst(page, /Proof/, async () => (await course.inputValue()) === 'Proof Links');
    for (const day of ['Monday', 'Sunday']) {
      await tabsTo(page, new RegExp(`^${day}$`));
      await page.keyboard.press('Space');
    }
    await tabsInto(page.getByRole('combobox', { name: 'Find a golfer' }));
    await page.keyboard.type(bella.name);
    await picksFirst(page, new RegExp(bella.name), () => button(page, new RegExp(`^Remove ${bella.name}`)).isVisible());
    await tabsTo(page, /^Create comp$/);
    await page.keyboard.press('Enter');
    await comesTo(page, /^\/clubhouse\/competitions\/[\da-f-]{36}$/);
    await sees(heading(page, 'Keyboard Cup'), page.getByText('Mon, Sun'));
  },
};

/** Moves the focus to a field, unless it has it already. */
async function tabsInto(field: Locator): Promise<void> {
  for (let count = 0; count < TABS_MAX; count += 1) {
    if (await field.evaluate((element) => element === document.activeElement)) return;
    await field.page().keyboard.press('Tab');
  }
  throw new Error('Tab does not lead to the field');
}

/** Picks the only option that a search has found. */
async function picksFirst(page: Page, name: RegExp, isChosen: () => Promise<boolean>): Promise<void> {
  await sees(page.getByRole('option', { name }));
  await eventually(async () => {
    // On a busy machine the results of fewer letters may still be shown, and go before the second key.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    return eventually(isChosen, 'the choice shows', SHOWS_WITHIN_MS).then(
      () => true,
      () => false,
    );
  }, `${name} is chosen`);
}

/** Moves to a player's pad and to a number of strokes and presses it, or types the number. */
async function entersByKey(page: Page, whose: string, strokes: number, typed = false): Promise<void> {
  const pad = page.getByRole('group', { name: `${whose} strokes` });
  await sees(pad);
  await padTakesKeys(page);
  if (typed) {
    await page.keyboard.press(String(strokes));
    return;
  }
  await tabsTo(page, /^(\d+ |No Score|13)/);
  await page.keyboard.press('Home');
  for (let place = 1; place < strokes; place += 1) await page.keyboard.press('ArrowRight');
  await focused(page, new RegExp(`^${strokes} `));
  await page.keyboard.press('Enter');
}

/** Presses Tab until an element with this name has the focus. */
async function tabsTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = [];
  for (let count = 0; count < TABS_MAX; count += 1) {
    const now = await focusedName(page);
    if (name.test(now)) return;
    passed.push(now);
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${name}, but to: ${passed.join(' | ')}`);
}

/** Waits until an element with this name has the focus. */
async function focused(page: Page, name: RegExp): Promise<void> {
  await eventually(
    async () => name.test(await focusedName(page)),
    () => `${name} has the focus`,
  );
}

function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const active = document.activeElement;
    return active?.getAttribute('aria-label') ?? active?.textContent?.trim() ?? '';
  });
}
