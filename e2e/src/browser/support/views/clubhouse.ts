import { taps } from '../hands.js';
import { opens, view, withStates, type View } from './view.js';

const courses = opens(/Show another course$/, 'Show another course');

export const CLUBHOUSE: readonly View[] = [
  view('clubhouse', 'signer', '/clubhouse?course=:course'),
  withStates(view('leaderboard', 'signer', '/clubhouse/leaderboard?course=:course'), {
    'leaderboard-courses': courses,
  }),
  view('leaderboard-no-course', 'newcomer', '/clubhouse/leaderboard'),
  withStates(view('history', 'signer', '/clubhouse/your-rounds-history'), {
    'history-form': async (page) => {
      const form = page.locator('details').first();
      if ((await form.getAttribute('open')) === null) await form.locator('summary').first().click();
      await page.getByRole('img', { name: /^Points per round/ }).click();
    },
  }),
  view('history-corrected', 'correctedGolfer', '/clubhouse/your-rounds-history'),
  view('history-empty', 'newcomer', '/clubhouse/your-rounds-history'),
  view('unsigned-rounds', 'finisher', '/clubhouse/your-rounds-unsigned'),
  withStates(view('eclectic', 'signer', '/clubhouse/your-eclectic-round?course=:course'), {
    'eclectic-courses': courses,
    'eclectic-hole': (page) => taps(page, 'Hole 9'),
  }),
  view('history-courses', 'organiser', '/clubhouse/your-rounds-history?course=:course', courses),
  view('unsigned-rounds-none', 'newcomer', '/clubhouse/your-rounds-unsigned'),
  view('eclectic-empty', 'newcomer', '/clubhouse/your-eclectic-round?course=:course'),
];
