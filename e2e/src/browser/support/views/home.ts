import { sees } from '../sees.js';
import { dialog, opens, view, withStates, type View } from './view.js';

/** The first page with its dialogs, and support. */
export const HOME: readonly View[] = [
  withStates(view('home', 'newcomer', '/'), { 'home-menu': opens('Menu', 'Menu') }, { phoneOnly: true }),
  view('home-again', 'signer', '/'),
  view('home-running', 'organiser', '/'),
  view('home-unsigned', 'onceSigned', '/'),
  view('home-to-sign', 'finisher', '/'),
  view('home-round', 'player', '/?from=views'),
  view('home-lobby', 'host', '/?from=views'),
  view('home-invitation', 'invited', '/', (page) => sees(dialog(page, 'Invitation!'))),
  view('home-lobby-ended', 'newcomer', '/?lobby-ended=true', (page) => sees(dialog(page, 'Round set-up ended'))),
  view('resume-bar', 'player', '/clubhouse', (page) =>
    sees(page.getByRole('link', { name: /^Resume Round Hole 5 · Proof Links/ })),
  ),
  view('support', 'newcomer', '/support'),
  view('about', 'visitor', '/about'),
  view('terms', 'visitor', '/terms'),
  view('privacy', 'newcomer', '/privacy'),
];
