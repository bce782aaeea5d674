import type { Page } from 'playwright-core';
import { button, heading, taps } from '../hands.js';
import { sees } from '../sees.js';
import type { Tour } from '../tour.js';
import { at, dialog, opens, type View } from './view.js';

const NEW = at('/clubhouse/new-competition');
const running = (tour: Tour) => `/clubhouse/competitions/${tour.running}`;
const over = (tour: Tour) => `/clubhouse/competitions/${tour.over}`;
const settings = opens('Settings', 'Settings');
const asks = async (page: Page) => {
  await settings(page);
  await opens('Delete competition', 'Delete competition')(page);
};

/** Competitions: the list, the form, and one as its host and its members see it. */
export const COMPETITIONS: readonly View[] = [
  { name: 'competitions', who: ({ organiser }) => organiser, path: at('/clubhouse/competitions') },
  { name: 'competitions-empty', who: ({ newcomer }) => newcomer, path: at('/clubhouse/competitions') },
  { name: 'new-competition', who: ({ newcomer }) => newcomer, path: NEW },
  {
    name: 'new-competition-mistakes',
    who: ({ newcomer }) => newcomer,
    path: NEW,
    shows: async (page) => {
      const name = page.getByLabel('Competition name');
      await name.fill('x');
      await name.fill('');
      await name.blur();
      const monday = page.getByRole('checkbox', { name: 'Monday' });
      await monday.check();
      await monday.uncheck();
      await opens('Add players', 'Add players')(page);
      await taps(page, 'Done');
      await sees(page.getByText(/^Still needed: a name, a course/));
    },
  },
  {
    name: 'new-competition-course',
    who: ({ newcomer }) => newcomer,
    path: NEW,
    shows: async (page) => {
      await taps(page, 'Choose a course');
      await page.getByRole('combobox', { name: 'Course' }).fill('Proof');
      await sees(page.getByRole('option', { name: /Proof/ }));
    },
  },
  {
    name: 'new-competition-players',
    who: ({ newcomer }) => newcomer,
    path: NEW,
    shows: async (page) => {
      await opens('Add players', 'Add players')(page);
      await page.getByRole('combobox', { name: 'Find a golfer' }).fill('Milo Marsh');
      await page.getByRole('option', { name: /Milo Marsh/ }).tap();
      await sees(dialog(page, 'Add players').getByText('1 player added'));
    },
  },
  { name: 'competition-host', who: ({ organiser }) => organiser, path: running },
  { name: 'competition-member', who: ({ member }) => member, path: running },
  {
    name: 'competition-player',
    who: ({ member }) => member,
    path: running,
    shows: async (page) => {
      await button(page, /^Milo Marsh/).tap();
      await sees(page.getByRole('table', { name: 'Totals' }));
    },
  },
  {
    name: 'competition-player-none',
    who: ({ member }) => member,
    path: running,
    shows: async (page) => {
      await button(page, /^Ed Eagle/).tap();
      await sees(page.getByRole('dialog').getByText('Not opened yet'));
    },
  },
  {
    name: 'competition-leave',
    who: ({ member }) => member,
    path: running,
    shows: opens('Leave competition', 'Leave competition'),
  },
  { name: 'competition-settings', who: ({ organiser }) => organiser, path: running, shows: settings },
  {
    name: 'competition-remove-player',
    who: ({ organiser }) => organiser,
    path: running,
    shows: async (page) => {
      await settings(page);
      await opens(/^Remove Gil Green/, 'Remove player')(page);
    },
  },
  { name: 'competition-delete', who: ({ organiser }) => organiser, path: running, shows: asks },
  {
    name: 'competition-finished',
    who: ({ member }) => member,
    path: over,
    shows: (page) => sees(heading(page, 'Competition finished')),
  },
  {
    name: 'competition-finished-player',
    who: ({ organiser }) => organiser,
    path: over,
    shows: async (page) => {
      await button(page, /^Milo Marsh/).tap();
      await sees(page.getByRole('table', { name: 'Totals' }));
    },
  },
  { name: 'competition-finished-settings', who: ({ organiser }) => organiser, path: over, shows: settings },
  {
    name: 'competition-unknown',
    who: ({ newcomer }) => newcomer,
    path: running,
    shows: (page) => sees(page.getByText('No competition found.')),
  },
];
