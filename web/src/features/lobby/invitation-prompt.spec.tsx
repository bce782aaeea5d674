/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { CurrentMatch, Invite } from '@fairmark/contract';
import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../api/call/query-client.js';
import { matchAnswer } from '../../shared/testing/match.js';
import { openAs, type Answers } from '../../shared/testing/pages.js';
import { type Answer, WRITTEN } from '../../shared/testing/server.js';
import { InvitationPrompt } from './invitation-prompt.js';

const COURSE = { id: 'course', name: 'Fernside', clubName: 'Fernside Golf Club', courseName: 'Fernside' };
const INVITE: Invite = {
  id: 'invite',
  inviteId: 'invite',
  status: 'PENDING',
  host: { id: 'alex', fullName: 'Alex Tran' },
  course: COURSE,
  match: { id: 'm', playType: 'COMPETITION', matchType: 'STROKE', tee: 'Standard' },
  matchId: 'm',
};

const CURRENT = 'GET /api/match/current';
const ANSWER = 'PUT /api/match/invite';
const INVITES = 'GET /api/match/invites';

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Invitation!' }));

/** Opens a page with an invitation of Alex, which is in the list until it is read again. */
async function open(answers: Answers = {}) {
  const page = openAs('sam', [{ path: '/', Component: InvitationPrompt }], '/', {
    [INVITES]: { position: '1', invites: [INVITE] },
    [CURRENT]: { position: '1', current: null },
    [ANSWER]: WRITTEN,
    'GET /api/match/m': matchAnswer({ host: INVITE.host }, {}),
    ...answers,
  });
  await dialog();
  page.reply({ [INVITES]: { position: '1', invites: [] } });
  const answered = () => page.sent(ANSWER).map(({ body }) => (body as { status: string }).status);
  return { ...page, answered };
}

it.each<[string, Answer]>([
  ['that is open', WRITTEN],
  ['that no longer exists', 'INVITE_NOT_FOUND'],
  ['to a round that has started without the golfer', 'MATCH_STARTED'],
])('declining an invitation %s succeeds', async (_what, reply) => {
  const { golfer, answered } = await open({ [ANSWER]: reply });
  await golfer.click((await dialog()).getByRole('button', { name: 'No thanks' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(answered()).toEqual(['DENIED']);
});

it('says why an answer was refused, and stays', async () => {
  const { golfer } = await open({ [ANSWER]: 'MATCH_STARTED' });
  await golfer.click((await dialog()).getByRole('button', { name: 'Accept' }));
  expect((await (await dialog()).findByRole('alert')).textContent).toContain('This match has already started');
});

it('says that an invitation has ended while it is shown, until the golfer closes it', async () => {
  const { golfer, answered } = await open();
  await act(() => queryClient.invalidateQueries());
  expect((await dialog()).getByText(/^Alex has started without you or withdrawn it/)).toBeTruthy();
  expect((await dialog()).queryByRole('button', { name: 'Accept' })).toBeNull();
  await golfer.click((await dialog()).getByRole('button', { name: 'OK' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(answered()).toEqual([]);
});

it('says that it has ended also after an answer was lost', async () => {
  const { golfer } = await open({ [ANSWER]: Response.json({}, { status: 502 }) });
  await golfer.click((await dialog()).getByRole('button', { name: 'Accept' }));
  expect(await screen.findByRole('alert', {}, { timeout: 4_000 })).toBeTruthy();
  await act(() => queryClient.invalidateQueries());
  expect((await dialog()).getByText(/^Alex has started without you or withdrawn it/)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('while it closes', () => {
  beforeEach(() => {
    const running = { finished: new Promise<Animation>(() => undefined) } as Animation;
    jest.spyOn(Element.prototype, 'getAnimations').mockReturnValue([running]);
  });
  afterEach(() => jest.restoreAllMocks());

  it('does not say that the invitation has ended', async () => {
    const { golfer, sent } = await open();
    const before = sent(INVITES).length;
    await golfer.click((await dialog()).getByRole('button', { name: 'No thanks' }));
    await waitFor(() => expect(sent(INVITES).length).toBeGreaterThan(before));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect((await dialog()).getByRole('button', { name: 'Accept' })).toBeTruthy();
  });

  it('the question about another set-up keeps its words', async () => {
    const other: CurrentMatch = { matchId: 'its', isHost: false, started: false, playType: 'SOCIAL', nextHole: null };
    const { golfer } = await open({ [CURRENT]: { position: '1', current: other } });
    await golfer.click((await dialog()).getByRole('button', { name: 'Accept' }));
    const question = await screen.findByRole('alertdialog', { name: 'Leave your other round?' });
    await golfer.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(question.hasAttribute('data-ending-style')).toBe(true));
    expect(question.textContent).toMatch(/^Leave your other round\?You have joined another round/);
  });
});

it('asks before it ends another set-up of the golfer', async () => {
  const other: CurrentMatch = { matchId: 'mine', isHost: true, started: false, playType: 'SOCIAL', nextHole: null };
  const { golfer, answered, at } = await open({ [CURRENT]: { position: '1', current: other } });
  expect((await dialog()).getByText('Fernside')).toBeTruthy();
  await golfer.click((await dialog()).getByRole('button', { name: 'Accept' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Your other set-up ends' }));
  expect(answered()).toEqual([]);
  await golfer.click(question.getByRole('button', { name: 'Accept the invitation' }));
  await waitFor(() => expect(at()).toBe('/lobby-invitation?id=m'));
  expect(answered()).toEqual(['ACCEPTED']);
});
