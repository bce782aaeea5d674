/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { PublicUser } from '@fairmark/contract';
import { screen, waitFor } from '@testing-library/react';
import { openAs } from '../testing/pages.js';
import { GolferSearch } from './golfer-search.js';

const aGolfer = (fullName: string): PublicUser => {
  return { id: fullName, fullName, handicap: 12.4, handicapForShow: '12.4', avatar: null, homeCourse: null };
};
const SAM = aGolfer('Sam Reid');
const ALEX = aGolfer('Alex Kerr');
const ALAN = aGolfer('Alan Moss');

/** A search by Sam, who has played with Alex; the server finds these golfers for every text. */
function search(found: readonly PublicUser[], listed: readonly PublicUser[] = []) {
  const Search = () => <GolferSearch listed={listed} onSelect={() => undefined} />;
  return openAs(SAM.id, [{ path: '/', Component: Search }], '/', {
    'GET /api/auth/user': { user: { ...SAM, markers: [ALEX] } },
    'GET /api/user/search': { users: found },
  });
}

/** First names: the text of an option begins with the initials in place of a picture. */
const offered = () =>
  screen
    .queryAllByRole('option')
    .map(({ textContent }) => /[A-Z][a-z]+\d*(?= )|Golfer\d+/.exec(textContent ?? '')?.[0]);
const field = () => screen.getByRole('combobox', { name: 'Find a golfer' });

const ABOUT: [string, string, { found: PublicUser[]; listed?: PublicUser[] }, string[]][] = [
  ['known golfers when nothing is typed', '', { found: [ALAN] }, ['Sam', 'Alex']],
  ['known golfers of that name first, each once', ' al', { found: [ALAN, ALEX] }, ['Alex', 'Alan']],
  ['known golfers after one letter, without a search', 'a', { found: [ALAN] }, ['Sam', 'Alex']],
  ['no golfer who is excluded', 'al', { found: [ALAN, SAM], listed: [ALEX, SAM] }, ['Alan']],
];
it.each(ABOUT)('offers %s', async (_, text, { found, listed }, names) => {
  const { golfer } = search(found, listed);
  if (text !== '') await golfer.type(field(), text);
  await waitFor(() => expect(offered()).toEqual(names));
});

it('offers at most seven golfers', async () => {
  const { golfer } = search(Array.from({ length: 12 }, (_, number) => aGolfer(`Golfer${number}`)));
  await golfer.type(field(), 'golfer');
  await waitFor(() => expect(offered()).toHaveLength(7));
});

it('searches on the server from two letters on, once the typing pauses', async () => {
  const { golfer, sent, calls } = search([ALAN]);
  await golfer.type(field(), ' b ');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(sent('GET /api/user/search')).toEqual([]);
  await golfer.type(field(), '{Backspace}ind');
  await screen.findByRole('option', { name: /^Alan/ });
  expect(calls.filter(({ path }) => path === '/api/user/search').map(({ query }) => query)).toEqual(['?query=bind']);
});
