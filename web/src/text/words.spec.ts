import { MESSAGES } from '@fairmark/contract';
import { firstName, signed } from './words.js';

it.each([
  ['Alex Tran', 'Alex'],
  ['  Jo  ', 'Jo'],
  ['Mary-Jane van der Berg', 'Mary-Jane'],
  [MESSAGES.deletedPlayer, MESSAGES.deletedPlayer],
])('%s is called %s', (fullName, name) => {
  expect(firstName(fullName)).toBe(name);
});

it.each([
  [3, '+3'],
  [0, '0'],
  [-0, '0'],
  [-2, '−2'],
])('%d is written %s', (value, text) => {
  expect(signed(value)).toBe(text);
});
