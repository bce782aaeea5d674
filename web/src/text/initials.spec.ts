import { initialsOf } from './initials.js';

it.each([
  ['Karrie Webb', 'KW'],
  ['Élodie van der Berg', 'ÉB'],
  ['  jo ', 'J'],
  ['😀 Smith', '😀S'],
  ['', '?'],
])('%p is %p', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
