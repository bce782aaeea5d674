import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { BROWSER_DATA } from './support/chromium.js';
import { DESKTOP, PHONE } from './support/player.js';
import { buildClient, Stage } from './support/stage.js';
import { seedTour, type Tour } from './support/tour.js';
import { VIEWS } from './support/views/views.js';
import type { View } from './support/views/view.js';

const FOLDER = path.join(path.dirname(BROWSER_DATA), 'screens');
const SIZES = {
  phone: { ...PHONE, deviceScaleFactor: 2 },
  desktop: { ...DESKTOP, hasTouch: true },
  wall: { ...DESKTOP, viewport: { width: 1920, height: 1080 } },
} as const;
const THEMES = ['light', 'dark'] as const;

/**
 * `npm run screens [part of a name]`: pictures of every state of every page, on a phone and on a desktop, light and dark, from a
 * stack of its own.
 */
const [wanted = ''] = process.argv.slice(2);
await buildClient();
const stage = await Stage.start();
try {
  const tour = await seedTour(stage);
  if (wanted === '') rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const missed: string[] = [];
  const wantedViews = VIEWS.filter(({ name }) => name.includes(wanted));
  const pictures = wantedViews.flatMap((view) => sizesOf(view).map((size) => ({ view, size })));
  for (const { view, size } of pictures) {
    await picture(view, size, tour).catch((error: unknown) => missed.push(`${view.name}, ${size}: ${String(error)}`));
    await stage.putAway();
  }
  console.log(FOLDER);
  for (const line of missed) console.error(`Not taken: ${line}`);
  if (missed.length > 0) process.exitCode = 1;
} finally {
  await stage.stop();
}

function sizesOf({ phoneOnly, wallOnly }: View): readonly (keyof typeof SIZES)[] {
  if (wallOnly === true) return ['wall'];
  return phoneOnly === true ? ['phone'] : ['phone', 'desktop'];
}

async function picture(view: View, size: keyof typeof SIZES, tour: Tour): Promise<void> {
  const who = view.who(tour);
  const phone = await (who === null ? stage.phone(SIZES[size]) : stage.phoneOf(who, SIZES[size]));
  const page = await phone.opensWhole(view.path(tour));
  await view.shows?.(page);
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({
      path: path.join(FOLDER, `${view.name}-${size}-${colorScheme}.png`),
      // What is fixed to the window stands where a golfer sees it.
      fullPage: size === 'phone' && view.shows === undefined,
      animations: 'disabled',
    });
  }
}
