import { candidatesOf } from './candidates.js';
import { golfer } from './testing/table.js';

const SAM = golfer('Sam Reid');
const ALEX = golfer('Alex Kerr');
const ALAN = golfer('Alan Moss');
const known = [SAM, ALEX];

it.each([
  ['nothing typed: those who are known', { text: '', found: [ALAN] }, [SAM, ALEX]],
  ['known ones of that name first', { text: ' al', found: [ALAN, ALEX] }, [ALEX, ALAN]],
  ['one letter asks nobody', { text: 'a', found: [ALAN] }, [SAM, ALEX]],
  ['nobody who plays already', { text: 'al', found: [ALAN], players: [ALEX] }, [ALAN]],
])('%s', (_, change, offered) => {
  expect(candidatesOf({ known, players: [], ...change })).toEqual(offered);
});
