import { greetingAt } from './greeting.js';

it.each([
  [3, 'Good evening'],
  [4, 'Good morning'],
  [11, 'Good morning'],
  [12, 'Good afternoon'],
  [17, 'Good afternoon'],
  [18, 'Good evening'],
])('the greeting at %i o’clock is %s', (hour, words) => {
  expect(greetingAt(hour)).toBe(words);
});
