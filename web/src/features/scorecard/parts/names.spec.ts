import { holeList } from './names.js';

test.each([
  [[], ''],
  [[3], '3'],
  [[5, 3], '3 and 5'],
  [[1, 2], '1 and 2'],
  [[3, 5, 7, 8, 9, 10], '3, 5 and 7 to 10'],
])('holes %j are %s', (numbers, text) => {
  expect(holeList(numbers)).toBe(text);
});
