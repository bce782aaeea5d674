import type { Locator, Page } from 'playwright-core';

const WITHIN_MS = 10_000;

/** Waits until everything that is named stands on the screen. */
export async function sees(...locators: readonly Locator[]): Promise<void> {
  for (const locator of locators) await locator.first().waitFor({ state: 'visible', timeout: WITHIN_MS });
}

/** Waits until it is on the screen no longer. */
export async function seesNo(...locators: readonly Locator[]): Promise<void> {
  for (const locator of locators) await locator.first().waitFor({ state: 'hidden', timeout: WITHIN_MS });
}

/** Waits until the page has come to an address: a path, or a pattern of path and query. */
export async function comesTo(page: Page, where: string | RegExp): Promise<void> {
  await page.waitForURL(
    (url) => (typeof where === 'string' ? url.pathname === where : where.test(url.pathname + url.search)),
    { timeout: WITHIN_MS, waitUntil: 'commit' },
  );
}
