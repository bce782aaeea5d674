/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { errorAnswer, type ErrorCode } from '@fairmark/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { queryClient } from '../api/call/query-client.js';
import { endSession, startSession } from '../api/call/session.js';
import { rememberMatch } from '../api/stored-round.js';
import { serve } from '../shared/testing/server.js';
import { announce, LiveRegion } from '../ui/live-region.js';
import { OutboxPill } from './outbox-pill.js';
import { changeOutbox, recordScore } from './outbox.js';
import { startSending } from './start-sending.js';
import { answerFor } from './testing/match.js';

type Said = Record<string, unknown>;

/** The server as far as scores are concerned: how it answers the next ones. */
let server: (said: Said) => object | ErrorCode;
let scores: Said[] = [];
let stop = (): void => undefined;

const recorded = ({ strokes }: Said) => {
  const score = { id: `entry-${scores.length}`, strokes, noScore: false };
  return { position: '1', log: 'l', revision: String(20 + scores.length), score };
};
const noSignal = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
const current = { id: 'c', strokes: 6, noScore: false };
const changed = () => Response.json(errorAnswer('SCORE_CHANGED', { current }), { status: 409 });

beforeEach(() => {
  scores = [];
  server = recorded;
  serve(({ path, body }) => {
    if (path !== '/api/match/score') return answerFor();
    scores.push(body as Said);
    return server(body as Said);
  });
  startSession({ token: 't', userId: 'ann' });
});
afterEach(() => {
  stop();
  changeOutbox(() => ({ waiting: [], confirmed: [] }));
  endSession('signed-out');
  localStorage.clear();
});

const tap = (strokes: number, userId = 'ann'): void =>
  act(() => recordScore({ matchId: 'm', userId, holeNumber: 5, strokes, noScore: false, replaces: null }));

function show() {
  queryClient.setQueryData(['match', 'm'], answerFor());
  // The frame of every page does so.
  stop = startSending();
  render(
    <QueryClientProvider client={queryClient}>
      <OutboxPill />
      <main id="content" tabIndex={-1} />
      <LiveRegion />
    </QueryClientProvider>,
  );
  return userEvent.setup();
}

/** The list that the pill opens once a score was refused. */
async function openList(user: ReturnType<typeof show>) {
  await user.click(await screen.findByRole('button', { name: 'Needs attention' }));
  return within(await screen.findByRole('dialog', { name: 'Your scores' }));
}

describe('the pill', () => {
  it('is there only if it has something to say', async () => {
    rememberMatch('m');
    show();
    expect(screen.queryByRole('button')).toBeNull();
    server = noSignal;
    tap(4);
    expect(await screen.findByRole('button', { name: '1 waiting' })).toBeTruthy();
  });

  it('takes what is sent at once for no news', async () => {
    announce('Said before');
    show();
    tap(4);
    expect(document.querySelector('[data-state="waiting"]')).not.toBeNull();
    await waitFor(() => expect(scores).toHaveLength(1));
    await waitFor(() => expect(document.querySelector('[data-state]')).toBeNull());
    expect(screen.getByText(/Said before$/)).toBeTruthy();
    expect(scores).toMatchObject([{ matchId: 'm', userId: 'ann', holeNumber: 5, strokes: 4, replaces: null }]);
  });

  it('lists what waits in words, and sends it when there is a signal', async () => {
    server = noSignal;
    const user = show();
    tap(4, 'ben');
    expect(await screen.findByText(/1 score waiting to send$/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '1 waiting' }));
    const sheet = await screen.findByRole('dialog', { name: 'Your scores' });
    expect(within(sheet).getByRole('listitem').textContent).toMatch(/^Hole 5 on Ben's card: 4, waiting since \d+:\d\d/);
    server = recorded;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await within(sheet).findByText('All scores sent.')).toBeTruthy();
    expect(screen.getByText(/All scores sent$/)).toBeTruthy();
    await user.click(within(sheet).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });

  it('sends a refused score over the other one when the golfer keeps hers', async () => {
    server = changed;
    const user = show();
    tap(4);
    const list = await openList(user);
    expect(list.getByText('This score was changed on another phone. It is 6 there.')).toBeTruthy();
    server = recorded;
    await user.click(list.getByRole('button', { name: 'Keep mine' }));
    expect(await list.findByText('All scores sent.')).toBeTruthy();
    expect(scores[1]).toMatchObject({ strokes: 4, replaces: 'c' });
  });

  it('offers no other try where it would be refused again, and says why', async () => {
    server = () => 'NOT_MARKER';
    const user = show();
    tap(4, 'ben');
    const list = await openList(user);
    expect(list.getByText('You no longer mark this card, and its marker has scored this hole.')).toBeTruthy();
    expect(list.queryByRole('button', { name: 'Try again' })).toBeNull();
    await user.click(list.getByRole('button', { name: 'Discard mine' }));
    expect(await screen.findByText('All scores sent.')).toBeTruthy();
  });

  it('offers another try of a score for a signed card', async () => {
    server = () => 'ROUND_SIGNED';
    const user = show();
    tap(4);
    const list = await openList(user);
    server = recorded;
    await user.click(list.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('All scores sent.')).toBeTruthy();
  });

  it('drops a refused score when the golfer uses the other one', async () => {
    server = changed;
    const user = show();
    tap(4);
    await user.click((await openList(user)).getByRole('button', { name: 'Use the other' }));
    expect(await screen.findByText('All scores sent.')).toBeTruthy();
    expect(scores).toHaveLength(1);
  });
});
