import { buildClient, Stage } from '@fairmark/e2e/browser/stage';
import { seedTour, type Tour } from '@fairmark/e2e/browser/tour';
import type { Golfer } from '@fairmark/e2e/support/golfer';
import { commandLine, readOptions } from './run/options.js';
import { machine, median, ms, quantile, say, table } from './run/report.js';
import { serveFloor } from './web/floor.js';
import { COLUMNS, Surveyor } from './web/lighthouse.js';
import { floorTaps, scoreTaps, SLOWDOWN } from './web/taps.js';

/** Visits of each route, and taps on the scoring page. 0 skips that part. */
export const DEFAULTS = { rounds: 5, taps: 180 };

/**
 * `web`: how the built client loads on a mid-range phone with slow 4G (Lighthouse), and how long a tap on the scoring
 * page takes to be painted, compared with an almost empty page from the same server. Prints Markdown tables.
 */
export async function run(args: string[]): Promise<void> {
  const options = readOptions(args, DEFAULTS);
  const { rounds, taps } = options;
  await buildClient();
  const stage = await Stage.start();
  try {
    const floor = await serveFloor(stage);
    try {
      console.log(`${commandLine('web', options)}\n${machine()}, Chromium ${stage.browser.version()}\n`);
      if (rounds > 0) console.log(`${await visits(stage, floor.base, rounds)}\n`);
      if (taps > 0) console.log(await tapTable(stage, floor.base, taps));
    } finally {
      await floor.stop();
    }
  } finally {
    await stage.stop();
  }
}

async function visits(stage: Stage, floor: string, rounds: number): Promise<string> {
  const tour = await seedTour(stage);
  const surveyor = await Surveyor.start();
  try {
    const places = [
      { base: floor, route: 'an almost empty page', path: '/', who: null },
      ...benchRoutes(tour).map((route) => ({ base: stage.base, ...route })),
    ];
    const all = places.map((place) => ({ ...place, visits: [] as number[][] }));
    for (let round = 0; round < rounds; round += 1) {
      for (const { base, path, who, route, visits } of all) {
        say(`round ${round + 1}: ${route}`);
        visits.push(await surveyor.visit(base, path, who));
      }
    }
    return table(
      ['route', ...COLUMNS.map(([title]) => title)],
      all.map(({ route, visits }) => [
        route,
        ...COLUMNS.map(([, , write], at) => write(median(visits.map((visit) => visit[at] ?? Number.NaN)))),
      ]),
    );
  } finally {
    await surveyor.stop();
  }
}

async function tapTable(stage: Stage, floor: string, taps: number): Promise<string> {
  const empty = await floorTaps(stage, floor, taps);
  const { key, next } = await scoreTaps(stage, taps);
  const line = (what: string, times: readonly number[]) => [
    what,
    String(times.length),
    ms(quantile(times, 0.5)),
    ms(quantile(times, 0.95)),
    ms(Math.max(...times)),
  ];
  return table(
    [`tap to paint, processor ${SLOWDOWN} × slower`, 'taps', 'p50', 'p95', 'max'],
    [
      line('an almost empty page', empty),
      line('/score: a key, to the result', key),
      ...(next.length > 0 ? [line('/score: Next hole, to its pad', next)] : []),
    ],
  );
}

/** A page opened by a visitor who has nothing of the product cached. */
interface BenchRoute {
  route: string;
  /** Address of the page. */
  path: string;
  /** The signed-in golfer; null: signed out. */
  who: Golfer | null;
}

/** Every route of the product in a state with content to show. */
function benchRoutes(tour: Tour): BenchRoute[] {
  const golfer = (route: string, who: Golfer, path = route): BenchRoute => ({ route, path, who });
  const anonymous = (route: string, path = route): BenchRoute => ({ route, path, who: null });
  return [
    anonymous('/signin'),
    anonymous('/signup'),
    anonymous('/forgot-password'),
    anonymous('/resend-verification-email'),
    anonymous('/reset-password', '/reset-password?token=unknown'),
    anonymous('/verify-email', '/verify-email'),
    golfer('/', tour.newcomer),
    golfer('/create-lobby', tour.newcomer, '/create-lobby?play-type=competitive'),
    golfer('/lobby', tour.host, `/lobby?id=${tour.lobby}`),
    golfer('/lobby-invitation', tour.guest, `/lobby-invitation?id=${tour.lobby}`),
    golfer('/score/{hole}', tour.player, `/score/5?id=${tour.round}`),
    golfer('/{match}/scorecard', tour.signer, `/${tour.verified}/scorecard`),
    golfer('/account', tour.newcomer),
    golfer('/support', tour.newcomer),
    golfer('/clubhouse', tour.signer),
  ];
}
