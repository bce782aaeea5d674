import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchForTools } from '@fairmark/e2e/browser/chromium';
import type { Golfer } from '@fairmark/e2e/support/golfer';
import { freePort } from '@fairmark/tools';
import lighthouse, { type Result } from 'lighthouse';
import type { BrowserContext } from 'playwright-core';

const CATEGORIES = ['performance', 'accessibility', 'best-practices'];

const score = (category: string) => (result: Result) =>
  Math.round((result.categories[category]?.score ?? Number.NaN) * 100);
const audit = (name: string) => (result: Result) => result.audits[name]?.numericValue ?? Number.NaN;
const whole = (value: number): string => value.toFixed(0);
const seconds = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`;

/** The columns of a visit: what Lighthouse measured, and how it is written. */
export const COLUMNS: [title: string, of: (result: Result) => number, write: (value: number) => string][] = [
  ['performance', score('performance'), whole],
  ['accessibility', score('accessibility'), whole],
  ['practices', score('best-practices'), whole],
  ['FCP', audit('first-contentful-paint'), seconds],
  ['LCP', audit('largest-contentful-paint'), seconds],
  ['TBT', audit('total-blocking-time'), (value) => `${whole(value)} ms`],
  ['CLS', audit('cumulative-layout-shift'), (value) => value.toFixed(3)],
  ['bytes', audit('total-byte-weight'), (value) => `${whole(value / 1_000)} kB`],
  ['requests', requests, whole],
];

function requests({ audits }: Result): number {
  const network = audits['network-requests']?.details;
  return network?.type === 'table' ? network.items.length : Number.NaN;
}

/** A browser driven by Lighthouse, which simulates a mid-range phone on slow 4G with an empty cache. */
export class Surveyor {
  private constructor(
    private readonly context: BrowserContext,
    private readonly port: number,
    private readonly folder: string,
  ) {}

  static async start(): Promise<Surveyor> {
    const folder = mkdtempSync(path.join(tmpdir(), 'fairmark-lighthouse-'));
    const port = await freePort();
    return new Surveyor(await launchForTools(folder, port), port, folder);
  }

  /** Visits an address, signed in or not, and returns a number for each of `COLUMNS`. */
  async visit(base: string, address: string, who: Golfer | null): Promise<number[]> {
    await this.signIn(base, who);
    const result = await lighthouse(`${base}${address}`, {
      port: this.port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: CATEGORIES,
    });
    if (result === undefined) throw new Error(`Lighthouse says nothing of ${address}`);
    const { lhr } = result;
    if (lhr.runtimeError !== undefined) throw new Error(`${address}: ${lhr.runtimeError.message}`);
    const arrived = new URL(lhr.finalDisplayedUrl).pathname;
    if (arrived !== new URL(`${base}${address}`).pathname) throw new Error(`${address} led to ${arrived}`);
    return COLUMNS.map(([, of]) => of(lhr));
  }

  async stop(): Promise<void> {
    await this.context.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Sets the session in local storage, which Lighthouse keeps when it empties the caches before a visit. */
  private async signIn(base: string, who: Golfer | null): Promise<void> {
    const page = await this.context.newPage();
    try {
      // Not a page of the client, so that none of its code runs before the visit.
      await page.goto(`${base}/health/live`);
      const entries = who === null ? [] : [['fairmark.token', who.token] as const, ['fairmark.user', who.id] as const];
      await page.evaluate((kept) => {
        window.localStorage.clear();
        for (const [key, value] of kept) window.localStorage.setItem(key, value);
      }, entries);
    } finally {
      await page.close();
    }
  }
}
