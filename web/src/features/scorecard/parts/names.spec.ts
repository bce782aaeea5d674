import { scoreWords } from '../../../golf/score/score-texts.js';
import { called, holeList, holesText, possessive } from './names.js';
import { listed } from '../../../text/words.js';
import { ALEX } from '../../../outbox/testing/match.js';
import { SAM } from '../testing/cards.js';

test('calls golfers by the first name, the one who looks "you"', () => {
  expect([called(SAM, 'sam'), called(ALEX, 'sam')]).toEqual(['you', 'Alex']);
  expect([possessive(SAM, 'sam'), possessive(ALEX, 'sam')]).toEqual(['your', "Alex's"]);
});

test.each([
  [[], ''],
  [[3], '3'],
  [[5, 3], '3 and 5'],
  [[1, 2], '1 and 2'],
  [[3, 5, 7, 8, 9, 10], '3, 5 and 7 to 10'],
])('holes %j are %s', (numbers, text) => {
  expect(holeList(numbers)).toBe(text);
});

test('names one hole and several', () => {
  expect(holesText([4])).toBe('hole 4');
  expect(holesText([4, 9])).toBe('holes 4 and 9');
  expect(listed(['Alex'])).toBe('Alex');
});

test.each([
  [{ strokes: 5, noScore: false }, '5'],
  [{ strokes: null, noScore: true }, 'No Score'],
  [null, '–'],
])('%j is written %s', (entry, text) => {
  expect(scoreWords(entry)).toBe(text);
});
