import type { Page } from 'playwright-core';
import { button, heading } from '../hands.js';
import { sees } from '../sees.js';
import { opens, says, view, type View } from './view.js';

const NEW = '/clubhouse/new-competition';
const RUNNING = '/clubhouse/competitions/:running';
const OVER = '/clubhouse/competitions/:over';
const settings = opens('Settings', 'Settings');
const milosCard = async (page: Page) => {
  await button(page, /Milo Marsh/).tap();
  await sees(page.getByRole('table', { name: 'Totals' }));
};

/** Competitions: the list, the form, and one as its host and its members see it. */
export const COMPETITIONS: readonly View[] = [
  view('competitions', 'organiser', '/clubhouse/competitions'),
  view('competitions-empty', 'newcomer', '/clubhouse/competitions'),
  view('new-competition', 'newcomer', NEW),
  view('new-competition-mistakes', 'newcomer', NEW, async (page) => {
    const name = page.getByLabel('Competition name');
    await name.fill('x');
    await name.fill('');
    await name.blur();
    const monday = page.getByRole('checkbox', { name: 'Monday' });
    await monday.check();
    await monday.uncheck();
    await sees(page.getByText(/^Still needed: a name, a course/));
  }),
  view('new-competition-course', 'newcomer', NEW, async (page) => {
    await page.getByRole('combobox', { name: 'Course' }).fill('Proof');
    await sees(page.getByRole('option', { name: /Proof/ }));
  }),
  view('new-competition-players', 'newcomer', NEW, async (page) => {
    await page.getByRole('combobox', { name: 'Find a golfer' }).fill('Milo Marsh');
    await page.getByRole('option', { name: /Milo Marsh/ }).tap();
    await sees(button(page, /^Remove Milo Marsh/));
  }),
  view('competition-host', 'organiser', RUNNING),
  view('competition-member', 'member', RUNNING),
  view('competition-player', 'member', RUNNING, milosCard),
  view('competition-details', 'member', RUNNING, async (page) => {
    await page.getByText('Details').tap();
    await sees(page.getByText('Last day'));
  }),
  view('competition-yet-to-play', 'member', RUNNING, async (page) => {
    await page.getByText('7 yet to play').tap();
    await sees(page.getByText('Ed Eagle'));
  }),
  view('competition-leave', 'member', RUNNING, opens('Leave competition', 'Leave competition')),
  view('competition-settings', 'organiser', RUNNING, settings),
  view('competition-remove-player', 'organiser', RUNNING, async (page) => {
    await settings(page);
    await opens(/^Remove Gil Green/, 'Remove player')(page);
  }),
  view('competition-delete', 'organiser', RUNNING, async (page) => {
    await settings(page);
    await opens('Delete competition', 'Delete competition')(page);
  }),
  view('competition-finished', 'member', OVER, (page) => sees(heading(page, 'Competition finished'))),
  view('competition-finished-player', 'organiser', OVER, milosCard),
  view('competition-finished-settings', 'organiser', OVER, settings),
  view('competition-unknown', 'newcomer', RUNNING, says('No competition found.')),
];
