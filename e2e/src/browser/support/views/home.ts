import { sees } from '../sees.js';
import { at, dialog, nobody, opens, type View } from './view.js';

/** The first page with what comes up on it, and support. */
export const HOME: readonly View[] = [
  { name: 'home', who: ({ newcomer }) => newcomer, path: at('/') },
  {
    name: 'home-menu',
    who: ({ newcomer }) => newcomer,
    path: at('/'),
    shows: opens('Menu', 'Menu'),
    phoneOnly: true,
  },
  {
    name: 'home-invitation',
    who: ({ invited }) => invited,
    path: at('/'),
    shows: (page) => sees(dialog(page, 'Invitation!')),
  },
  {
    name: 'home-lobby-ended',
    who: ({ newcomer }) => newcomer,
    path: at('/?lobby-ended=true'),
    shows: (page) => sees(dialog(page, 'Round set-up ended')),
  },
  { name: 'support', who: ({ newcomer }) => newcomer, path: at('/support') },
  { name: 'about', who: nobody, path: at('/about') },
  { name: 'terms', who: nobody, path: at('/terms') },
  { name: 'privacy', who: ({ newcomer }) => newcomer, path: at('/privacy') },
];
