import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

/** Accessibility checks for every page. Each returns its faults; an empty list is a pass. */

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Without the spaces and comments of the version that Node loads: pages parse it in half of the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** The rules whose outcome depends on the theme. */
export const THEME = ['color-contrast', 'link-in-text-block'];

/**
 * Only violations, and contrast despite pseudo-elements: with those, axe would call an element's contrast unknown,
 * which is no violation, and looking for them takes nine tenths of its time.
 */
const OPTIONS = {
  resultTypes: ['violations' as const],
  checks: { 'color-contrast': { options: { ignorePseudo: true } } },
};

/** Violations of WCAG 2.2 AA that a machine can find within these elements, or of these rules alone. */
export async function axeFaults(page: Page, within: string, runOnly = WCAG): Promise<string[]> {
  // Parsing axe takes as long as its checks; it stays in a page that is checked in another state.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const found = await page.evaluate(
    async ([elements, options]) => {
      const { run } = Reflect.get(window, 'axe') as typeof axe;
      return (await run(elements, options)).violations;
    },
    [within, { ...OPTIONS, runOnly }] as const,
  );
  return found.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** Elements without styles: a `css` attribute in the page indicates a broken build. */
export function unstyled(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('[css]'), (element) => element.outerHTML.slice(0, 120)),
  );
}

/** Elements that make the page scroll horizontally (WCAG 1.4.10). */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    // Scripts react to a new window size within a frame or two.
    for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = Array.from(document.querySelectorAll('body *')).filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    const names = wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 120));
    return [`${scrollWidth} px wide in ${clientWidth}: ${names.join(' | ')}`];
  });
}

/**
 * Tap targets smaller than `least` pixels in either direction. The area that can be hit counts, which may be larger
 * than what is drawn. Links within a sentence, which are as high as its line, and invisible elements are exempt.
 */
export function smallTargets(page: Page, least: number): Promise<string[]> {
  return page.evaluate((size) => {
    const PRESSABLE = 'a[href], button, select, textarea, input, summary, [role=radio], [role=tab], [role=option]';
    const UNSEEN = '[inert], [aria-hidden=true], .visually-hidden';

    /** The element to press, which for a radio button is its label. */
    const surface = (element: Element): Element =>
      element instanceof HTMLInputElement ? (element.closest('label') ?? element) : element;
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && element.closest(UNSEEN) === null;
    const isInSentence = (element: Element): boolean =>
      getComputedStyle(element).display === 'inline' &&
      element.parentElement?.textContent?.trim() !== element.textContent?.trim();
    const hits = (element: Element, x: number, y: number): boolean => {
      const there = document.elementFromPoint(x, y);
      return there !== null && (element.contains(there) || there.closest('label') === element);
    };
    const isLarge = (element: Element): boolean => {
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      // One pixel wide or covered: it cannot be pressed here at all.
      if (width <= 1 || height <= 1 || !hits(element, x, y)) return true;
      const half = size / 2 - 1;
      const wide = width >= size || (hits(element, x - half, y) && hits(element, x + half, y));
      return wide && (height >= size || (hits(element, x, y - half) && hits(element, x, y + half)));
    };

    return Array.from(document.querySelectorAll(PRESSABLE))
      .filter((element) => isSeen(element) && !isInSentence(element) && !element.matches(':disabled'))
      .map(surface)
      .filter((element) => !isLarge(element))
      .map((element) => {
        const { width, height } = element.getBoundingClientRect();
        return `${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 160)}`;
      });
  }, least);
}

/**
 * Moves through the page with Tab once: the focused element must be at least partly visible (WCAG 2.4.11) and not
 * hidden from screen readers.
 */
export async function hiddenFocus(page: Page, stepsMax = 25): Promise<string[]> {
  const hidden = new Set<string>();
  await page.evaluate(() => {
    for (const element of document.querySelectorAll('[data-visited]')) element.removeAttribute('data-visited');
  });
  for (let step = 0; step < stepsMax; step += 1) {
    // Held down, it moves the focus again each time.
    await page.keyboard.down('Tab');
    const { fault, again } = await page.evaluate(lookAtFocus);
    if (fault !== null) hidden.add(fault);
    if (again) break;
  }
  await page.keyboard.up('Tab');
  return [...hidden];
}

/** In the page: what is wrong with the element that has the focus, and whether Tab has been there before. */
async function lookAtFocus(): Promise<{ fault: string | null; again: boolean }> {
  const look = (): { fault: string | null; active: Element | null } => {
    const active = document.activeElement;
    if (active === null || active === document.body) return { fault: null, active: null };
    const shown = active instanceof HTMLInputElement ? (active.closest('label') ?? active) : active;
    const { left, right, top, bottom } = shown.getBoundingClientRect();
    const points = [0.5, 0.1, 0.9].flatMap((across) =>
      [0.5, 0.1, 0.9].map((down) => [left + (right - left) * across, top + (bottom - top) * down] as const),
    );
    const seen = points.some(([x, y]) => {
      const there = document.elementFromPoint(x, y);
      return there !== null && (shown.contains(there) || there.contains(shown));
    });
    const isExposed = active.closest('[aria-hidden=true]') === null;
    return { fault: seen && isExposed ? null : shown.outerHTML.slice(0, 160), active };
  };
  let found = look();
  if (found.fault !== null && document.querySelector('[role=dialog], [role=alertdialog], dialog') !== null) {
    // A dialog moves the focus from its end to its start in the next frame; a page does not.
    for (let frame = 0; frame < 2; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
    found = look();
  }
  const again = found.active?.hasAttribute('data-visited') === true;
  found.active?.setAttribute('data-visited', '');
  return { fault: found.fault, again };
}
