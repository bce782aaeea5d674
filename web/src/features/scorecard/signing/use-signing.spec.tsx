/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { errorAnswer, type MatchAnswer } from '@fairmark/contract';
import type { ReactNode } from 'react';
import { queryClient } from '../../../api/call/query-client.js';
import { startSession } from '../../../api/call/session.js';
import { serve, type Call, type Said } from '../../../shared/testing/server.js';
import { eighteen } from '../../../outbox/testing/match.js';
import { threeBall, twoBall } from '../testing/cards.js';
import { useSigning } from './use-signing.js';

beforeEach(() => startSession({ token: 't', userId: 'sam' }));

function signing(match: MatchAnswer, said: () => Said) {
  const calls = serve(said);
  const show = jest.fn();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
  );
  const hook = renderHook((answer: MatchAnswer) => useSigning({ answer, me: 'sam', show }), {
    wrapper,
    initialProps: match,
  });
  const sign = async () => {
    act(() => hook.result.current.sign());
    await waitFor(() => expect(hook.result.current.busy).toBe(false));
  };
  return { ...hook, calls, show, sign };
}

const refusal = (code: 'SCORES_DONT_MATCH', cards: object[]) => (): Said => {
  const { status, error } = errorAnswer(code);
  return Response.json({ status, error: { ...error, details: { cards } } }, { status });
};
const seenIn = ([first]: readonly Call[]) => (first!.body as { seen: string[] }).seen;
const changed = (match: MatchAnswer): MatchAnswer => ({ ...match, revision: '8' });

test('names the markers’ entries that were shown, of my card and of those that I mark, and no others', async () => {
  const { calls, sign } = signing(threeBall({ byMarker: eighteen(4, { 9: null }) }), () => ({ signed: [] }));
  await sign();
  expect(calls[0]?.call).toBe('POST /api/match/match/verify');
  expect(seenIn(calls)).toHaveLength(35);
  expect(seenIn(calls)).toEqual(expect.arrayContaining(['sam-cat-1', 'sam-cat-18', 'alex-sam-1', 'alex-sam-18']));
});

test('a refusal shows the card and flags its holes, until the page itself knows better', async () => {
  const cards = [{ userId: 'alex', mismatchingScoreHoleNumbers: [3] }];
  const { result, show, sign, rerender } = signing(twoBall(), refusal('SCORES_DONT_MATCH', cards));
  await sign();
  expect(show.mock.calls).toEqual([['alex']]);
  expect(result.current.refusal?.more).toEqual(["Alex's card: hole 3 differs."]);
  expect([...result.current.flagged]).toEqual([['alex', [3]]]);
  rerender(changed(twoBall({}, { byMarker: eighteen(4, { 3: 6 }) })));
  expect(result.current.refusal).not.toBeNull();
  expect(result.current.flagged.size).toBe(0);
  rerender(changed(twoBall()));
  expect(result.current.refusal).toBeNull();
});
