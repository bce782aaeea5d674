import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

/** What every page has to keep so that everybody can use it. Each check says what is wrong; nothing is well. */

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Violations of WCAG 2.2 AA that a machine can find. */
export async function axeFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

/** Elements that the style library left without their styles: a `css` attribute in the page is a build that went wrong. */
export function unstyled(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll('[css]'), (element) => element.outerHTML.slice(0, 120)),
  );
}

/** What makes the page scroll sideways (WCAG 1.4.10). */
export function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
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
 * Things to press that are smaller than so many pixels either way. What counts is what a finger hits, which may be larger than
 * what is drawn. Links inside a sentence are as high as its line, and what nobody sees is nothing to press.
 */
export function smallTargets(page: Page, least: number): Promise<string[]> {
  return page.evaluate((size) => {
    const PRESSABLE = 'a[href], button, select, textarea, input, summary, [role=radio], [role=tab], [role=option]';
    const hits = (element: Element, x: number, y: number): boolean => {
      const there = document.elementFromPoint(x, y);
      return there !== null && (element.contains(there) || there.closest('label') === element);
    };
    const small: string[] = [];
    for (const found of document.querySelectorAll(PRESSABLE)) {
      const element = found instanceof HTMLInputElement ? (found.closest('label') ?? found) : found;
      if (!found.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      if (found.closest('[inert], [aria-hidden=true], .visually-hidden') !== null) continue;
      if (found.matches('p a, li > span a, span > a, :disabled')) continue;
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
      if (width <= 1 || height <= 1) continue;
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      if (!hits(element, x, y)) continue;
      const half = size / 2 - 1;
      const reaches =
        (width >= size || (hits(element, x - half, y) && hits(element, x + half, y))) &&
        (height >= size || (hits(element, x, y - half) && hits(element, x, y + half)));
      if (!reaches) small.push(`${Math.round(width)} × ${Math.round(height)}: ${element.outerHTML.slice(0, 160)}`);
    }
    return small;
  }, least);
}

/** Walks through the page with Tab: whatever has the focus can be seen, at least a part of it (WCAG 2.4.11). */
export async function hiddenFocus(page: Page, stepsMax = 40): Promise<string[]> {
  const hidden: string[] = [];
  for (let step = 0; step < stepsMax; step += 1) {
    await page.keyboard.press('Tab');
    const fault = await page.evaluate(() => {
      const active = document.activeElement;
      if (active === null || active === document.body) return null;
      const shown = active instanceof HTMLInputElement ? (active.closest('label') ?? active) : active;
      const { left, right, top, bottom } = shown.getBoundingClientRect();
      const points = [0.5, 0.1, 0.9].flatMap((across) =>
        [0.5, 0.1, 0.9].map((down) => [left + (right - left) * across, top + (bottom - top) * down] as const),
      );
      const seen = points.some(([x, y]) => {
        const there = document.elementFromPoint(x, y);
        return there !== null && (shown.contains(there) || there.contains(shown));
      });
      return seen ? null : shown.outerHTML.slice(0, 160);
    });
    if (fault !== null) hidden.push(fault);
  }
  return [...new Set(hidden)];
}
