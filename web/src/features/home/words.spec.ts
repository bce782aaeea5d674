import { dayWords, greetingAt } from './greeting.js';

describe('the greeting', () => {
  it.each([
    [3, 'Good evening'],
    [4, 'Good morning'],
    [11, 'Good morning'],
    [12, 'Good afternoon'],
    [17, 'Good afternoon'],
    [18, 'Good evening'],
  ])('at %i o’clock is %s', (hour, words) => {
    expect(greetingAt(hour)).toBe(words);
  });

  it('names the day', () => {
    expect(dayWords(new Date(2026, 10, 14, 9))).toBe('Saturday 14 November');
  });
});
