import { taps } from '../hands.js';
import { opens, view, type View } from './view.js';

const courses = opens(/Show another course$/, 'Show another course');

export const CLUBHOUSE: readonly View[] = [
  view('clubhouse', 'signer', '/clubhouse?course=:course'),
  view('leaderboard', 'signer', '/clubhouse/leaderboard?course=:course'),
  view('leaderboard-no-course', 'newcomer', '/clubhouse/leaderboard'),
  view('leaderboard-courses', 'signer', '/clubhouse/leaderboard?course=:course', courses),
  view('history', 'signer', '/clubhouse/your-rounds-history'),
  view('history-form', 'signer', '/clubhouse/your-rounds-history', async (page) => {
    const form = page.locator('details').first();
    if ((await form.getAttribute('open')) === null) await form.locator('summary').first().click();
    await page.getByRole('img', { name: /^Points per round/ }).click();
  }),
  view('history-corrected', 'putRight', '/clubhouse/your-rounds-history'),
  view('history-empty', 'newcomer', '/clubhouse/your-rounds-history'),
  view('unsigned-rounds', 'finisher', '/clubhouse/your-rounds-unsigned'),
  view('eclectic', 'signer', '/clubhouse/your-eclectic-round?course=:course'),
  view('eclectic-hole', 'signer', '/clubhouse/your-eclectic-round?course=:course', (page) => taps(page, 'Hole 9')),
  view('history-courses', 'organiser', '/clubhouse/your-rounds-history?course=:course', courses),
  view('unsigned-rounds-none', 'newcomer', '/clubhouse/your-rounds-unsigned'),
  view('eclectic-empty', 'newcomer', '/clubhouse/your-eclectic-round?course=:course'),
  view('eclectic-courses', 'signer', '/clubhouse/your-eclectic-round?course=:course', courses),
];
