/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { MatchAnswer } from '@fairmark/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen } from '@testing-library/react';
import { queryClient } from '../api/call/query-client.js';
import { endSession, startSession } from '../api/call/session.js';
import { serve } from '../shared/testing/server.js';
import { nextToSend, markSent, confirm } from './waiting-scores.js';
import { changeOutbox, outbox, recordScore } from './outbox.js';
import { overlay } from './overlay.js';
import { answerFor } from './testing/match.js';
import { useLiveMatch } from './use-live-match.js';

let told: MatchAnswer;

beforeEach(() => {
  told = answerFor();
  serve(() => told);
  startSession({ token: 't', userId: 'ann' });
});
afterEach(() => {
  changeOutbox(() => ({ waiting: [], confirmed: [] }));
  endSession('signed-out');
  localStorage.clear();
});

function FirstHole() {
  const { match, waiting, isPending } = useLiveMatch('m');
  if (match === undefined) return <p>{isPending ? 'pending' : 'nothing'}</p>;
  const entry = match.rounds[0]?.holes[0]?.player ?? null;
  return <p>{`${entry?.strokes ?? 'none'} as ${entry?.id ?? 'nobody'}, ${waiting.length} waiting`}</p>;
}

const tap = (strokes: number): void =>
  act(() => recordScore({ matchId: 'm', userId: 'ann', holeNumber: 1, strokes, noScore: false, replaces: null }));

describe('useLiveMatch', () => {
  it('shows a score with the tap, through its confirmation, and until the server says the same or other', async () => {
    render(
      <QueryClientProvider client={queryClient}>
        <FirstHole />
      </QueryClientProvider>,
    );
    expect(screen.getByText('pending')).toBeTruthy();
    expect(await screen.findByText('none as nobody, 0 waiting')).toBeTruthy();

    tap(4);
    const { key } = outbox().box.waiting[0]!;
    expect(screen.getByText(`4 as ${key}, 1 waiting`)).toBeTruthy();

    const mine = overlay(told, outbox().box, 'ann').rounds[0]!.holes[0]!.player!;
    act(() =>
      changeOutbox((box) =>
        confirm(markSent(box, nextToSend(box, 'ann')!), key, {
          entry: { ...mine, id: 'entry' },
          revision: '21',
          log: 'l',
        }),
      ),
    );
    expect(screen.getByText('4 as entry, 0 waiting')).toBeTruthy();

    await act(() => queryClient.refetchQueries({ queryKey: ['match', 'm'] }));
    expect(screen.getByText('4 as entry, 0 waiting')).toBeTruthy();

    told = { ...answerFor(), revision: '22' };
    await act(() => queryClient.refetchQueries({ queryKey: ['match', 'm'] }));
    expect(await screen.findByText('none as nobody, 0 waiting')).toBeTruthy();
    expect(outbox().box.confirmed).toEqual([]);
  });
});
