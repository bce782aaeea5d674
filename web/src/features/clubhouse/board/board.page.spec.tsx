/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { ERRORS, LIMITS } from '@fairmark/contract';
import { screen, waitFor } from '@testing-library/react';
import '../../../api/testing/line.js';
import { endSession, startSession } from '../../../api/call/session.js';
import { golfer } from '../../../shared/testing/hands.js';
import { showPages } from '../../../shared/testing/pages.js';
import { serve, type Answer } from '../../../shared/testing/server.js';
import { Component as BoardPage } from './board.page.js';
import { boardAnswer, boardRow, standing } from './testing/boards.js';

const LINK = 'b'.repeat(43);
let adverts: Answer;
let board: Answer;

function open(address: string) {
  const calls = serve(({ path }) => (path.endsWith('/adverts') ? adverts : path === '/' ? new Response() : board));
  showPages(
    [
      { path: '/board', Component: BoardPage },
      { path: '/signin', element: <h1>Sign in</h1> },
    ],
    address,
  );
  return () => calls.flatMap(({ token }) => token ?? []);
}

beforeEach(() => {
  localStorage.clear();
  adverts = { sponsors: [], defaultSponsor: { text: '', image: null } };
  board = boardAnswer();
});
afterEach(() => endSession('signed-out'));

it('shows a course, its cards and the time there, using only the token of the link', async () => {
  startSession({ token: 'mine', userId: 'karrie' });
  const first = boardRow(1, { fullName: 'Ann Ash', result: 41, countback: { decidedBy: 'last 6' } });
  board = boardAnswer({ standings: [{ format: 'STABLEFORD', rows: [first, boardRow(2)] }] });
  const tokens = open(`/board?course=harrow#${LINK}`);
  await screen.findByRole('heading', { name: 'Harrow Point' });
  expect(screen.getAllByRole('row')[1]?.textContent).toBe('1Ann AshCountback, last\u00a061241');
  expect(screen.getByText('12:00 pm')).toBeTruthy();
  expect(screen.getByText('Saturday 21 November')).toBeTruthy();
  expect(new Set(tokens())).toEqual(new Set([LINK]));
  expect(screen.queryByRole('link', { name: 'Close the board' })).toBeNull();
});

it('says how many of a full day’s cards its pages show', async () => {
  board = boardAnswer({ cards: 150, standings: [standing('STABLEFORD', LIMITS.boardRowsMax)] });
  open(`/board?course=harrow#${LINK}`);
  expect(await screen.findByText(/^Stableford, top 100, page 1 of \d+$/)).toBeTruthy();
  expect(screen.getByText(/^150 cards/)).toBeTruthy();
});

it('fetches the picture of the next advert before its page is shown', async () => {
  const image = { url: '/coffee', srcSet: '/coffee 330w', alt: 'A cup' };
  adverts = { sponsors: [], defaultSponsor: { text: 'Coffee', image } };
  open(`/board?course=harrow#${LINK}`);
  await waitFor(() => expect(document.querySelector('link[rel="preload"][imagesrcset="/coffee 330w"]')).toBeTruthy());
  expect(screen.queryByRole('img')).toBeNull();
});

it('opens without a link for signed-in golfers, who can pause its pages and go back, also without cards', async () => {
  startSession({ token: 'mine', userId: 'karrie' });
  board = boardAnswer({ standings: [] });
  const tokens = open('/board?course=harrow');
  await screen.findByRole('heading', { name: 'No cards yet today' });
  expect(tokens()).toContain('mine');
  await golfer.click(screen.getByRole('button', { name: 'Stay on this page' }));
  expect(screen.getByRole('button', { name: 'Turn pages' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Close the board' }).getAttribute('href')).toBe(
    '/clubhouse/leaderboard?course=harrow',
  );
});

it('asks visitors without a link to sign in, and remembers the board', async () => {
  open('/board?course=harrow');
  await screen.findByRole('heading', { name: 'Sign in to see this board' });
  await golfer.click(screen.getByRole('link', { name: 'Sign in' }));
  expect(localStorage.getItem('fairmark.next')).toContain('/board?course=harrow');
});

it.each<[string, Answer]>([
  ['broken', 'UNAUTHORIZED'],
  ['misdirected', 'FORBIDDEN'],
])('says of a %s link that it does not open the board', async (_, refusal) => {
  board = refusal;
  open(`/board?course=harrow#${LINK.slice(1)}`);
  await screen.findByRole('heading', { name: 'This board is closed' });
  expect(screen.getByText(ERRORS.BOARD_LINK_REVOKED.message)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
