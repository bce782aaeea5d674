import { onThisMachine } from '@fairmark/events/testing/eventually';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Golfer } from '../../support/golfer.js';
import { Faults } from './faults.js';

/** A phone in portrait mode in Melbourne. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  locale: 'en-AU',
  timezoneId: 'Australia/Melbourne',
  colorScheme: 'light',
};

/** A desktop computer in the same place. */
export const DESKTOP: BrowserContextOptions = {
  ...PHONE,
  viewport: { width: 1440, height: 900 },
  isMobile: false,
  hasTouch: false,
};

const STEP_MS = 10_000;

/** Without motion: for pictures, and checks of what a page shows at once. */
export const STILL = { reducedMotion: 'reduce' } as const satisfies BrowserContextOptions;

/** A browser context with one page, signed in if it belongs to a golfer. */
export class Phone {
  private constructor(
    readonly context: BrowserContext,
    readonly faults: Faults,
    readonly base: string,
    private readonly options: BrowserContextOptions,
    public page: Page,
  ) {}

  /** Creates a phone. Nothing is opened yet. */
  static async take(browser: Browser, base: string, options: BrowserContextOptions = PHONE): Promise<Phone> {
    const context = await browser.newContext({ ...options, baseURL: base });
    context.setDefaultTimeout(onThisMachine(STEP_MS));
    const faults = new Faults(base);
    faults.watch(context);
    return new Phone(context, faults, base, options, await context.newPage());
  }

  /** Opens an address of the product and waits for its page. */
  async opens(path: string): Promise<Page> {
    await this.page.goto(path, { waitUntil: 'load' });
    // Not by role, as an automatically opened dialog hides the page from the accessibility tree.
    await this.page.locator('h1').first().waitFor();
    return this.page;
  }

  /** Opens an address and also waits for what the page loads later: the menu, dialogs, fonts. */
  async opensWhole(path: string): Promise<Page> {
    const page = await this.opens(path);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    return page;
  }

  /**
   * Passes the phone to another golfer, or signs it out, removing everything of the previous one. Faster than a new
   * phone, because the browser keeps what it has loaded and compiled.
   */
  async handsTo(golfer: Golfer | null): Promise<void> {
    const { page, context } = this;
    await context.setOffline(false);
    for (const place of [page, context]) await place.unrouteAll({ behavior: 'ignoreErrors' });
    // A file without scripts, so that nothing writes to the storage.
    await page.goto('/robots.txt');
    await page.evaluate(
      (items) => {
        localStorage.clear();
        for (const { name, value } of items) localStorage.setItem(name, value);
      },
      golfer === null ? [] : keptOf(golfer),
    );
    await this.looksAsAtFirst();
    this.faults.forget();
  }

  /** Whether another story can use it: a phone in portrait mode, for which no fault was excused. */
  get isOrdinary(): boolean {
    return this.options.viewport === PHONE.viewport && !this.faults.areExcused && !this.page.isClosed();
  }

  /** Has its first size and theme again, on a screen. */
  async looksAsAtFirst(): Promise<void> {
    const { page, options } = this;
    if (options.viewport) await page.setViewportSize(options.viewport);
    await page.emulateMedia({ media: null, forcedColors: null, colorScheme: options.colorScheme });
  }

  /** Closes the page as if the system had killed it, and opens a new one with the same storage. */
  async killsTab(): Promise<Page> {
    await this.page.close({ runBeforeUnload: false });
    this.page = await this.context.newPage();
    return this.page;
  }
}

/** The storage of a browser in which a golfer is signed in. */
export function signedIn(golfer: Golfer, base: string): BrowserContextOptions['storageState'] {
  return { cookies: [], origins: [{ origin: base, localStorage: keptOf(golfer) }] };
}

/** What the client stores for a signed-in golfer. */
function keptOf({ token, id }: Golfer): { name: string; value: string }[] {
  return [
    { name: 'fairmark.token', value: token },
    { name: 'fairmark.user', value: id },
  ];
}

/** A golfer with a phone. `api` acts for the golfer over HTTP in stories about another one. */
export class Player {
  constructor(
    readonly api: Golfer,
    readonly phone: Phone,
  ) {}

  get page(): Page {
    return this.phone.page;
  }

  get name(): string {
    return this.api.profile.name;
  }

  get id(): string {
    return this.api.id;
  }

  opens(path: string): Promise<Page> {
    return this.phone.opens(path);
  }
}
