import { countbackWords } from './result-words.js';
import { dayWords, shortDay } from '../text/dates.js';

it('a day is written as the course has it, wherever the phone is', () => {
  expect(dayWords('2026-11-14')).toBe('Sat, 14 Nov 2026');
  expect(shortDay('2026-11-01')).toBe('1 Nov 2026');
});

it.each([
  [null, null],
  ['last9', 'Ahead on countback, last\u00a09'],
  ['last 6', 'Ahead on countback, last\u00a06'],
  ['hole17', 'Ahead on countback, hole\u00a017'],
])('a countback names what decided it: %s', (decidedBy, text) => {
  expect(countbackWords(decidedBy === null ? null : { decidedBy })).toBe(text);
});
