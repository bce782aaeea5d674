import { MESSAGES } from '@fairmark/contract';
import { counted, initialsOf, ordinal, joinWords, shortName, shortNames, signed } from './words.js';

it.each([
  ['Alex Tran', 'Alex'],
  ['  Jo  ', 'Jo'],
  ['Mary-Jane van der Berg', 'Mary-Jane'],
  [MESSAGES.deletedPlayer, MESSAGES.deletedPlayer],
])('%s is called %s', (fullName, name) => {
  expect(shortName({ id: 'one', fullName })).toBe(name);
  expect(shortName({ id: 'one', fullName, sharesFirstName: true })).toBe(fullName);
});

it('names golfers who share a first name in full', () => {
  const names = ['Tom Tran', 'Alex Kerr', 'Tom de Wit', MESSAGES.deletedPlayer, MESSAGES.deletedPlayer];
  expect(shortNames(names)).toEqual(['Tom Tran', 'Alex', 'Tom de Wit', MESSAGES.deletedPlayer, MESSAGES.deletedPlayer]);
  expect(shortNames(['Sam Reid', 'Sam Reid'])).toEqual(['Sam Reid', 'Sam Reid']);
});

it('ends a name written from right to left with a mark that keeps the number after it', () => {
  expect(shortNames(['רחל לוי', 'Alex Kerr'])).toEqual(['רחל\u200e', 'Alex']);
  expect(shortName({ id: 'one', fullName: 'أحمد' })).toBe('أحمد\u200e');
});

it.each([
  [3, '+3'],
  [0, '0'],
  [-0, '0'],
  [-2, '−2'],
])('%d is written %s', (value, text) => {
  expect(signed(value)).toBe(text);
});

it('writes a number with its noun', () => {
  expect([0, 1, 12_400].map((many) => counted(many, 'round'))).toEqual(['0 rounds', '1 round', '12,400 rounds']);
});

it('joins the texts that are not empty', () => {
  expect([joinWords(['You', '', '1 round']), joinWords(['', '']), joinWords(['a', 'b'], ', ')]).toEqual([
    'You · 1 round',
    '',
    'a, b',
  ]);
});

it('writes ordinal numbers', () => {
  expect([1, 2, 3, 4, 11, 22].map(ordinal)).toEqual(['1st', '2nd', '3rd', '4th', '11th', '22nd']);
});

it.each([
  ['Karrie Webb', 'KW'],
  ['Élodie van der Berg', 'ÉB'],
  ['  jo ', 'J'],
  ['😀 Smith', '😀S'],
  ['', '?'],
])('the initials of %p are %p', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
