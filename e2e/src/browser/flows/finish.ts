import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { twoBall } from '../support/rounds.js';
import { button, heading, taps } from '../support/hands.js';
import { comesTo, sees, seesNo } from '../support/sees.js';
import type { Flows } from '../support/stage.js';

/** Byte offsets of width and height in a PNG. */
const WIDTH_AT = 16;
const HEIGHT_AT = 20;

/** The end of a round, after the last signature. */
export const finish: Flows = {
  'shows the total, then the place of the day, and a picture to save or to share': async (stage) => {
    const [arthur, bella, matchId] = await twoBall(stage, { matchType: 'STABLEFORD', holes: 18 });
    await arthur.page.setViewportSize({ width: 320, height: 640 });
    const page = await arthur.opens(`/${matchId}/scorecard`);
    await sees(heading(page, 'Your round'), button(page, 'Verify & sign'));
    const before = await belowTitle(page);
    await taps(page, 'Verify & sign');
    await sees(heading(page, 'Verified and signed by you'));
    expect(await belowTitle(page)).toBe(before);
    await bella.api.signs(matchId);
    await sees(page.getByText(/your handicap/));
    await sees(page.getByText(/(of \d+|First card in) today$/));
    await taps(page, 'Share');
    await sees(page.getByRole('img', { name: /^Scorecard of Arthur.*Strokes by hole: 5, 3, 4/ }));
    const arrives = page.waitForEvent('download');
    await taps(page, 'Save picture');
    const download = await arrives;
    expect(download.suggestedFilename()).toMatch(/^Scorecard Proof Links .*\.png$/);
    const picture = readFileSync(await download.path());
    expect([picture.readUInt32BE(WIDTH_AT), picture.readUInt32BE(HEIGHT_AT)]).toEqual([1080, 1350]);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
    // A headless browser has no share sheet: keep what it would receive.
    await page.evaluate(() => {
      const shared: ShareData[] = [];
      Object.assign(window, { shared });
      navigator.canShare = ({ files = [] } = {}) => files.length > 0;
      navigator.share = async (data) => void shared.push(data ?? {});
    });
    await taps(page, 'Share');
    await taps(page, 'Share picture');
    const shared = await page.evaluate(async () => {
      const [{ files }] = Reflect.get(window, 'shared') as [{ files: [File] }];
      const [file] = files;
      return [(await createImageBitmap(file)).width, file.type] as const;
    });
    expect(shared).toEqual([1080, 'image/png']);
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('link', { name: 'Leaderboard', exact: true }).tap();
    // The day at the course, also where that is today: a phone's clock may be in another time zone.
    await comesTo(page, /^\/clubhouse\/leaderboard\?course=.*&day=/);
    const row = page.getByRole('listitem').filter({ hasText: arthur.name });
    await page.emulateMedia({ media: 'print' });
    await sees(row);
    await seesNo(row.locator('svg'));
  },
};

/** How far the result is below the page's title, in px. */
async function belowTitle(page: Page): Promise<number> {
  const [title, result] = [heading(page, 'Scorecard'), heading(page, 'Your round')];
  return ((await result.boundingBox())?.y ?? 0) - ((await title.boundingBox())?.y ?? 0);
}
