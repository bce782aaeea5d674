import { eventually } from '@fairmark/events/testing/eventually';
import type { WebDriver, WebElement } from 'selenium-webdriver';
import type { Golfer } from '../support/golfer.js';

const STEP_MS = 10_000;
const HEIGHT = 844;

/** A golfer's phone: a browser of WebKit in which the golfer is signed in. */
export class Phone {
  private constructor(
    readonly driver: WebDriver,
    private readonly golfer: Golfer,
  ) {}

  static async of(golfer: Golfer, driver: WebDriver): Promise<Phone> {
    await driver.manage().window().setRect({ x: 0, y: 0, width: 390, height: HEIGHT });
    await driver.get(`${golfer.base}/robots.txt`);
    const signIn = `[localStorage['fairmark.token'], localStorage['fairmark.user']] = arguments`;
    await driver.executeScript(signIn, golfer.token, golfer.id);
    return new Phone(driver, golfer);
  }

  /** Opens a page of the product and waits for its heading. */
  async opens(page: string): Promise<void> {
    await this.driver.get(this.golfer.base + page);
    const isOpen = `return location.pathname === arguments[0] && document.querySelector('h1') !== null`;
    await this.until(`opens ${page}`, () => this.driver.executeScript(isOpen, page));
  }

  /**
   * Opens the home page and resumes the round. The hint of a start that has just arrived may lead there at any moment,
   * so the page itself presses: a tap could hit the hole.
   */
  async resumes(): Promise<void> {
    await this.driver.get(this.golfer.base);
    const press = `Array.from(document.links).find((link) => link.textContent.startsWith('Resume Round'))?.click();
      return location.pathname.startsWith('/score/')`;
    await this.until('resumes the round', () => this.driver.executeScript(press));
  }

  /** Waits for a visible text. */
  async sees(text: string): Promise<void> {
    const seen = 'return document.body.innerText.includes(arguments[0])';
    await this.until(`sees ${text}`, () => this.driver.executeScript(seen, text));
  }

  /** Makes the window this wide and waits until the page does not scroll sideways. */
  async fits(page: string, width: number): Promise<void> {
    await this.driver.manage().window().setRect({ x: 0, y: 0, width, height: HEIGHT });
    const fits = `const { clientWidth, scrollWidth } = document.documentElement;
      return clientWidth === arguments[0] && scrollWidth <= clientWidth`;
    await this.until(`sees ${page} fit into ${width} px`, () => this.driver.executeScript(fits, width));
  }

  /** Taps the button, link or tab whose name begins with a text. */
  async taps(name: string, within = 'body'): Promise<void> {
    await this.until(`taps ${name}`, async () => {
      const found = await this.driver.executeScript<WebElement | null>(
        `return Array.from(document.querySelectorAll('button, a, [role=tab]')).find((element) =>
          element.closest(arguments[1]) && element.checkVisibility() && element.ariaDisabled !== 'true' &&
          (element.getAttribute('aria-label') ?? element.textContent).trim().startsWith(arguments[0])) ?? null`,
        name,
        within,
      );
      // Cannot be clicked while it is covered or being replaced.
      return (
        (await found?.click().then(
          () => true,
          () => false,
        )) ?? false
      );
    });
  }

  /** Taps a key once the active row has no score, and waits for the number in its well. */
  async enters(strokes: number): Promise<void> {
    let row = -1;
    await this.until('has a row without a score', async () => {
      row = await this.driver.executeScript<number>(
        `return Array.from(document.querySelectorAll('[role=tab]')).findIndex((row) => row.dataset.active === 'true' &&
          row.querySelector('[data-part=well]')?.innerText.startsWith('–'))`,
      );
      return row >= 0;
    });
    await this.taps(`${strokes} `, '[data-pad]');
    const entered = `const well = document.querySelectorAll('[data-part=well]')[arguments[0]];
      return well?.innerText.startsWith(arguments[1])`;
    await this.until(`has ${strokes} in the well`, () => this.driver.executeScript(entered, row, `${strokes}`));
  }

  private until(what: string, condition: () => Promise<boolean>): Promise<void> {
    return eventually(condition, `${this.golfer.profile.name} ${what}`, STEP_MS);
  }
}
