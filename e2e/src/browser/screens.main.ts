import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContextOptions } from 'playwright-core';
import { BROWSER_DATA } from './support/chromium.js';
import { DESKTOP, PHONE, STILL } from './support/player.js';
import { buildClient, Stage } from './support/stage.js';
import { seedTour, type Tour } from './support/tour.js';
import { VIEWS } from './support/views/views.js';
import { flat, type View } from './support/views/view.js';

const FOLDER = path.join(path.dirname(BROWSER_DATA), 'screens');
/** Widths at which pages are reviewed before they count as finished (docs/style.md), those of phones first. */
const WIDTHS = [320, 390, 768, 1024, 1440, 1840, 2080];
const DESKTOP_FROM = 1024;
const WALL_FROM = 1440;
const THEMES = ['light', 'dark'] as const;

/**
 * `npm run screens [part of a name] [widths]`: screenshots of every state of every page, on a phone and a desktop,
 * light and dark, from a separate stack. Widths: "320,1840", or "all" of {@link WIDTHS}.
 */
const [wanted = '', widths = ''] = process.argv.slice(2);
const SIZES = sizesAsked();
await buildClient();
const stage = await Stage.start();
try {
  const tour = await seedTour(stage);
  if (wanted === '') rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const missed: string[] = [];
  const wantedViews = VIEWS.flatMap(flat).filter(({ name }) => name.includes(wanted));
  const pictures = wantedViews.flatMap((view) => sizesOf(view).map((size) => ({ view, size })));
  for (const { view, size } of pictures) {
    await picture(view, size, tour).catch((error: unknown) =>
      missed.push(`${view.name}, ${size.name}: ${String(error)}`),
    );
    await stage.putAway();
  }
  console.log(FOLDER);
  for (const line of missed) console.error(`Not taken: ${line}`);
  if (missed.length > 0) process.exitCode = 1;
} finally {
  await stage.stop();
}

interface Size {
  /** Part of the picture's name. */
  name: string;
  kinds: readonly ('phone' | 'desktop' | 'wall')[];
  options: BrowserContextOptions;
}

function sizesAsked(): readonly Size[] {
  const phone = { ...PHONE, ...STILL, deviceScaleFactor: 2 };
  const desktop = { ...DESKTOP, ...STILL, hasTouch: true };
  if (widths === '') {
    const wall = { ...DESKTOP, ...STILL, viewport: { width: 1920, height: 1080 } };
    return [
      { name: 'phone', kinds: ['phone'], options: phone },
      { name: 'desktop', kinds: ['desktop'], options: desktop },
      { name: 'wall', kinds: ['wall'], options: wall },
    ];
  }
  const asked = widths === 'all' ? WIDTHS : widths.split(',').map(Number);
  if (asked.some((width) => !WIDTHS.includes(width))) throw new Error(`Widths are ${WIDTHS.join(', ')}, or all`);
  return asked.map((width): Size => {
    const viewport = { width, height: width < WALL_FROM ? 844 : Math.round((width * 9) / 16) };
    if (width < DESKTOP_FROM) return { name: String(width), kinds: ['phone'], options: { ...phone, viewport } };
    const kinds = width < WALL_FROM ? (['desktop'] as const) : (['desktop', 'wall'] as const);
    return { name: String(width), kinds, options: { ...desktop, viewport } };
  });
}

function sizesOf({ phoneOnly, wallOnly }: View): readonly Size[] {
  const shown = wallOnly === true ? ['wall'] : phoneOnly === true ? ['phone'] : ['phone', 'desktop'];
  return SIZES.filter(({ kinds }) => kinds.some((kind) => shown.includes(kind)));
}

async function picture(view: View, { name, kinds, options }: Size, tour: Tour): Promise<void> {
  const who = view.who(tour);
  const phone = await (who === null ? stage.phone(options) : stage.phoneOf(who, options));
  const page = await phone.opensWhole(view.path(tour));
  await view.shows?.(page);
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({
      path: path.join(FOLDER, `${view.name}-${name}-${colorScheme}.png`),
      // In a full-page picture, elements fixed to the window would be misplaced.
      fullPage: kinds.includes('phone') && view.shows === undefined,
      animations: 'disabled',
    });
  }
}
