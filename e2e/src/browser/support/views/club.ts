import type { Page } from 'playwright-core';
import { button, heading, taps } from '../hands.js';
import { sees } from '../sees.js';
import { dialog, opens, says, view, withStates, type View } from './view.js';

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

const NEW = '/clubhouse/new-competition';
const RUNNING = '/clubhouse/competitions/:running';
const OVER = '/clubhouse/competitions/:over';
const settings = opens('Settings', 'Settings');
const milosCard = async (page: Page) => {
  await button(page, /Milo Marsh/).tap();
  await sees(dialog(page, /^Milo Marsh/));
};

/** Competitions: the list, the form, and one as its host and its members see it. */
export const COMPETITIONS: readonly View[] = [
  view('competitions', 'organiser', '/clubhouse/competitions'),
  view('competitions-empty', 'newcomer', '/clubhouse/competitions'),
  withStates(view('new-competition', 'newcomer', NEW), {
    'new-competition-mistakes': async (page) => {
      const name = page.getByLabel('Competition name');
      await name.fill('x');
      await name.fill('');
      await name.blur();
      const monday = page.getByRole('checkbox', { name: 'Monday' });
      await monday.check();
      await monday.uncheck();
      await sees(page.getByText(/^Still needed: a name, a course/));
    },
    'new-competition-course': async (page) => {
      await page.getByRole('combobox', { name: 'Course' }).fill('Proof');
      await sees(page.getByRole('option', { name: /Proof/ }));
    },
    'new-competition-players': async (page) => {
      await page.getByRole('combobox', { name: 'Find a golfer' }).fill('Milo Marsh');
      await page.getByRole('option', { name: /Milo Marsh/ }).tap();
      await sees(button(page, /^Remove Milo Marsh/));
    },
  }),
  withStates(view('competition-host', 'organiser', RUNNING), {
    'competition-settings': settings,
    'competition-remove-player': async (page) => {
      await settings(page);
      await opens(/^Remove Gil Green/, 'Remove player')(page);
    },
    'competition-delete': async (page) => {
      await settings(page);
      await opens('Delete competition', 'Delete competition')(page);
    },
  }),
  withStates(view('competition-member', 'member', RUNNING), {
    'competition-leave': opens('Leave competition', 'Leave competition'),
    'competition-player': milosCard,
    'competition-details': async (page) => {
      await page.getByText('Details').tap();
      await sees(page.getByText('Last day'));
    },
    'competition-yet-to-play': async (page) => {
      await page.getByText('7 yet to play').tap();
      await sees(page.getByText('Ed Eagle'));
    },
  }),
  view('competition-finished', 'member', OVER, (page) => sees(heading(page, 'Competition finished'))),
  view('competition-finished-player', 'organiser', OVER, milosCard),
  view('competition-finished-settings', 'organiser', OVER, settings),
  view('competition-unknown', 'newcomer', RUNNING, says('No competition found.')),
];
