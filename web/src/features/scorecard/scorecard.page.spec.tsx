/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { jest } from '@jest/globals';
import { errorAnswer, LIMITS, type MatchAnswer } from '@fairmark/contract';
import { EMPTY_BOX } from '../../outbox/box.js';
import { changeOutbox, waitingScores } from '../../outbox/outbox.js';
import { patterns } from '../../shared/routing/paths.js';
import { openAs, type Answers } from '../../shared/testing/pages.js';
import type { Answer, Call } from '../../shared/testing/server.js';
import { LiveRegion } from '../../ui/live-region.js';
import { Component } from './scorecard.page.js';
import { ALEX, answer, card, CAT, correction, eighteen, SAM, threeBall, twoBall } from '../../outbox/testing/match.js';

const both = { signed: ['PLAYER', 'MARKER'] as ('PLAYER' | 'MARKER')[] };
const startedAgo = (ms: number): MatchAnswer => {
  const { match, ...cards } = twoBall(both, both);
  return { ...cards, match: { ...match, startedAt: new Date(Date.now() - ms).toISOString() } };
};
const verified = startedAgo(0);
const unmarked = answer([{ ...card({ player: SAM, marker: ALEX, signed: ['MARKER'] }), marker: null }]);
const place = (id: string, rank: number) => ({
  rank,
  rankLabel: String(rank),
  countback: null,
  player: { id, fullName: id },
  marker: null,
  userRound: { matchId: 'match' },
});
const results = { day: '2026-11-14', nextOffset: null, rounds: [place('alex', 1), place('sam', 2)] };

beforeEach(() => changeOutbox(() => EMPTY_BOX));

/** Opens the scorecard of a match. */
async function open(match: Answer, more: Answers = {}) {
  const { golfer: user, ...page } = openAs(SAM.id, [{ path: patterns.scorecard, Component }], '/match/scorecard', {
    [MATCH]: match,
    [RESULTS]: results,
    ...more,
  });
  await screen.findByRole('heading', { level: 1 });
  return { ...page, user, becomes: (next: MatchAnswer) => page.becomes({ [MATCH]: next }) };
}

const MATCH = 'GET /api/match/match';
const RESULTS = 'GET /api/mothership/daily-results';
const VERIFY = 'POST /api/match/match/verify';
const refused = (code: 'SCORES_DONT_MATCH' | 'SCORE_CHANGED', cards: object[]): Response => {
  const { status, error } = errorAnswer(code);
  return Response.json({ status, error: { ...error, details: { cards } } }, { status });
};
const verify = () => screen.findByRole('button', { name: 'Verify & sign' });
const signings = (calls: Call[]) => calls.filter(({ call }) => call.endsWith('/verify'));
const seenIn = (calls: Call[]) => signings(calls).map(({ body }) => (body as { seen: string[] }).seen);
const written = () =>
  waitingScores('match').map(({ userId, holeNumber, strokes, noScore, replaces }) => [
    userId,
    holeNumber,
    noScore ? 'NS' : strokes,
    replaces,
  ]);

describe('a finished round', () => {
  test('begins with its result, and says who has to sign, without an alert', async () => {
    await open(twoBall());
    const mine = within(await screen.findByRole('region', { name: 'Your round' }));
    // The day of the course, not of its start in UTC.
    expect(screen.getByText('Saltbush Links · Sat, 14 Nov 2026')).toBeTruthy();
    expect(mine.getByText('36')).toBeTruthy();
    const facts = mine.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(facts).toEqual([
      ['Out', '18'],
      ['In', '18'],
      ['Gross', '72'],
      ['Nett', '72'],
    ]);
    expect(mine.getByText('1: par, 2 points')).toBeTruthy();
    const sign = within(screen.getByRole('region', { name: 'Verify & sign' }));
    expect(sign.getByText("Your card and Alex's card")).toBeTruthy();
    expect(sign.getByText('Waiting for you and Alex to sign')).toBeTruthy();
    expect(sign.getByText("You sign your own card and Alex's.")).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test.each([
    ['before its last hole', twoBall({ byPlayer: eighteen(4, { 18: null }), byMarker: [] }), 'YouThru 17'],
    ['on a withdrawn card', twoBall({ withdrawn: true }), 'Alex36 pts'],
  ])('has no total %s', async (_, match, tab) => {
    await open(match);
    expect(await screen.findByRole('table', { name: /^Out/ })).toBeTruthy();
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe(tab);
    expect(screen.queryByRole('region', { name: 'Your round' })).toBeNull();
  });

  test('closes the pad of a card that I mark no longer, for good', async () => {
    const theirs = { byMarker: eighteen(4, { 6: 5 }) };
    const { user, becomes } = await open(threeBall({}, theirs));
    await user.click(await screen.findByRole('button', { name: /^Hole 6: Scores differ/ }));
    expect(await screen.findByRole('dialog', { name: "Hole 6, Alex's card" })).toBeTruthy();
    await becomes({ ...threeBall({}, { ...theirs, marker: CAT }), revision: '21' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await becomes({ ...threeBall({}, theirs), revision: '22' });
    expect(await screen.findByRole('button', { name: /^Hole 6: Scores differ/ })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('shows every hole that I can settle, on any card, one tap from its pad', async () => {
    const alexs = { byPlayer: eighteen(4, { 6: 'NS' }), byMarker: eighteen(4, { 6: 5 }) } as const;
    const { user } = await open(twoBall({ byMarker: eighteen(4, { 5: 3 }) }, alexs));
    render(<LiveRegion />);
    const rows = within(await screen.findByRole('list', { name: 'To settle' })).getAllByRole('button');
    expect(rows.map(({ textContent }) => textContent?.trim())).toEqual([
      'Hole 5: Scores differ. You 4 · Alex 3',
      "Hole 6: Scores differ. You 5 · Alex No Score Alex's card",
    ]);
    await user.click(rows[0]!);
    const pad = within(await screen.findByRole('dialog', { name: 'Hole 5, your card' }));
    expect(pad.getByText('You 4 · Alex 3. Par 4, 350 m')).toBeTruthy();
    await user.click(pad.getByRole('button', { name: '7 +3' }));
    await screen.findByText(/Hole 5: 7, \+3\. Saved on this phone\.$/);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(written()).toEqual([['sam', 5, 7, 'sam-sam-5']]);
    await user.click(screen.getByRole('button', { name: /^Hole 6: Scores differ/ }));
    expect(await screen.findByRole('dialog', { name: "Hole 6, Alex's card" })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: "Use Alex's No Score" }));
    expect(written()).toContainEqual(['alex', 6, 'NS', 'alex-sam-6']);
  });

  test('says of a missing hole in stroke play how a player who has picked up withdraws', async () => {
    const { match, ...cards } = twoBall({}, { byMarker: eighteen(4, { 6: null }) });
    const { becomes } = await open({ match, ...cards });
    expect(await screen.findByRole('button', { name: /^Hole 6: Missing/ })).toBeTruthy();
    expect(screen.queryByText(/has picked up withdraws/)).toBeNull();
    await becomes({ match: { ...match, matchType: 'STROKE' }, ...cards });
    expect(await screen.findByText(/has picked up withdraws/)).toBeTruthy();
  });

  test('moves the focus to signing once the last hole is settled, and waits until its score is sent', async () => {
    const { user, calls } = await open(twoBall({ byMarker: eighteen(4, { 5: 3 }) }));
    // As in Safari, which focuses no pressed button.
    fireEvent.click(await screen.findByRole('button', { name: /^Hole 5: Scores differ/ }));
    await user.click(await screen.findByRole('button', { name: "Use Alex's 3" }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'To settle' })).toBeNull());
    await waitFor(() => expect(document.activeElement?.id).toBe('sign'));
    const description = '1 score is still waiting to be sent';
    await user.click(screen.getByRole('button', { name: 'Verify & sign', description }));
    expect(signings(calls)).toEqual([]);
  });

  test('offers on an open pad only another value, and no pad once the card is signed', async () => {
    const { user, becomes } = await open(twoBall({ byMarker: eighteen(4, { 5: 3 }) }));
    await user.click(await screen.findByRole('button', { name: /^Hole 5: Scores differ/ }));
    expect(await screen.findByRole('button', { name: "Use Alex's 3" })).toBeTruthy();
    await becomes({ ...twoBall(), revision: '21' });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Use/ })).toBeNull());
    expect(screen.getByRole('button', { name: '4 par' }).getAttribute('aria-pressed')).toBe('true');
    await becomes({ ...twoBall({ signed: ['MARKER'] }), revision: '22' });
    expect(await screen.findByText(/was signed meanwhile/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: '4 par' })).toBeNull();
  });

  test('has its button at the foot of the window once my part is entered', async () => {
    const { becomes } = await open(twoBall({ byPlayer: [] }, { byMarker: [] }));
    const atFoot = async () => (await verify()).closest('[data-fixed]')?.getAttribute('data-fixed');
    expect(await atFoot()).toBe('false');
    await becomes({ ...twoBall({ byMarker: [] }), revision: '21' });
    expect(await atFoot()).toBe('true');
  });

  test('says above its button what is signed already, and why the rest is not signed', async () => {
    const part = threeBall(
      { byMarker: eighteen(4), signed: ['PLAYER'] },
      { byPlayer: eighteen(4), byMarker: eighteen(4, { 5: 6 }) },
    );
    await open(part);
    expect((await verify()).closest('[data-fixed]')?.textContent).toContain(
      "You have signed your card. Alex's card: hole 5 differs.",
    );
  });

  test('has holes to press on an unsigned card of mine: one that differs or is missing is edited here, others there', async () => {
    const mine = { byPlayer: eighteen(4, { 1: 5, 2: null }) };
    const { user, at, becomes } = await open(twoBall(mine));
    for (const hole of [1, 2]) {
      await user.click(await screen.findByRole('button', { name: `Hole ${hole}` }));
      expect(await screen.findByRole('dialog', { name: `Hole ${hole}, your card` })).toBeTruthy();
      await user.click(screen.getByRole('button', { name: 'Close' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    await becomes({ ...twoBall({ ...mine, signed: ['PLAYER'] }), revision: '21' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Hole 3' })).toBeNull());
    expect(screen.queryByText(/^Pick a hole/)).toBeNull();
    await becomes({ ...twoBall(mine), revision: '22' });
    expect(await screen.findByText('Pick a hole to change its score.')).toBeTruthy();
    await user.click(await screen.findByRole('button', { name: 'Hole 3' }));
    await waitFor(() => expect(at()).toBe('/score/3?id=match'));
  });

  test('has its markers changed by its host, whose own part is over', async () => {
    const { user, calls, becomes } = await open(threeBall(both, both, { byMarker: [] }));
    await user.click(await screen.findByRole('button', { name: 'Change markers' }));
    const choice = await screen.findByRole('combobox', { name: 'Marker of Cat Lund' });
    expect(screen.getAllByRole('combobox')).toEqual([choice]);
    await user.selectOptions(choice, 'Sam Reid');
    const body = { matchId: 'match', userId: 'cat', markerId: 'sam' };
    await waitFor(() => expect(calls).toContainEqual(expect.objectContaining({ call: 'PUT /api/match/marker', body })));
    const { match, ...rest } = threeBall(both, both, { byMarker: [] });
    await becomes({ ...rest, match: { ...match, host: ALEX }, revision: '21' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Change markers' })).toBeNull());
  });

  test('leads to the first of many holes that I have not entered', async () => {
    await open(twoBall({ byPlayer: [] }, { byMarker: [] }));
    expect((await screen.findByRole('link', { name: 'Enter holes 1 to 18' })).getAttribute('href')).toBe(
      '/score/1?id=match',
    );
    expect(screen.getByRole('link', { name: "Enter holes 1 to 18 of Alex's card" })).toBeTruthy();
  });
});

describe('a refused signature', () => {
  test('says why above the holes, with the focus there, and shows the card', async () => {
    const differing = (holes: Parameters<typeof eighteen>[1]) =>
      threeBall({ byMarker: eighteen(4, { 9: null }) }, { byMarker: eighteen(4, holes) });
    const differs = differing({ 3: 6, 5: 6 });
    const cards = [{ userId: 'alex', mismatchingScoreHoleNumbers: [3, 5] }];
    const { user, calls, becomes } = await open(differs, { [VERIFY]: refused('SCORES_DONT_MATCH', cards) });
    await user.click(await verify());
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/don't match.*Alex's card: holes 3 and 5 differ\./);
    expect(document.activeElement).toBe(alert);
    const rows = screen.getByRole('list', { name: 'To settle' });
    expect(alert.compareDocumentPosition(rows) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    expect(screen.getByRole('tab', { name: /^Alex/ }).getAttribute('aria-selected')).toBe('true');
    // The signature names the markers' entries on my card and on the one that I mark, and no others.
    const [seen] = seenIn(calls);
    expect(seen).toHaveLength(35);
    expect(seen).toEqual(expect.arrayContaining(['sam-cat-1', 'sam-cat-18', 'alex-sam-1', 'alex-sam-18']));
    await becomes({ ...differing({ 5: 6 }), revision: '21' });
    expect(within(rows).getByRole('button', { name: /^Hole 5: Scores differ/ })).toBeTruthy();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain("Alex's card: hole 5 differs."));
    // Once all is settled it is over: a later difference is a row only, and leaves the focus where it is.
    await becomes({ ...differing({}), revision: '22' });
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    await becomes({ ...differing({ 5: 6 }), revision: '23' });
    expect(await screen.findByRole('button', { name: /^Hole 5: Scores differ/ })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('is no longer shown once the cards are signed, when only the answer was lost', async () => {
    const { user, reply } = await open(twoBall());
    render(<LiveRegion />);
    reply({ [VERIFY]: Response.json({}, { status: 502 }), [MATCH]: { ...verified, revision: '21' } });
    await user.click(await verify());
    const done = 'Signed by player and marker. Only the committee can change this card now.';
    expect(await screen.findByText(done, {}, { timeout: 4_000 })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(document.querySelector('[aria-live]')?.textContent).toMatch(/^Verified and signed\b(?! by)/);
  });
});

test('a card names its tee once there is a signal again', async () => {
  const { match } = verified;
  const course = `GET /api/courses/${match.course.id}`;
  const { reply } = await open(verified, { [course]: 'NOT_FOUND' });
  expect(await screen.findByText(match.tee, { exact: false })).toBeTruthy();
  reply({ [course]: { course: { tees: [{ tee: match.tee, name: 'White' }] } } });
  act(() => ['offline', 'online'].forEach((event) => window.dispatchEvent(new Event(event))));
  expect(await screen.findByText(`White (${match.tee})`, { exact: false })).toBeTruthy();
});

describe('after the last signature', () => {
  test('shows my place of today, how I played, and a link to the leaderboard', async () => {
    const region = render(<LiveRegion />).container;
    const said = region.textContent;
    const { calls } = await open(verified);
    expect(await screen.findByText('2nd of 2 today')).toBeTruthy();
    // Only a golfer who has just signed hears it.
    expect(region.textContent).toBe(said);
    expect(screen.getByText('Played to your handicap')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Leaderboard' }).getAttribute('href')).toBe(
      '/clubhouse/leaderboard?course=course&day=2026-11-14&sort=stableford',
    );
    const asked = calls.filter(({ path }) => path.endsWith('daily-results'));
    expect(new Set(asked.map(({ query }) => query))).toEqual(
      new Set(['?course=course&sort=stableford&limit=200&offset=0']),
    );
    expect(screen.getByText('Signed by player and marker. Only the committee can change this card now.')).toBeTruthy();
  });

  test('asks for no place of a round of an earlier day', async () => {
    const { sent } = await open(startedAgo(LIMITS.currentRoundMs));
    expect(await screen.findByText('Played to your handicap')).toBeTruthy();
    expect(screen.queryByText(/place today/)).toBeNull();
    expect(sent(RESULTS)).toEqual([]);
  });

  test('is busy until it shows mine, and announces it and then my place, each once', async () => {
    const { user, reply, calls, sent } = await open(twoBall({ signed: ['MARKER'] }, { signed: ['PLAYER'] }));
    const region = render(<LiveRegion />)
      .getAllByRole('status')
      .at(-1)!;
    const announced = jest.fn();
    new MutationObserver(announced).observe(region, { childList: true, characterData: true, subtree: true });
    let read = (_answer: object): void => undefined;
    reply({ [VERIFY]: { signed: ['sam', 'alex'] }, [MATCH]: new Promise<object>((resolve) => (read = resolve)) });
    const readBefore = sent(MATCH).length;
    await user.click(await verify());
    // Signed, but not read again yet.
    await waitFor(() => expect(sent(MATCH).length).toBeGreaterThan(readBefore));
    await user.click(await verify());
    expect(signings(calls)).toHaveLength(1);
    read({ ...verified, revision: '21' });
    expect(await screen.findByRole('region', { name: 'Verified and signed' })).toBeTruthy();
    await waitFor(() => expect(region.textContent?.trim()).toBe('Verified and signed 2nd of 2 today'));
    expect(announced).toHaveBeenCalledTimes(2);
  });

  test('says that the place can’t be shown, and, once tried again, that the card is on its way to the leaderboard', async () => {
    const { user, reply } = await open(verified, { [RESULTS]: 'INVALID_INPUT' });
    const again = await screen.findByRole('button', { name: 'Try again' });
    reply({ [RESULTS]: { ...results, rounds: [] } });
    await user.click(again);
    expect(await screen.findByText('Your card is on its way to the leaderboard.')).toBeTruthy();
  });

  test('shares over plain http without the clipboard, which browsers give to secure pages only', async () => {
    const { user } = await open(verified);
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
    await user.click(await screen.findByRole('button', { name: 'Share' }));
    expect(await screen.findByRole('button', { name: 'Save picture' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull();
    Reflect.deleteProperty(navigator, 'clipboard');
  });

  test('says that the link could not be copied, until it is', async () => {
    let refused = true;
    const writeText = async (): Promise<void> => {
      if (refused) throw new DOMException('no', 'NotAllowedError');
    };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
    const { user } = await open(verified);
    await user.click(await screen.findByRole('button', { name: 'Share' }));
    const copy = await screen.findByRole('button', { name: /^Copy/ });
    await user.click(copy);
    await waitFor(() => expect(copy.textContent).toBe('The link could not be copied'));
    refused = false;
    await user.click(copy);
    await waitFor(() => expect(copy.textContent).toBe('Link copied'));
    Reflect.deleteProperty(navigator, 'clipboard');
  });

  test('shows nothing of it while a signature is missing', async () => {
    const { user, reply, becomes } = await open(twoBall());
    render(<LiveRegion />);
    const signed = { ...twoBall({ signed: ['PLAYER'] }, { signed: ['MARKER'] }), revision: '21' };
    reply({ [VERIFY]: { signed: ['sam', 'alex'] }, [MATCH]: signed });
    await user.click(await verify());
    const box = await screen.findByRole('region', { name: 'Verified and signed by you' });
    expect(document.activeElement).toBe(box);
    expect(within(box).getByText("Your card and Alex's card")).toBeTruthy();
    expect(within(box).getByText('Waiting for Alex to sign')).toBeTruthy();
    expect(within(box).queryByRole('button')).toBeNull();
    expect(screen.getByText('1 signature to go')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
    expect(document.querySelector('[aria-live]')?.textContent).toMatch(/Verified and signed by you$/);
    await becomes({ ...verified, revision: '22' });
    expect(await screen.findByRole('region', { name: 'Verified and signed' })).toBeTruthy();
    expect(document.querySelector('[aria-live]')?.textContent).toMatch(/Verified and signed\b(?! by)/);
  });

  test('shows the committee’s corrections: their holes, old and new scores, reason, note, author and time', async () => {
    const erased = correction({ 4: 5 }, { correctionId: 'c2', reason: 'RULING', note: null });
    const corrected = card({ player: SAM, marker: ALEX, corrected: { 4: 7, 9: 'NS' } });
    await open(answer([{ ...corrected, corrections: [...corrected.corrections, erased] }]));
    const section = within(await screen.findByRole('region', { name: 'Corrected by the committee' }));
    const [item, second] = section.getAllByRole('listitem');
    expect(item?.textContent).toContain('Hole 4: was 4 → now 7');
    expect(item?.textContent).toContain('Hole 9: was 4 → now No Score');
    expect(section.getAllByRole('deletion').map(({ textContent }) => textContent)).toEqual(['4', '4', '4']);
    expect(section.getByText('A penalty was left out, or wrongly given')).toBeTruthy();
    expect(section.getByText('A wrong ball on the 4th.')).toBeTruthy();
    expect(item?.textContent).toMatch(/Zoe Lim, 15 Nov/);
    expect(second?.textContent).toContain('A ruling after the round');
    expect(second?.querySelector('q')).toBeNull();
  });

  test('offers to share a practice round, without a place', async () => {
    await open(answer([card({ player: SAM, marker: null }, { isSocial: true })], { isSocial: true }));
    expect(await screen.findByRole('button', { name: 'Share' })).toBeTruthy();
    expect(screen.queryByText(/today/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Verify & sign' })).toBeNull();
  });
});

test('the signature of another golfer is announced before mine, and that it was taken back after', async () => {
  const { becomes } = await open(twoBall());
  await verify();
  const region = render(<LiveRegion />).container;
  await becomes({ ...twoBall({ signed: ['MARKER'] }, { signed: ['PLAYER'] }), revision: '21' });
  await waitFor(() => expect(region.textContent).toContain("Your card and Alex's card: Waiting for you to sign."));
  await becomes({ ...twoBall(both, { signed: ['MARKER'] }), revision: '22' });
  await waitFor(() => expect(region.textContent).toContain('Verified and signed by you'));
  await becomes({ ...twoBall(), revision: '23' });
  await waitFor(() => expect(region.textContent).toContain('Waiting for you and Alex to sign.'));
});

test('a card that can never be verified does not say that one signature is missing', async () => {
  await open(answer([card({ player: SAM, marker: null, signed: ['PLAYER'] })]));
  expect(await screen.findByText('Cannot be verified')).toBeTruthy();
  expect(screen.queryByText('1 signature to go')).toBeNull();
});

test('reopening asks by name about the card of another golfer', async () => {
  const youri = { id: 'youri', fullName: 'Youri Smit' };
  const cards = [card({ player: SAM, marker: youri }), card({ player: youri, marker: SAM, signed: ['MARKER'] })];
  const { user } = await open(answer(cards));
  await user.click(await screen.findByRole('tab', { name: /^Youri/ }));
  await user.click(await screen.findByRole('button', { name: 'Reopen card' }));
  expect(await screen.findByRole('alertdialog', { name: "Reopen Youri's card?" })).toBeTruthy();
});

test.each([
  ['both sign again', answer([card({ player: SAM, marker: ALEX, signed: ['PLAYER'] })]), /you'll both sign again/],
  ['it can never be verified once its marker has deleted the account', unmarked, /can then never be verified/],
])('reopening my card says that %s', async (_, match, words) => {
  const { user, calls } = await open(match, { 'DELETE /api/match/match/verify': {} });
  render(<LiveRegion />);
  await user.click(await screen.findByRole('button', { name: 'Reopen card' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Reopen your card?' }));
  expect(dialog.getByText(words)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Reopen card' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(await screen.findByText(/Your card is open again/)).toBeTruthy();
  expect(calls).toContainEqual(expect.objectContaining({ call: 'DELETE /api/match/match/verify' }));
});

describe('the history of a card', () => {
  const at = '2026-11-14T00:32:00.000Z';
  const entry = { holeNumber: 10, side: 'PLAYER', strokes: 5, noScore: false, enteredBy: SAM, at, replaces: null };
  const marker = { ...entry, holeNumber: 2, side: 'MARKER' };
  const history = {
    entries: [
      entry,
      marker,
      { ...entry, replaces: 'a', strokes: 4 },
      { ...entry, replaces: 'b', strokes: null },
      { ...entry, strokes: null, noScore: true, enteredBy: ALEX },
      { ...marker, holeNumber: 3, enteredBy: CAT, replaces: 'c' },
    ],
    signatures: [
      { kind: 'SIGNED', by: SAM, as: 'PLAYER', at },
      { kind: 'SIGNED', by: ALEX, as: 'MARKER', at },
      { kind: 'REOPENED', by: ALEX, as: null, at },
    ],
    corrections: [correction({ 10: 7, 4: 'NS' })],
    leftOut: 3,
  };
  const historyOf = async (tab: string, title: string, answered: object) => {
    const { user } = await open(twoBall(), { 'GET /api/match/match/history': answered });
    await user.click(await screen.findByRole('tab', { name: new RegExp(`^${tab}`) }));
    await user.click(await screen.findByRole('button', { name: 'Entry history' }));
    return screen.findByRole('dialog', { name: title });
  };

  test('has its signatures, then all entries and corrections by hole, and opens the holes that were changed', async () => {
    const sheet = await historyOf('You', 'History of your card', history);
    await within(sheet).findByText('3 older entries are not shown.');
    const linesOf = (part: Element) =>
      [...part.querySelectorAll('h3, summary > small, li > span')].map(({ textContent }) => textContent);
    const reopened = 'Alex reopened the card: its signatures were cleared';
    const tenth = ['You entered 5', 'You changed it to 4', 'You cleared the score', 'Alex entered No Score'];
    expect([...sheet.querySelectorAll('section, details')].map(linesOf)).toEqual([
      ['Signatures', 'You signed as player', 'Alex signed as marker', reopened],
      ['Hole 2', '1 entry', 'You entered 5 for you (marker)'],
      ['Hole 3', '1 entry, changed', 'Cat changed it to 5 for you (marker)'],
      ['Hole 4', '1 entry, changed', 'Zoe corrected it to No Score (committee)'],
      ['Hole 10', '5 entries, changed', ...tenth, 'Zoe corrected it to 7 (committee)'],
    ]);
    expect([...sheet.querySelectorAll('details')].map(({ open: isOpen }) => isOpen)).toEqual([false, true, true, true]);
  });

  test('names the player of another card, and says that nothing has been entered', async () => {
    const none = { entries: [], signatures: [], corrections: [], leftOut: 0 };
    const title = "History of Alex's card";
    const sheet = within(await historyOf('Alex', title, { ...none, entries: [marker], leftOut: 1 }));
    await sheet.findByText(/5 for Alex \(marker\)$/);
    expect(sheet.getByText('1 older entry is not shown.')).toBeTruthy();
    cleanup();
    await within(await historyOf('Alex', title, none)).findByText('Nothing has been entered yet.');
  });
});

describe('without cards', () => {
  test.each([
    ['not started', { host: SAM }, 'This round has not started yet', ['/lobby?id=match']],
    ['not started', { host: ALEX }, 'This round has not started yet', ['/lobby-invitation?id=match']],
    ['ended before its start', { ended: true }, 'This round never started', []],
  ])('says that the match has %s, and leads to my lobby: %j', async (_, match, words, lobbies) => {
    await open(answer([], { started: false, ...match }));
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.queryAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(lobbies);
  });

  test('says that the match can’t be read, and can be tried again', async () => {
    const { user, reply } = await open('INVALID_INPUT');
    const again = await screen.findByRole('button', { name: 'Try again' });
    reply({ [MATCH]: twoBall() });
    await user.click(again);
    expect(await screen.findByRole('region', { name: 'Your round' })).toBeTruthy();
  });
});
