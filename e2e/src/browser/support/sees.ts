import { onThisMachine } from '@fairmark/events/testing/eventually';
import type { Locator, Page } from 'playwright-core';

const within = (): number => onThisMachine(10_000);

/** Waits until all of these are visible. */
export async function sees(...locators: readonly Locator[]): Promise<void> {
  for (const locator of locators) await locator.first().waitFor({ state: 'visible', timeout: within() });
}

/** Waits until none of these is visible. */
export async function seesNo(...locators: readonly Locator[]): Promise<void> {
  for (const locator of locators) await locator.first().waitFor({ state: 'hidden', timeout: within() });
}

/** Waits until the page is at an address: a path, or a pattern of path and query. */
export async function comesTo(page: Page, where: string | RegExp): Promise<void> {
  await page.waitForURL(
    (url) => (typeof where === 'string' ? url.pathname === where : where.test(url.pathname + url.search)),
    { timeout: within(), waitUntil: 'commit' },
  );
}
