/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { errorAnswer, type ErrorCode, type MatchAnswer } from '@fairmark/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { queryClient } from '../api/call/query-client.js';
import { endSession, startSession } from '../api/call/session.js';
import { rememberMatch } from '../api/match.js';
import { serve } from '../shared/testing/server.js';
import { announce, LiveRegion } from '../ui/live-region.js';
import { EMPTY_BOX } from './box.js';
import { OutboxPill } from './outbox-pill.js';
import { changeOutbox, enterScore, outbox } from './outbox.js';
import { startSending } from './start-sending.js';
import { answerFor } from './testing/match.js';
import { useLiveMatch } from './use-outbox.js';

type SentScore = Record<string, unknown>;

let server: (score: SentScore) => object | ErrorCode;
let scores: SentScore[] = [];
let answer: MatchAnswer;

const recorded = ({ strokes }: SentScore) => {
  const score = { id: `entry-${scores.length}`, strokes, noScore: false };
  return { position: '1', log: 'l', revision: String(20 + scores.length), score };
};
const noSignal = (): Promise<Response> => Promise.reject(new TypeError('Failed to fetch'));
const current = { id: 'c', strokes: 6, noScore: false };
const changed = () => Response.json(errorAnswer('SCORE_CHANGED', { current }), { status: 409 });

beforeEach(() => {
  scores = [];
  server = recorded;
  answer = answerFor();
  serve(({ path, body }) => {
    if (path !== '/api/match/score') return answer;
    scores.push(body as SentScore);
    return server(body as SentScore);
  });
  startSession({ token: 't', userId: 'ann' });
});
afterEach(() => {
  changeOutbox(() => EMPTY_BOX);
  endSession('signed-out');
  localStorage.clear();
});

const tap = (strokes: number, userId = 'ann'): void =>
  act(() => void enterScore({ matchId: 'm', userId, holeNumber: 5 }, { strokes, noScore: false }, null));

function FifthHole() {
  const entry = useLiveMatch('m').match?.rounds[0]?.holes[4]?.player;
  return <p>{entry === null ? 'Empty' : `${entry?.strokes} as ${entry?.id}`}</p>;
}

function show(hole?: ReactNode) {
  queryClient.setQueryData(['match', 'm'], answerFor());
  // The frame of every page does this.
  startSending();
  render(
    <QueryClientProvider client={queryClient}>
      <OutboxPill />
      <main id="content" tabIndex={-1}>
        {hole}
      </main>
      <LiveRegion />
    </QueryClientProvider>,
  );
  return userEvent.setup({ delay: null });
}

describe('the pill', () => {
  it('does not report a score that is sent at once, which shows from the tap until a newer answer', async () => {
    announce('Said before');
    show(<FifthHole />);
    expect(screen.getByText('Empty')).toBeTruthy();
    tap(4);
    const { key } = outbox().box.waiting[0]!;
    expect(await screen.findByText(`4 as ${key}`)).toBeTruthy();
    expect(document.querySelector('[data-state="waiting"]')).not.toBeNull();
    await waitFor(() => expect(scores).toHaveLength(1));
    await waitFor(() => expect(document.querySelector('[data-state]')).toBeNull());
    expect(screen.getByText(/Said before$/)).toBeTruthy();
    expect(scores).toMatchObject([{ matchId: 'm', userId: 'ann', holeNumber: 5, strokes: 4, replaces: null }]);
    const again = () => act(() => queryClient.refetchQueries({ queryKey: ['match', 'm'] }));
    await again();
    expect(screen.getByText('4 as entry-1')).toBeTruthy();
    answer = { ...answerFor(), revision: '22' };
    await again();
    expect(await screen.findByText('Empty')).toBeTruthy();
    expect(outbox().box.confirmed).toEqual([]);
  });

  it('is shown once scores wait, lists them in words, and sends them when there is a signal', async () => {
    rememberMatch('m');
    server = noSignal;
    const user = show();
    expect(screen.queryByRole('button')).toBeNull();
    tap(4, 'ben');
    expect(await screen.findByText(/1 score waiting to send$/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '1 waiting' }));
    const sheet = await screen.findByRole('dialog', { name: 'Your scores' });
    expect(within(sheet).getByRole('listitem').textContent).toMatch(/^Hole 5 on Ben's card: 4, since \d+:\d\d/);
    server = recorded;
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await within(sheet).findByText('Nothing is waiting to be sent.')).toBeTruthy();
    expect(screen.getByText(/All scores sent$/)).toBeTruthy();
    await user.click(within(sheet).getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });

  it('does not call scores sent that wait as their session ends', async () => {
    show();
    tap(4);
    await waitFor(() => expect(outbox().box.confirmed).toHaveLength(1));
    server = noSignal;
    tap(5);
    expect(await screen.findByText(/1 score waiting to send$/)).toBeTruthy();
    act(() => endSession('expired'));
    expect(outbox().box).toMatchObject({ waiting: [{ strokes: 5 }], confirmed: [] });
    expect(screen.queryByText(/All scores sent$/)).toBeNull();
  });

  const changedThere = 'This score was changed on another phone. It is 6 there.';
  const signed = 'This card has been signed.';
  const notMine = 'You no longer mark this card, and its marker has scored this hole.';
  const [both, again] = [
    ['Keep 4', 'Use 6'],
    ['Try again', 'Discard mine'],
  ];
  it.each<[string, () => object | ErrorCode, string, string[], string, object[]]>([
    ['kept is sent over the other one', changed, changedThere, both, 'Keep 4', [{ strokes: 4, replaces: 'c' }]],
    ['dropped in favour of the other one is gone', changed, changedThere, both, 'Use 6', []],
    ['of a signed card can be tried again', () => 'ROUND_SIGNED', signed, again, 'Try again', [{}]],
    ['that would be refused again is dropped', () => 'NOT_MARKER', notMine, ['Discard mine'], 'Discard mine', []],
  ])('a refused score %s', async (_what, refusal, words, offered, choice, resent) => {
    server = refusal;
    const user = show();
    tap(4);
    await user.click(await screen.findByRole('button', { name: 'Needs attention' }));
    const list = within(await screen.findByRole('dialog', { name: 'Your scores' }));
    expect(list.getByText(words)).toBeTruthy();
    const buttons = within(list.getByRole('listitem')).getAllByRole('button');
    expect(buttons.map(({ textContent }) => textContent)).toEqual(offered);
    server = recorded;
    await user.click(list.getByRole('button', { name: choice }));
    expect(await screen.findByText('Nothing is waiting to be sent.')).toBeTruthy();
    expect(scores.slice(1)).toMatchObject(resent);
  });
});
