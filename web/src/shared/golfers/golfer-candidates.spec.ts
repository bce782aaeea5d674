import type { PublicUser } from '@fairmark/contract';
import { golferCandidates, isSearch } from './golfer-candidates.js';

const golfer = (fullName: string): PublicUser => {
  return { id: fullName, fullName, handicap: 12.4, handicapForShow: '12.4', avatar: null, homeCourse: null };
};
const SAM = golfer('Sam Reid');
const ALEX = golfer('Alex Kerr');
const ALAN = golfer('Alan Moss');

it.each([
  ['nothing typed: those who are known', { text: '', found: [ALAN] }, [SAM, ALEX]],
  ['known ones of that name first, each once', { text: ' al', found: [ALAN, ALEX] }, [ALEX, ALAN]],
  ['one letter starts no search', { text: 'a', found: [ALAN] }, [SAM, ALEX]],
  ['no golfer who is out of it', { text: 'al', found: [ALAN, SAM], out: [ALEX.id, SAM.id] }, [ALAN]],
])('%s', (_, change, offered) => {
  expect(golferCandidates({ known: [SAM, ALEX], out: [], ...change })).toEqual(offered);
});

it('seven are offered at most', () => {
  const found = Array.from({ length: 12 }, (_, number) => golfer(`Golfer ${number}`));
  expect(golferCandidates({ text: 'golfer', found, known: [], out: [] })).toHaveLength(7);
});

it('the server is asked from two letters on', () => {
  expect([isSearch(''), isSearch(' b '), isSearch('bi')]).toEqual([false, false, true]);
});
