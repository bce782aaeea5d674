/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { CurrentMatch, Invite } from '@fairmark/contract';
import { jest } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { queryClient } from '../../api/call/query-client.js';
import { dialog, presses, question, sees, seesNoDialog } from '../../shared/testing/hands.js';
import { inMatch, matchAnswer } from '../../shared/testing/match.js';
import { openAs, type Answers } from '../../shared/testing/pages.js';
import { type Answer, lost, WRITTEN } from '../../shared/testing/server.js';
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

const MINE: CurrentMatch = { matchId: 'mine', isHost: true, started: false, playType: 'SOCIAL', nextHole: null };
const ANSWER = 'PUT /api/match/invite';
const INVITES = 'GET /api/match/invites';
const HAS_ENDED = /^Alex has started without you or withdrawn it/;

/** Opens a page with an invitation of Alex, which is in the list until it is read again. */
async function open(answers: Answers = {}) {
  const page = openAs('sam', [{ path: '/', Component: InvitationPrompt }], '/', {
    ...inMatch(null),
    [INVITES]: { position: '1', invites: [INVITE] },
    [ANSWER]: WRITTEN,
    'GET /api/match/m': matchAnswer({ host: INVITE.host }, {}),
    ...answers,
  });
  await dialog('Invitation!');
  const ended = { [INVITES]: { position: '1', invites: [] } };
  page.reply(ended);
  const answered = () => page.sent(ANSWER).map(({ body }) => (body as { status: string }).status);
  return { ...page, answered, ends: () => page.becomes(ended) };
}

it.each<[string, Answer]>([
  ['that is open', WRITTEN],
  ['that no longer exists', 'INVITE_NOT_FOUND'],
  ['to a round that has started without the golfer', 'MATCH_STARTED'],
])('declining an invitation %s succeeds', async (_what, reply) => {
  const { answered } = await open({ [ANSWER]: reply });
  await presses('No thanks');
  await seesNoDialog();
  expect(answered()).toEqual(['DENIED']);
});

it('says why an answer was refused, and stays', async () => {
  await open({ [ANSWER]: 'MATCH_STARTED' });
  await presses('Accept');
  const refusal = await (await dialog('Invitation!')).findByRole('alert');
  expect(refusal.textContent).toContain('This match has already started');
});

it('says that an invitation has ended while it is shown, until the golfer closes it', async () => {
  const { answered, ends } = await open();
  await ends();
  await sees(HAS_ENDED);
  expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull();
  await presses('OK');
  await seesNoDialog();
  expect(answered()).toEqual([]);
});

it('says that it has ended also after an answer was lost', async () => {
  const { ends } = await open({ [ANSWER]: lost });
  await presses('Accept');
  expect(await screen.findByRole('alert', {}, { timeout: 4_000 })).toBeTruthy();
  await ends();
  await sees(HAS_ENDED);
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('while it closes', () => {
  beforeEach(() => {
    const running = { finished: new Promise<Animation>(() => undefined) } as Animation;
    jest.spyOn(Element.prototype, 'getAnimations').mockReturnValue([running]);
  });
  afterEach(() => jest.restoreAllMocks());

  it('does not say that the invitation has ended', async () => {
    const { sent } = await open();
    const before = sent(INVITES).length;
    await presses('No thanks');
    await waitFor(() => expect(sent(INVITES).length).toBeGreaterThan(before));
    await waitFor(() => expect(queryClient.isFetching()).toBe(0));
    expect((await dialog('Invitation!')).getByRole('button', { name: 'Accept' })).toBeTruthy();
  });

  it('the question about another set-up keeps its words', async () => {
    await open(inMatch({ ...MINE, isHost: false }));
    await presses('Accept');
    const asked = await screen.findByRole('alertdialog', { name: 'Leave your other round?' });
    await presses('Cancel');
    await waitFor(() => expect(asked.hasAttribute('data-ending-style')).toBe(true));
    expect(asked.textContent).toMatch(/^Leave your other round\?You have joined another round/);
  });
});

it('asks before it ends another set-up of the golfer', async () => {
  const { answered, at } = await open(inMatch(MINE));
  await sees('Fernside');
  await presses('Accept');
  await question('Your other set-up ends');
  expect(answered()).toEqual([]);
  await presses('Accept the invitation');
  await waitFor(() => expect(at()).toBe('/lobby-invitation?id=m'));
  expect(answered()).toEqual(['ACCEPTED']);
});
