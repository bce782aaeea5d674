import { countbackWords } from './result-words.js';
import { dayWords, shortDay } from '../text/dates.js';

it('a day is written as on the course, whatever the phone’s time zone', () => {
  expect(dayWords('2026-11-14')).toBe('Sat, 14 Nov 2026');
  expect(shortDay('2026-11-01')).toBe('1 Nov 2026');
});

it.each([
  [null, 'Jo Tran', null],
  ['last9', 'Jo Tran', 'Ahead of Jo Tran on countback, last\u00a09'],
  ['hole17', undefined, 'Ahead of the next place on countback, hole\u00a017'],
])('a countback names the golfer behind and what decided it: %s', (decidedBy, next, text) => {
  expect(countbackWords(decidedBy === null ? null : { decidedBy }, next)).toBe(text);
});
