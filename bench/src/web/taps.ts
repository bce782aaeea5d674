import type { Page } from 'playwright-core';

/** Factor by which the simulated phone is slower than this machine. */
export const SLOWDOWN = 4;

declare global {
  interface Window {
    /** Milliseconds from each tap to its painted response. */
    fairmarkTaps?: number[];
  }
}

/** Throttles the page's processor, as Lighthouse does for a mid-range phone. */
export async function slowDown(page: Page, rate = SLOWDOWN): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate });
}

/** Times every further click of this document, from the event to the frame that paints a new text of these elements. */
export async function timeTaps(page: Page, selector: string): Promise<void> {
  await page.evaluate((shown) => {
    const taps: number[] = [];
    window.fairmarkTaps = taps;
    const texts = () => [...document.querySelectorAll(shown)].map(({ textContent }) => textContent).join();
    window.addEventListener(
      'click',
      ({ timeStamp }) => {
        const before = texts();
        const frame = (): void => {
          if (texts() === before) {
            requestAnimationFrame(frame);
            return;
          }
          // A message sent in a frame arrives after that frame was painted.
          const { port1, port2 } = new MessageChannel();
          port1.addEventListener('message', () => taps.push(performance.now() - timeStamp));
          port1.start();
          port2.postMessage(null);
        };
        requestAnimationFrame(frame);
      },
      { capture: true },
    );
  }, selector);
}

/** Performs an action that taps, and returns the time of that tap. */
export async function timed(page: Page, action: () => Promise<void>): Promise<number> {
  const before = await page.evaluate(() => window.fairmarkTaps?.length ?? 0);
  await action();
  const handle = await page.waitForFunction((count) => window.fairmarkTaps?.[count], before);
  const value = await handle.jsonValue();
  if (value === undefined) throw new Error('The tap was not timed');
  return value;
}
