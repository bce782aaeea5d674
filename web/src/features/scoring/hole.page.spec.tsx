/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { DELETED_PLAYER, type CurrentMatch, type MatchAnswer } from '@fairmark/contract';
import { matchQuery, rememberMatch, storedRound } from '../../api/match.js';
import { queryClient } from '../../api/call/query-client.js';
import { patterns, paths } from '../../shared/routing/paths.js';
import { openAs } from '../../shared/testing/pages.js';
import { EMPTY_BOX } from '../../outbox/box.js';
import { changeOutbox, enterScore, waitingScores } from '../../outbox/outbox.js';
import { markSent, refuse } from '../../outbox/waiting-scores.js';
import { LiveRegion } from '../../ui/live-region.js';
import { Component } from './hole.page.js';
import { ALEX, aMatch, eighteen, type ExampleCard, JO, ME } from '../../outbox/testing/match.js';

const me: ExampleCard = { player: ME, daily: 18, byPlayer: [4, 5], byMarker: [4, 6, 5], marker: ALEX };
const alex: ExampleCard = { player: ALEX, byPlayer: [5, 5], byMarker: [5, 5], marker: ME };
const complete = eighteen(4);
const PICKED_UP = /picked up withdraws: Scorecard on a hole, then Delete Round\.$/;

beforeEach(() => changeOutbox(() => EMPTY_BOX));

const Page = () => (
  <>
    <Component />
    <LiveRegion />
  </>
);

/** Opens a hole of this match, by default that in progress. Nothing sends the scores: they wait. */
function open(address: string, match: MatchAnswer, current: Pick<CurrentMatch, 'matchId'> | null = { matchId: 'm' }) {
  const { golfer: user, ...page } = openAs('me', [{ path: patterns.score, Component: Page }], address, {
    'GET /api/match/current': { position: '1', current },
    'GET /api/match/m': match,
  });
  const becomes = (next: MatchAnswer) =>
    act(() => void queryClient.setQueryData(matchQuery('m').queryKey, { ...next, revision: '21' }));
  return { ...page, user, becomes };
}

function row(name: string): HTMLElement {
  return screen.getByRole('tab', { name: new RegExp(`^${name}`) });
}

function primaryAction(): string {
  const [button, ...more] = screen
    .getAllByRole('button')
    .filter(({ dataset }) => dataset.kind === 'primary' && dataset.size === 'large');
  expect(more).toEqual([]);
  return button?.textContent ?? '';
}

describe('a hole of the round in progress', () => {
  it('is scored by one tap on each card, saved on the phone and announced, and the next row opens', async () => {
    const { user, at } = open('/score/3', aMatch(ME, [me, alex]));
    expect(await screen.findByRole('heading', { level: 1, name: 'Hole 3' })).toBeTruthy();
    expect(primaryAction()).toBe('Enter your score');
    await user.click(screen.getByRole('button', { name: '5 bogey' }));
    // The number is painted with the tap, what follows from it after the frame.
    expect(row('You').textContent).toContain('5, bogey');
    expect(row('You').getAttribute('aria-selected')).toBe('true');
    await waitFor(() => expect(row('You').getAttribute('aria-selected')).toBe('false'));
    expect(row('Alex Kerr').getAttribute('aria-selected')).toBe('true');
    expect(primaryAction()).toBe("Enter Alex's score");
    expect(waitingScores('m')).toMatchObject([{ userId: 'me', holeNumber: 3, strokes: 5, replaces: null }]);
    const announced = "Hole 3: 5, bogey, 2 points. Saved on this phone. Enter Alex's score.";
    expect(screen.getByText(announced)).toBeTruthy();
    expect(storedRound().hole).toBe(4);
    await user.click(screen.getByRole('button', { name: '4 par' }));
    expect(waitingScores('m').find(({ userId }) => userId === 'alex')).toMatchObject({ holeNumber: 3, strokes: 4 });
    expect(await screen.findByText('Par, 2 points')).toBeTruthy();
    expect(at()).toBe('/score/3');
    expect(primaryAction()).toBe('Next hole');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Next hole' }));
    await user.click(screen.getByRole('button', { name: 'Next hole' }));
    await waitFor(() => expect(at()).toBe('/score/4'));
    expect(primaryAction()).toBe('Enter your score');
    await user.click(row('Alex Kerr'));
    expect(primaryAction()).toBe("Enter Alex's score");
  });

  it('takes two taps within a frame as the scores of two cards', async () => {
    const { user } = open('/score/3', aMatch(ME, [me, alex]));
    const key = await screen.findByRole('button', { name: '5 bogey' });
    await user.click(key);
    await user.click(key);
    expect(waitingScores('m').map(({ userId, strokes }) => [userId, strokes])).toEqual([
      ['me', 5],
      ['alex', 5],
    ]);
  });

  it('does not call a score saved that the phone has no room for', async () => {
    const { user } = open('/score/3', aMatch(ME, [{ ...me, byMarker: [], marker: null }]));
    await screen.findByRole('heading', { level: 1 });
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    await user.click(screen.getByRole('button', { name: '5 bogey' }));
    full.mockRestore();
    expect(await screen.findByText('Keep this page open until it is sent')).toBeTruthy();
    expect(screen.queryByText(/^Saved on this phone/)).toBeNull();
    // The row may have advanced to another card, which has no such words.
    expect(await screen.findByRole('button', { name: 'Keep this page open' })).toBeTruthy();
    expect(screen.getByText(/Hole 3: 5, bogey, 2 points\. Keep this page open until it is sent\.$/)).toBeTruthy();
  });

  it('shows on each row the running total and the other side’s entry', async () => {
    const jo: ExampleCard = { player: JO, byMarker: [5], marker: ME };
    open('/score/1', aMatch(ME, [{ ...me, byPlayer: [4, 5] }, alex, jo]));
    expect((await screen.findByRole('tab', { name: /^You/ })).textContent).toMatch(
      /Daily 18, 1 stroke received5 pts · thru 2Alex 4/,
    );
    expect(row('Alex Kerr').textContent).toMatch(/Daily 02 pts · thru 2Alex 5/);
    expect(row('Jo Tran').textContent).toMatch(/1 pt · thru 1/);
  });

  it('asks for the missing score, opens its row and moves the focus to its key', async () => {
    const { user } = open('/score/3', aMatch(ME, [{ ...me, byPlayer: [4, 5, 4] }, alex]));
    await user.click(await screen.findByRole('tab', { name: /^You/ }));
    expect(screen.getByRole('button', { name: '5 bogey' })).toHaveProperty('disabled', true);
    await user.click(screen.getByRole('button', { name: "Enter Alex's score" }));
    expect(row('Alex Kerr').getAttribute('aria-selected')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '4 par' })));
  });

  it('keeps the focus while a key is pressed, and moves it to the field for many strokes', async () => {
    const { user } = open('/score/3', aMatch(ME, [me, alex], 'STROKE'));
    const key = await screen.findByRole('button', { name: '5 bogey' });
    await user.pointer({ keys: '[MouseLeft>]', target: key });
    expect(document.activeElement).not.toBe(key);
    await user.pointer({ keys: '[/MouseLeft]', target: screen.getByRole('button', { name: '13+' }) });
    await user.click(screen.getByRole('button', { name: '13+' }));
    const field = await screen.findByRole('textbox', { name: 'Strokes, 13 to 30' });
    await user.click(field);
    expect(document.activeElement).toBe(field);
  });

  it('has no field for many strokes any more on the card of another player of the same name', async () => {
    const namesakes = ['one', 'two'].map((id): ExampleCard => {
      return { player: { id, fullName: 'Jo Tran', sharesFirstName: true }, marker: ME };
    });
    const { user } = open('/score/3', aMatch(ME, [me, ...namesakes], 'STROKE'));
    const [first, second] = await screen.findAllByRole('tab', { name: /^Jo Tran/ });
    await user.click(first!);
    await user.click(screen.getByRole('button', { name: '13+' }));
    expect(await screen.findByRole('textbox', { name: 'Strokes, 13 to 30' })).toBeTruthy();
    await user.click(second!);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('has no field for many strokes any more once the change is cancelled', async () => {
    const { user } = open('/score/1', aMatch(ME, [{ ...me, byPlayer: [14] }, alex], 'STROKE'));
    await user.click(await screen.findByRole('button', { name: 'Edit your score' }));
    await user.click(screen.getByRole('button', { name: '14 strokes' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('never hides the next duty behind a difference, on this hole or another', async () => {
    const { user, at, becomes } = open(
      '/score/2',
      aMatch(ME, [
        { ...me, byPlayer: [4, 5, 4], byMarker: [4, 6] },
        { ...alex, byMarker: [5] },
      ]),
    );
    expect(await screen.findByText('You 5, Alex 6')).toBeTruthy();
    expect(primaryAction()).toBe("Enter Alex's score");
    expect(screen.queryByRole('link', { name: /Fix$/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Next hole' }));
    await waitFor(() => expect(at()).toBe('/score/3'));
    const fix = screen.getAllByRole('link').find(({ textContent }) => textContent?.endsWith('Fix'));
    expect(fix?.textContent).toBe('Hole 2: you 5, Alex 6Fix');
    expect(primaryAction()).toBe("Enter Alex's score");
    await user.click(fix!);
    await waitFor(() => expect(at()).toBe('/score/2'));
    becomes(aMatch(ME, [{ ...me, byPlayer: [4, 5, 4] }, alex]));
    expect(await screen.findByText(/Scores differ\. Hole 3: you 4, Alex 5\.$/)).toBeTruthy();
    becomes(aMatch(ME, [{ ...me, byPlayer: [4, 5, 4], byMarker: [4, 5, 6] }, alex]));
    expect(await screen.findByText(/Scores differ\. Hole 3: you 4, Alex 6\.$/)).toBeTruthy();
    screen.getByRole('link', { name: /Fix$/ }).focus();
    becomes(aMatch(ME, [{ ...me, byPlayer: [4, 5, 4], byMarker: [4, 5, 4] }, alex]));
    expect(await screen.findByText(/Hole 3: scores no longer differ\.$/)).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('group', { name: /strokes on hole 2/ }));
    const mine: ExampleCard = { ...me, byPlayer: [4, 5, 4], byMarker: [4, 6, 4] };
    becomes(aMatch(ME, [mine, { ...alex, byMarker: [5, 4] }]));
    expect(await screen.findByText(/Hole 2, Alex's card: you 4, Alex 5\.$/)).toBeTruthy();
    becomes(aMatch(ME, [mine, alex]));
    expect(await screen.findByText(/Hole 2, Alex's card: scores no longer differ\.$/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Back to hole 3' }));
    await waitFor(() => expect(at()).toBe('/score/3'));
  });

  it('is changed on any row by one tap on its score, except on a signed card', async () => {
    const signed: ExampleCard = { ...alex, player: JO, signed: ['PLAYER'] };
    const { user } = open('/score/1', aMatch(ME, [me, alex, signed]));
    await screen.findByRole('tab', { name: /^You/, selected: true });
    const edits = screen.getAllByRole('button', { name: /^Edit/ });
    expect(edits.map(({ textContent }) => textContent)).toEqual(['Edit your score', "Edit Alex's score"]);
    await user.click(screen.getByRole('button', { name: "Edit Alex's score" }));
    expect(row('Alex Kerr').getAttribute('aria-selected')).toBe('true');
    await user.click(screen.getByRole('button', { name: '6 double' }));
    expect(waitingScores('m')).toMatchObject([{ userId: 'alex', holeNumber: 1, strokes: 6 }]);
  });

  it('is changed, left unchanged, and cleared', async () => {
    const { user } = open('/score/1', aMatch(ME, [me, alex]));
    await user.click(await screen.findByRole('button', { name: 'Edit your score' }));
    expect(screen.getByRole('button', { name: '4 par' }).getAttribute('aria-pressed')).toBe('true');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '4 par' }));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('Par, 3 points')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Edit your score' }));
    await user.click(screen.getByRole('button', { name: '4 par' }));
    expect(waitingScores('m')).toEqual([]);
    await user.click(await screen.findByRole('button', { name: 'Edit your score' }));
    await user.click(screen.getByRole('button', { name: 'Clear my entry' }));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '4 par' }).getAttribute('aria-pressed')).toBe('false'),
    );
    expect(waitingScores('m')).toContainEqual(
      expect.objectContaining({ holeNumber: 1, strokes: null, noScore: false, replaces: 'me-me-1' }),
    );
    // A change is no progress: the round still resumes where it was.
    expect(storedRound().hole).toBeNull();
  });

  it('keeps the focus when the other side signs the card that is being changed', async () => {
    const { user, becomes } = open('/score/1', aMatch(ME, [me, alex]));
    await user.click(await screen.findByRole('button', { name: 'Edit your score' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: '4 par' }));
    becomes(aMatch(ME, [{ ...me, signed: ['MARKER'] }, alex]));
    expect(await screen.findByText('Your card has been signed')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('tabpanel', { name: 'Your score' }));
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  it.each<[string, string, ExampleCard[]]>([
    ['cleared', 'your', [{ ...me, byPlayer: [] }, alex]],
    ['signed', 'your', [{ ...me, signed: ['MARKER'] }, alex]],
    ['given to another marker', "Alex's", [me, { ...alex, marker: JO }]],
  ])('is not being changed any more once it was %s on another phone', async (_what, whose, next) => {
    const { user, becomes } = open('/score/1', aMatch(ME, [me, alex]));
    await user.click(await screen.findByRole('button', { name: `Edit ${whose} score` }));
    becomes(aMatch(ME, next));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull());
    becomes(aMatch(ME, [me, alex]));
    expect(await screen.findByRole('button', { name: `Edit ${whose} score` })).toBeTruthy();
    expect(screen.getByRole('button', { name: '6 double' })).toHaveProperty('disabled', true);
  });

  it('settles a score that was refused, also by entering the value that is shown there as saved', async () => {
    const { user } = open('/score/1', aMatch(ME, [me, alex]));
    act(() => {
      enterScore({ matchId: 'm', userId: 'me', holeNumber: 1 }, { strokes: 7, noScore: false }, null);
      const [{ key } = { key: '' }] = waitingScores('m');
      changeOutbox((box) => refuse(markSent(box, box.waiting[0]!), key, { code: 'NOT_MARKER', message: 'no' }));
    });
    expect(await screen.findByText('Saved')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Edit your score' }));
    await user.click(screen.getByRole('button', { name: '4 par' }));
    expect(waitingScores('m')).toMatchObject([{ holeNumber: 1, strokes: 4, state: 'waiting', replaces: 'me-me-1' }]);
  });

  it('leads from the last hole to the first incomplete one, and lists all of these', async () => {
    const mine = { ...me, byPlayer: eighteen(4, { 7: null, 12: null }) };
    const { user, at } = open('/score/18', aMatch(ME, [mine, { ...alex, byMarker: complete }]));
    await user.click(await screen.findByRole('button', { name: 'Next hole' }));
    expect(await screen.findByText('2 holes are not entered yet on your card.')).toBeTruthy();
    expect(at()).toBe('/score/7');
    expect(screen.getByRole('button', { name: 'Go to hole 7' })).toBeTruthy();
    expect(screen.queryByText(PICKED_UP)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Hole 12' }));
    await waitFor(() => expect(at()).toBe('/score/12'));
  });

  it('says how a player who has picked up withdraws in stroke play, which has no No Score', async () => {
    const alexs = { ...alex, byMarker: eighteen(4, { 1: null }) };
    const { user } = open('/score/18', aMatch(ME, [{ ...me, byPlayer: complete }, alexs], 'STROKE'));
    await user.click(await screen.findByRole('button', { name: 'Next hole' }));
    expect(await screen.findByText(PICKED_UP)).toBeTruthy();
  });

  it('lists no holes any more once my other phone has entered the last of them', async () => {
    const marked = { ...alex, byMarker: complete };
    const lacksOne = aMatch(ME, [{ ...me, byPlayer: eighteen(4, { 1: null }) }, marked]);
    const { user, becomes } = open('/score/18', lacksOne);
    await user.click(await screen.findByRole('button', { name: 'Next hole' }));
    expect(await screen.findByRole('dialog')).toBeTruthy();
    becomes(aMatch(ME, [{ ...me, byPlayer: complete }, marked]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // Nor again when a hole is cleared later.
    becomes(lacksOne);
    await waitFor(() => expect(primaryAction()).toBe('Enter your score'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['the last hole', '/score/18', 4, null],
    ['any hole, also one on which scores differ,', '/score/4', 6, null],
    ['the last hole of another one', '/score/18?id=m', 4, 'another'],
  ])('ends from %s once all is entered, and the phone forgets it alone', async (_what, address, theirs, remembered) => {
    const cards = [
      { ...me, byPlayer: complete, byMarker: [4, 4, 4, theirs] },
      { ...alex, byMarker: complete },
    ];
    const { user, at } = open(address, aMatch(ME, cards), remembered === null ? { matchId: 'm' } : null);
    if (remembered !== null) rememberMatch(remembered);
    await user.click(await screen.findByRole('button', { name: 'Complete round' }));
    await waitFor(() => expect(at()).toBe(paths.scorecard('m')));
    expect(storedRound()).toEqual({ matchId: remembered, hole: null });
  });

  it.each([
    ['a match round', [me, alex], /will be withdrawn and won't count\. The others can keep playing\. /],
    [
      'a match round that the others have left',
      [me, { ...alex, withdrawn: true }],
      /won't count\. This can't be undone/,
    ],
    [
      'a practice round alone',
      [{ ...me, byMarker: [], marker: null }],
      /Your card will be deleted\. This can't be undone/,
    ],
  ])('says of the deletion of %s what happens to the card', async (_what, cards, words) => {
    const { user } = open('/score/3', aMatch(ME, cards));
    await user.click(await screen.findByRole('button', { name: 'Scorecard' }));
    await user.click(await screen.findByRole('button', { name: 'Delete Round' }));
    expect((await screen.findByRole('alertdialog', { name: 'Delete Round' })).textContent).toMatch(words);
  });

  it('says why a signed card is not deleted, and how it can be', async () => {
    const { user, reply } = open('/score/3', aMatch(ME, [me, alex]));
    reply({ 'DELETE /api/match/round': 'ROUND_SIGNED' });
    await user.click(await screen.findByRole('button', { name: 'Scorecard' }));
    await user.click(await screen.findByRole('button', { name: 'Delete Round' }));
    await user.click(await screen.findByRole('button', { name: 'Delete round' }));
    const words = 'A card with a signature stays in the round, unless it is reopened on the scorecard.';
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('says whose card I have come to mark and whose no longer, until I leave the hole', async () => {
    const jo: ExampleCard = { player: JO, byMarker: [4, 4], marker: ALEX };
    const { user, becomes, go } = open('/score/3', aMatch(ME, [me, { ...alex, byPlayer: [5, 6] }, jo]));
    expect(await screen.findByRole('tab', { name: /^Alex Kerr/ })).toBeTruthy();
    expect(screen.queryByRole('tab', { name: /^Jo Tran/ })).toBeNull();
    becomes(aMatch(ME, [me, { ...alex, byPlayer: [5, 6], withdrawn: true }, { ...jo, marker: ME }]));
    expect(await screen.findByRole('tab', { name: /^Jo Tran/ })).toBeTruthy();
    expect(document.activeElement).toBe(document.body);
    // On the page, above the rows where the lowest window shows it, and to screen readers.
    const words = "You now mark Jo's card. You no longer mark Alex's card";
    // An announcement of the moment before is joined to it.
    const spoken = () => screen.getAllByRole('status').filter(({ textContent }) => textContent?.endsWith(words));
    await waitFor(() => expect(spoken()).toHaveLength(1));
    const [shown] = screen.getAllByText(words);
    expect(shown!.compareDocumentPosition(screen.getByRole('tablist'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await user.click(screen.getByRole('button', { name: 'Next hole' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Hole 4' })).toBeTruthy();
    expect(screen.queryAllByText(words).length).toBeLessThan(2);
    await act(() => go('/score/3'));
    expect(await screen.findByRole('heading', { level: 1, name: 'Hole 3' })).toBeTruthy();
    expect(screen.queryAllByText(words).length).toBeLessThan(2);
  });

  it('has its markers changed by its host, on unsigned cards of players in the round', async () => {
    const cat: ExampleCard = { player: { id: 'cat', fullName: 'Cat Lee' }, marker: ME, signed: ['MARKER'] };
    const left: ExampleCard = { player: { id: 'dan', fullName: 'Dan Fox' }, marker: ME, withdrawn: true };
    const gone: ExampleCard = { player: { id: 'eve', fullName: DELETED_PLAYER }, marker: ME, signed: ['PLAYER'] };
    const jo: ExampleCard = { player: JO, marker: ME };
    const { user, sent } = open('/score/3', aMatch(ME, [me, { ...alex, marker: JO }, jo, cat, left, gone]));
    await user.click(await screen.findByRole('button', { name: 'Scorecard' }));
    await user.click(await screen.findByRole('button', { name: 'Change markers' }));
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Marker of Alex Kerr' });
    expect([...choice.options].map(({ text }) => text)).toEqual(['Sam Reid', 'Jo Tran', 'Cat Lee']);
    expect(screen.getAllByRole('combobox')).toHaveLength(3);
    await user.selectOptions(choice, 'Sam Reid');
    const body = { matchId: 'm', userId: 'alex', markerId: 'me' };
    await waitFor(() => expect(sent('PUT /api/match/marker')).toMatchObject([{ body }]));
  });

  it('offers no change of markers to other players, nor in a match of two', async () => {
    const cards = [{ ...me }, { ...alex, marker: JO }, { player: JO, marker: ME }];
    const match = aMatch(ME, cards);
    const { user } = open('/score/3', { ...match, match: { ...match.match, host: JO } });
    await user.click(await screen.findByRole('button', { name: 'Scorecard' }));
    expect(await screen.findByRole('button', { name: 'Delete Round' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Change markers' })).toBeNull();
    cleanup();
    open('/score/3', aMatch(ME, [me, alex]));
    await user.click(await screen.findByRole('button', { name: 'Scorecard' }));
    expect(await screen.findByRole('button', { name: 'Delete Round' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Change markers' })).toBeNull();
  });

  it('keeps the screen awake while it is shown, where the browser can', async () => {
    let held = 0;
    const release = async (): Promise<void> => void (held -= 1);
    const request = async (): Promise<{ release: typeof release }> => {
      held += 1;
      return { release };
    };
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
    open('/score/3', aMatch(ME, [me, alex]));
    await waitFor(() => expect(held).toBe(1));
    cleanup();
    await waitFor(() => expect(held).toBe(0));
    Reflect.deleteProperty(navigator, 'wakeLock');
  });

  it('has no tabs in a practice round', async () => {
    open('/score/3', aMatch(ME, [{ ...me, byMarker: [], marker: null }]));
    expect(await screen.findByRole('group', { name: 'Your strokes on hole 3, par 4' })).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
  });

  it('that I have left on any phone is forgotten, with a notice', async () => {
    const jo: ExampleCard = { player: JO, marker: ALEX };
    open('/score/3', aMatch(ME, [{ ...me, withdrawn: true }, { ...alex, marker: JO }, jo]));
    expect(await screen.findByText('You are not in this round any more')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Your round' })).toBeTruthy();
    expect(storedRound().matchId).toBeNull();
  });

  it.each([
    ['99', 18],
    ['-3', 1],
    ['4.4', 4],
    ['first', 1],
  ])('is the nearest hole to %s in the address', async (text, hole) => {
    const { at } = open(`/score/${text}`, aMatch(ME, [me, alex]));
    await waitFor(() => expect(at()).toBe(`/score/${hole}`));
  });

  it('goes to the lobby while the match has not started', async () => {
    const match = aMatch(ME, [me, alex]);
    const { at } = open('/score/1', { ...match, match: { ...match.match, started: false } });
    await waitFor(() => expect(at()).toBe(paths.lobby('m')));
  });
});

it.each([
  ['the stored one, without asking the server', '/score/3', 'm', 'another', 'm', false],
  ['the stored one, also named in the address', '/score/3?id=m', 'm', 'another', 'm', false],
  ['the one in progress, on a phone that stores none', '/score/3', null, 'm', 'm', true],
  ['the named one, in progress, on a phone that stores an older one', '/score/3?id=m', 'older', 'm', 'm', true],
  ['a named one apart, while another is in progress', '/score/3?id=m', 'another', 'another', 'another', true],
  ['a named one apart, while none is in progress', '/score/3?id=m', null, null, null, true],
])('the match of a hole is %s', async (_, address, stored, running, kept, asked) => {
  const { sent, go } = open('/', aMatch(ME, [me, alex]), running === null ? null : { matchId: running });
  if (stored !== null) rememberMatch(stored);
  await act(() => go(address));
  expect(await screen.findByRole('heading', { level: 1, name: 'Hole 3' })).toBeTruthy();
  await waitFor(() => expect(storedRound().matchId).toBe(kept));
  await waitFor(() => expect(screen.queryAllByText('Back to the scorecard')).toHaveLength(kept === 'm' ? 0 : 1));
  expect(sent('GET /api/match/current').length > 0).toBe(asked);
});

describe('a hole of another match', () => {
  it('leads back to the scorecard, and leaves the remembered round alone', async () => {
    const { user, at } = open('/score/3?id=m', aMatch(ME, [me, alex]), null);
    rememberMatch('another');
    const back = await screen.findByRole('link', { name: 'Back to the scorecard' });
    expect(back.getAttribute('href')).toBe(paths.scorecard('m'));
    await user.click(screen.getByRole('button', { name: '4 par' }));
    await user.click(screen.getByRole('button', { name: 'Next hole' }));
    await waitFor(() => expect(at()).toBe('/score/4?id=m'));
    expect(storedRound()).toEqual({ matchId: 'another', hole: null });
  });

  it('shows the committee’s correction', async () => {
    const corrected = { ...me, byPlayer: complete, byMarker: complete, corrected: { 2: 7 } };
    open('/score/2?id=m', aMatch(ME, [corrected, alex]), null);
    expect(await screen.findByText('The committee has corrected this hole since: 7 counts.')).toBeTruthy();
  });

  it('can’t be changed once it is signed', async () => {
    open('/score/1?id=m', aMatch(ME, [{ ...me, signed: ['PLAYER'] }, alex]), null);
    expect(await screen.findByText('Par, 3 points')).toBeTruthy();
    expect(screen.getAllByText('Your card has been signed').length).toBeGreaterThan(0);
    expect(screen.queryByRole('button', { name: 'Edit your score' })).toBeNull();
    expect(screen.getAllByRole('link')).toHaveLength(1);
  });
});
