/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import type { MatchAnswer } from '@fairmark/contract';
import { matchQuery } from '../../api/match.js';
import { queryClient } from '../../api/call/query-client.js';
import { startSession } from '../../api/call/session.js';
import { rememberMatch, storedRound } from '../../api/stored-round.js';
import { patterns, paths } from '../../shared/paths.js';
import { serveNothing } from '../../shared/testing/server.js';
import { EMPTY_BOX } from '../../outbox/box.js';
import { changeOutbox, recordScore, waitingScores } from '../../outbox/outbox.js';
import { leaving, refuse } from '../../outbox/waiting-scores.js';
import { LiveRegion } from '../../ui/live-region.js';
import { Component } from './hole.page.js';
import { aMatch, type ExampleCard } from './testing/a-match.js';

const me: ExampleCard = { id: 'me', name: 'Sam Reid', daily: 18, player: [4, 5], marker: [4, 6, 5], markedBy: 'alex' };
const alex: ExampleCard = { id: 'alex', name: 'Alex Kerr', player: [5, 5], marker: [5, 5], markedBy: 'me' };
const complete = Array<number>(18).fill(4);

beforeEach(() => {
  changeOutbox(() => EMPTY_BOX);
  localStorage.clear();
  queryClient.clear();
  startSession({ token: 't', userId: 'me' });
  // The match is the one that the phone has kept, and scores wait.
  serveNothing();
});

function open(address: string, match: MatchAnswer) {
  queryClient.setQueryData(matchQuery('m').queryKey, match);
  const router = createMemoryRouter(
    [
      { path: patterns.score, Component },
      { path: '*', element: null },
    ],
    { initialEntries: [address] },
  );
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <LiveRegion />
    </QueryClientProvider>,
  );
  const at = () => router.state.location.pathname + router.state.location.search;
  return { user: userEvent.setup(), at };
}

describe('a hole of the round that is played', () => {
  beforeEach(() => rememberMatch('m'));

  it('is scored by one tap: painted, kept on the phone, said, and Next has the focus', async () => {
    const { user, at } = open('/score/3', aMatch('me', [me, alex]));
    expect(await screen.findByRole('heading', { level: 1, name: 'Hole 3' })).toBeTruthy();
    const next = screen.getByRole('button', { name: 'Next hole' });
    expect(next.getAttribute('aria-disabled')).toBe('true');
    await user.click(screen.getByRole('radio', { name: '5, bogey' }));
    expect(screen.getByText('Bogey, 2 points')).toBeTruthy();
    expect(document.activeElement).toBe(next);
    expect(waitingScores('m')).toMatchObject([{ userId: 'me', holeNumber: 3, strokes: 5, replaces: null }]);
    expect(screen.getByText('Hole 3: 5, bogey, 2 points. Saved on this phone.')).toBeTruthy();
    expect(storedRound().hole).toBe(4);
    await user.click(next);
    await waitFor(() => expect(at()).toBe('/score/4'));
  });

  it('leaves the focus where it is while a key is pressed, and the field for many strokes takes it', async () => {
    const { user } = open('/score/3', aMatch('me', [me, alex], 'STROKE'));
    const key = await screen.findByRole('radio', { name: '5, bogey' });
    await user.pointer({ keys: '[MouseLeft>]', target: key });
    expect(document.activeElement).not.toBe(key);
    await user.pointer({ keys: '[/MouseLeft]', target: screen.getByRole('radio', { name: '13 or more' }) });
    await user.click(screen.getByRole('radio', { name: '13 or more' }));
    const field = await screen.findByRole('textbox', { name: 'Strokes, 13 to 30' });
    await user.click(field);
    expect(document.activeElement).toBe(field);
  });

  it('is scored for the player I mark on the other tab', async () => {
    const { user } = open('/score/3', aMatch('me', [me, alex]));
    await user.click(await screen.findByRole('tab', { name: /Alex Kerr/ }));
    await user.click(screen.getByRole('radio', { name: '6, double bogey' }));
    expect(screen.getByText('Double bogey, 0 points')).toBeTruthy();
    expect(waitingScores('m').find(({ userId }) => userId === 'alex')).toMatchObject({ holeNumber: 3, strokes: 6 });
  });

  it('shows a difference, and the other value can be taken over', async () => {
    const { user } = open('/score/2', aMatch('me', [me, alex]));
    expect(await screen.findByText('You have 5, Alex has 6')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Use 6' }));
    expect(screen.getByText('Double bogey, 1 point')).toBeTruthy();
    expect(screen.queryByText('You have 5, Alex has 6')).toBeNull();
    expect(waitingScores('m')).toContainEqual(
      expect.objectContaining({ userId: 'me', holeNumber: 2, strokes: 6, replaces: 'me-PLAYER-2' }),
    );
  });

  it('is changed, left unchanged, and cleared', async () => {
    const { user } = open('/score/1', aMatch('me', [me, alex]));
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    expect(screen.getByRole('radio', { name: '4, par' }).getAttribute('aria-checked')).toBe('true');
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: '4, par' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('Par, 3 points')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Edit' }));
    await user.click(screen.getByRole('button', { name: 'Clear my entry' }));
    expect(screen.getByRole('radio', { name: '4, par' }).getAttribute('aria-checked')).toBe('false');
    expect(waitingScores('m')).toContainEqual(
      expect.objectContaining({ holeNumber: 1, strokes: null, noScore: false, replaces: 'me-PLAYER-1' }),
    );
  });

  it('settles a score that was refused, also by entering what stands there', async () => {
    recordScore({ matchId: 'm', userId: 'me', holeNumber: 1, strokes: 7, noScore: false, replaces: null });
    const [{ key } = { key: '' }] = waitingScores('m');
    changeOutbox((box) => refuse(leaving(box, box.waiting[0]!), key, { code: 'NOT_MARKER', message: 'no' }));
    const { user } = open('/score/1', aMatch('me', [me, alex]));
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.click(screen.getByRole('radio', { name: '4, par' }));
    expect(waitingScores('m')).toMatchObject([
      { holeNumber: 1, strokes: 4, state: 'waiting', replaces: 'me-PLAYER-1' },
    ]);
  });

  it('sends nothing where what stands there is entered and nothing waits', async () => {
    const { user } = open('/score/1', aMatch('me', [me, alex]));
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    await user.click(screen.getByRole('radio', { name: '4, par' }));
    expect(waitingScores('m')).toEqual([]);
  });

  it('leads after the last one back to the first that is incomplete, and lists them all', async () => {
    const mine = complete.map((strokes, index) => (index === 6 || index === 11 ? null : strokes));
    const cards = [
      { ...me, player: mine },
      { ...alex, marker: complete },
    ];
    const { user, at } = open('/score/18', aMatch('me', cards));
    await user.click(await screen.findByRole('button', { name: 'Next hole' }));
    expect(await screen.findByText('Incomplete holes on your card: 7, 12')).toBeTruthy();
    expect(at()).toBe('/score/7');
    await user.click(screen.getByRole('button', { name: 'Hole 12' }));
    await waitFor(() => expect(at()).toBe('/score/12'));
  });

  it('ends at the scorecard when all is entered, and the phone forgets the round', async () => {
    const cards = [
      { ...me, player: complete },
      { ...alex, marker: complete },
    ];
    const { user, at } = open('/score/18', aMatch('me', cards));
    await user.click(await screen.findByRole('button', { name: 'Complete round' }));
    await waitFor(() => expect(at()).toBe(paths.scorecard('m')));
    expect(storedRound()).toEqual({ matchId: null, hole: null });
  });

  it.each([
    ['the same on both sides', 4],
    ['different on the other side', 6],
  ])('ends from any hole once all is entered; that hole is %s', async (_what, theirs) => {
    const cards = [
      { ...me, player: complete, marker: [4, 4, 4, theirs] },
      { ...alex, marker: complete },
    ];
    const { user, at } = open('/score/4', aMatch('me', cards));
    expect(await screen.findByRole('button', { name: 'Next hole' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Complete round' }));
    await waitFor(() => expect(at()).toBe(paths.scorecard('m')));
    expect(storedRound()).toEqual({ matchId: null, hole: null });
  });

  it.each([
    ['a match round', [me, alex], /will be withdrawn and won't count\. The others can keep playing\. /],
    [
      'a practice round',
      [{ ...me, marker: [], markedBy: null }],
      /Your card will be deleted\. The others can keep playing\. /,
    ],
  ])('says of the deletion of %s what becomes of it', async (_what, cards, words) => {
    const { user } = open('/score/3', aMatch('me', cards));
    await user.click(await screen.findByRole('button', { name: /^Card/ }));
    await user.click(await screen.findByRole('button', { name: 'Delete Round' }));
    expect((await screen.findByRole('alertdialog', { name: 'Delete Round' })).textContent).toMatch(words);
  });

  it('has no tabs in a practice round', async () => {
    open('/score/3', aMatch('me', [{ ...me, marker: [], markedBy: null }]));
    expect(await screen.findByRole('radiogroup')).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
  });

  it('that I have left, on whatever phone, is not what the next load leads to', async () => {
    const jo: ExampleCard = { id: 'jo', name: 'Jo Tran', markedBy: 'alex' };
    open('/score/3', aMatch('me', [{ ...me, withdrawn: true }, { ...alex, markedBy: 'jo' }, jo]));
    expect(await screen.findByText('You are not in this round any more')).toBeTruthy();
    expect(storedRound().matchId).toBeNull();
  });

  it.each([
    ['/score/99', '/score/18'],
    ['/score/first', '/score/1'],
  ])('%s is %s', async (address, hole) => {
    const { at } = open(address, aMatch('me', [me, alex]));
    await waitFor(() => expect(at()).toBe(hole));
  });

  it('goes to the lobby while the match has not started', async () => {
    const match = aMatch('me', [me, alex]);
    const { at } = open('/score/1', { ...match, match: { ...match.match, started: false } });
    await waitFor(() => expect(at()).toBe(paths.lobby('m')));
  });
});

describe('a hole of a card that is looked at again', () => {
  it('leads back to the scorecard and leaves what the phone remembers alone', async () => {
    rememberMatch('another');
    const { user, at } = open('/score/3?id=m', aMatch('me', [me, alex]));
    const back = await screen.findByRole('link', { name: 'Back to the scorecard' });
    expect(back.getAttribute('href')).toBe(paths.scorecard('m'));
    await user.click(screen.getByRole('radio', { name: '4, par' }));
    await user.click(screen.getByRole('button', { name: 'Next hole' }));
    await waitFor(() => expect(at()).toBe('/score/4?id=m'));
    expect(storedRound()).toEqual({ matchId: 'another', hole: null });
  });

  it('says what the committee made of it', async () => {
    const corrected = { ...me, player: complete, marker: complete, corrected: { 2: 7 } };
    open('/score/2?id=m', aMatch('me', [corrected, alex]));
    expect(await screen.findByText('The committee has corrected this hole since: 7 counts.')).toBeTruthy();
  });

  it('can’t be changed once it is signed', async () => {
    rememberMatch('another');
    open('/score/1?id=m', aMatch('me', [{ ...me, signed: true }, alex]));
    expect(await screen.findByText('Your card has been signed')).toBeTruthy();
    expect(screen.getByText('Par, 3 points')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
  });
});
