import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { Golfer } from '../../support/golfer.js';
import { Faults } from './faults.js';

/** A phone held upright in Melbourne, whose owner has asked for less motion. */
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  locale: 'en-AU',
  timezoneId: 'Australia/Melbourne',
  reducedMotion: 'reduce',
  colorScheme: 'light',
};

/** A desktop computer at the same place. */
export const DESKTOP: BrowserContextOptions = {
  ...PHONE,
  viewport: { width: 1440, height: 900 },
  isMobile: false,
  hasTouch: false,
};

const STEP_MS = 10_000;

/** A browser of its own storage with one page; signed in if it belongs to a golfer. */
export class Phone {
  private constructor(
    readonly context: BrowserContext,
    readonly faults: Faults,
    readonly base: string,
    private readonly options: BrowserContextOptions,
    public page: Page,
  ) {}

  /** Takes a phone into the hand. Nothing is opened yet. */
  static async take(browser: Browser, base: string, options: BrowserContextOptions = PHONE): Promise<Phone> {
    const context = await browser.newContext({ ...options, baseURL: base });
    context.setDefaultTimeout(STEP_MS);
    const faults = new Faults(base);
    faults.watch(context);
    return new Phone(context, faults, base, options, await context.newPage());
  }

  /** Opens an address of the product and waits until its page stands. */
  async opens(path: string): Promise<Page> {
    await this.page.goto(path, { waitUntil: 'load' });
    // Not by its role, which it has not while a dialog that came by itself stands over the page.
    await this.page.locator('h1').first().waitFor();
    return this.page;
  }

  /** Opens an address and waits as well for what the page loads after it stands: the menu, dialogs, fonts. */
  async opensWhole(path: string): Promise<Page> {
    const page = await this.opens(path);
    await page.waitForLoadState('networkidle');
    await page.evaluate(() => document.fonts.ready);
    return page;
  }

  /**
   * Gives the phone into other hands, or signs it out: nothing of the golfer before is left on it. Quicker than another phone,
   * because the browser keeps what it has loaded and compiled.
   */
  async handsTo(golfer: Golfer | null): Promise<void> {
    const { page, context, options } = this;
    await context.setOffline(false);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // A file of the product that has no scripts, so that nothing writes any more.
    await page.goto('/robots.txt');
    await page.evaluate(
      (items) => {
        localStorage.clear();
        for (const { name, value } of items) localStorage.setItem(name, value);
      },
      golfer === null ? [] : keptOf(golfer),
    );
    if (options.viewport) await page.setViewportSize(options.viewport);
    await page.emulateMedia({ colorScheme: options.colorScheme });
    this.faults.forget();
  }

  /** Closes the page as if the system had killed it, and takes a fresh one with the same storage. */
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

/** What the client keeps of a signed-in golfer. */
function keptOf({ token, id }: Golfer): { name: string; value: string }[] {
  return [
    { name: 'fairmark.token', value: token },
    { name: 'fairmark.user', value: id },
  ];
}

/** A golfer with a phone in hand: `api` speaks for her over HTTP where a story is about another golfer. */
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
