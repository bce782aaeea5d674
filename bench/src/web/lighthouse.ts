import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchForTools } from '@fairmark/e2e/browser/chromium';
import type { Golfer } from '@fairmark/e2e/support/golfer';
import { freePort } from '@fairmark/tools';
import lighthouse from 'lighthouse';
import type { BrowserContext } from 'playwright-core';

const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;

/** Results of a visit: scores from 0 to 100, times in milliseconds, CLS without unit, transfer in bytes. */
export interface Visit {
  performance: number;
  accessibility: number;
  bestPractices: number;
  fcp: number;
  lcp: number;
  tbt: number;
  cls: number;
  bytes: number;
  requests: number;
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

  /** Visits an address, signed in or not, and returns the results. */
  async visit(base: string, address: string, who: Golfer | null): Promise<Visit> {
    await this.signIn(base, who);
    const result = await lighthouse(`${base}${address}`, {
      port: this.port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: [...CATEGORIES],
    });
    if (result === undefined) throw new Error(`Lighthouse says nothing of ${address}`);
    const { lhr } = result;
    if (lhr.runtimeError !== undefined) throw new Error(`${address}: ${lhr.runtimeError.message}`);
    const arrived = new URL(lhr.finalDisplayedUrl).pathname;
    if (arrived !== new URL(`${base}${address}`).pathname) throw new Error(`${address} led to ${arrived}`);
    const of = (audit: string): number => lhr.audits[audit]?.numericValue ?? Number.NaN;
    const score = (category: string): number => Math.round((lhr.categories[category]?.score ?? Number.NaN) * 100);
    const network = lhr.audits['network-requests']?.details;
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      fcp: of('first-contentful-paint'),
      lcp: of('largest-contentful-paint'),
      tbt: of('total-blocking-time'),
      cls: of('cumulative-layout-shift'),
      bytes: of('total-byte-weight'),
      requests: network?.type === 'table' ? network.items.length : Number.NaN,
    };
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
