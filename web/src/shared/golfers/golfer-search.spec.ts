/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { PublicUser } from '@fairmark/contract';
import { golferCandidates, isSearch } from './golfer-search.js';

const golfer = (fullName: string): PublicUser => {
  return { id: fullName, fullName, handicap: 12.4, handicapForShow: '12.4', avatar: null, homeCourse: null };
};
const SAM = golfer('Sam Reid');
const ALEX = golfer('Alex Kerr');
const ALAN = golfer('Alan Moss');

it.each([
  ['known golfers when nothing is typed', { text: '', found: [ALAN] }, [SAM, ALEX]],
  ['known golfers of that name first, each once', { text: ' al', found: [ALAN, ALEX] }, [ALEX, ALAN]],
  ['known golfers after one letter, without a search', { text: 'a', found: [ALAN] }, [SAM, ALEX]],
  ['no golfer who is excluded', { text: 'al', found: [ALAN, SAM], out: [ALEX.id, SAM.id] }, [ALAN]],
])('offers %s', (_, change, offered) => {
  expect(golferCandidates({ known: [SAM, ALEX], out: [], ...change })).toEqual(offered);
});

it('offers at most seven golfers', () => {
  const found = Array.from({ length: 12 }, (_, number) => golfer(`Golfer ${number}`));
  expect(golferCandidates({ text: 'golfer', found, known: [], out: [] })).toHaveLength(7);
});

it('searches on the server from two letters on', () => {
  expect([isSearch(''), isSearch(' b '), isSearch('bi')]).toEqual([false, false, true]);
});
