/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { render, act, screen, waitFor, within } from '@testing-library/react';
import { open, ringer, unsigned } from './testing/club.js';
import { HARROW, place, played } from './testing/rounds.js';
import type { Answer } from '../../shared/testing/server.js';
import { listDay, localDay } from '../../text/dates.js';
import { dialog, leads, presses, sees, seesNo } from '../../shared/testing/hands.js';

afterEach(() => jest.useRealTimers());

const LEADERBOARD = '/clubhouse/leaderboard';
const HISTORY = '/clubhouse/your-rounds-history';
const UNSIGNED = '/clubhouse/your-rounds-unsigned';
const ECLECTIC = '/clubhouse/your-eclectic-round';
const ERROR = 'Got an error here. Please contact support.';

const TODAY = "Today's leaderboard";
const INCL_NS = 'Nett incl. NS (No Score)';
const SHARES = /On countback nett takes off a share of the handicap: half for the last 9/;

const list = (rounds: object[], more: object = {}) => ({ position: '1', nextOffset: null, rounds, ...more });
const results = (rounds: object[]) => ({ day: '2026-11-14', dayBefore: null, ...list(rounds) });
/** The text of each row of the list with this name. */
const rows = (name: RegExp = /^Verified rounds/) => {
  const items = within(screen.getByRole('list', { name })).getAllByRole('listitem');
  return items.map(({ textContent }) => textContent?.replaceAll(/\s+/g, ' ').trim() ?? '');
};
/** Whether each row says that its nett counts a No Score. */
const labelled = (name?: RegExp) => rows(name).map((row) => row.includes(INCL_NS));

describe('the daily leaderboard', () => {
  const path = '/api/mothership/daily-results';
  const countback = { decidedBy: 'last9' };
  const corrected = place('T3', 'Jo Tran', { countback });
  corrected.userRound.correctedAt = '2026-11-15T01:00:00.000Z';
  const withNoScore = place('1', 'Alex Kerr', { countback: { decidedBy: 'last6' } });
  withNoScore.userRound.scoreTotals.includesNoScore = true;
  const day = results([withNoScore, place('2', 'Sam Reid'), corrected, place('T3', 'Priya Nair', { countback })]);

  it("ranks the home course's cards, says who is ahead on countback, and of whom, and opens mine", async () => {
    open(LEADERBOARD, { [path]: results([...day.rounds, place('5', 'Tom Walsh')]) });
    await screen.findByRole('list', { name: 'Verified rounds, Sat, 14 Nov 2026' });
    expect(screen.getByRole('heading', { level: 1, name: 'Daily leaderboard' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Harrow Point Show another course' })).toBeTruthy();
    const [alex, sam, jo, priya] = rows();
    expect(alex).toContain('Ahead of Sam Reid on countback, last 6');
    expect(sam).toContain('You · Daily +2');
    // Golfers who share a place are ahead of the first of the next one.
    for (const row of [jo, priya]) expect(row).toContain('Ahead of Tom Walsh on countback, last 9');
    expect(rows().filter((row) => row.includes('Corrected by the committee'))).toEqual([jo]);
    expect(jo).toMatch(/^T3 Jo Tran .* 36$/);
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(['/match of Sam Reid/scorecard']);
    await sees(/^Ties go to countback by the card, wherever the round began/);
    seesNo(SHARES);
  });

  it('names the format of each card if there are several', async () => {
    const { userRound, ...row } = place('2', 'Tom Walsh');
    const stroke = { ...row, userRound: { ...userRound, matchType: 'STROKE' } };
    open(LEADERBOARD, { [path]: results([place('1', 'Sam Reid'), stroke]) });
    await screen.findByText('Tom Walsh');
    const [sam, tom] = rows();
    expect(sam).toContain('You · Stableford · Daily +2');
    expect(tom).toContain('Stroke · Daily +2');
  });

  it('shows another day, which the address names, and leads back to today', async () => {
    const none = { ...results([]), day: '2026-11-13' };
    const { golfer, sent, at, router } = open(`${LEADERBOARD}?day=2026-11-13`, { [path]: none });
    await sees('No verified rounds on this course on that day.');
    const days = () => sent(`GET ${path}`).map(({ query }) => new URLSearchParams(query).get('day'));
    expect(new Set(days())).toEqual(new Set(['2026-11-13']));
    render(<main id="content" tabIndex={-1} />);
    await golfer.click(screen.getByRole('link', { name: TODAY }));
    await sees(/today. Be the first!$/);
    expect([at(), days().at(-1)]).toEqual([`${LEADERBOARD}?course=harrow`, null]);
    expect(document.activeElement?.id).toBe('content');
    await act(() => router.navigate(-1));
    expect(at()).toBe(`${LEADERBOARD}?day=2026-11-13`);
  });

  it.each([
    ['a day with cards', day],
    ['a day without any', results([])],
  ])('leads from %s to the last results before it, in the same order', async (_day, shown) => {
    const { golfer, at } = open(`${LEADERBOARD}?sort=nett`, { [path]: { ...shown, dayBefore: '2026-11-11' } });
    await golfer.click(await screen.findByRole('link', { name: 'Results of Wed, 11 Nov 2026' }));
    expect(at()).toBe(`${LEADERBOARD}?course=harrow&day=2026-11-11&sort=nett`);
  });

  it("leads back to today's when the day is over", async () => {
    jest.useFakeTimers({ advanceTimers: true, now: new Date('2026-11-22T12:59:30Z') });
    const course = { ...HARROW, timeZone: 'Australia/Melbourne' };
    open(`${LEADERBOARD}?day=2026-11-22`, { [path]: day, '/api/courses/harrow': { course } });
    await screen.findByText('Alex Kerr');
    expect(screen.queryByRole('link', { name: TODAY })).toBeNull();
    act(() => jest.advanceTimersByTime(60_000));
    await screen.findByRole('link', { name: TODAY });
  });

  it.each([
    ["a link to today's in Kiritimati", localDay(new Date(), 'Pacific/Kiritimati'), 'Pacific/Kiritimati'],
    ["a link to today's in Niue", localDay(new Date(), 'Pacific/Niue'), 'Pacific/Niue'],
    ['a mangled link', '2026-11-31', 'UTC'],
  ])("does not lead from %s to today's", async (_link, asked, timeZone) => {
    const course = { ...HARROW, timeZone };
    const { calls } = open(`${LEADERBOARD}?day=${asked}`, { [path]: day, '/api/courses/harrow': { course } });
    await screen.findByText('Alex Kerr');
    await waitFor(() => expect(screen.queryByRole('link', { name: TODAY })).toBeNull());
    expect(calls.some(({ query }) => query.includes('2026-11-31'))).toBe(false);
  });

  it('turns to the new day while it stays open', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { reply } = open(LEADERBOARD, { [path]: day });
    await screen.findByText('Alex Kerr');
    reply({ [path]: { ...results([]), day: '2026-11-15' } });
    await act(() => jest.advanceTimersByTimeAsync(5 * 60_000));
    await sees('Sun, 15 Nov 2026');
  });

  it('begins in the order of the format most played', async () => {
    open(LEADERBOARD, { [path]: { ...day, format: 'STROKE', sort: 'nett' } });
    expect(await screen.findByRole('button', { name: 'NETT', pressed: true })).toBeTruthy();
    expect(rows()[0]).toMatch(/ 71$/);
  });

  it('is sorted another way, which the address keeps, or keeps its order, and says that nett counts a No Score', async () => {
    const { sent, at, reply } = open(LEADERBOARD, { [path]: day });
    await screen.findByRole('group', { name: 'Sort' });
    const order = () => screen.getByRole('button', { pressed: true }).textContent;
    expect([order(), labelled()]).toEqual(['STFD', [true, false, false, false]]);
    for (const [asked, again, kept] of [
      ['PAR', 'PAR', 'STFD'],
      ['NETT', 'Ask again', 'PAR'],
    ] as const) {
      const before = rows();
      let refuse = (_code: Answer): void => undefined;
      reply({ [path]: new Promise<Answer>((resolve) => (refuse = resolve)) });
      await presses(asked);
      expect([rows(), order()]).toEqual([before, asked]);
      refuse('FORBIDDEN');
      await sees("The list can't be sorted that way now");
      expect([rows(), order()]).toEqual([before, kept]);
      reply({ [path]: day });
      await presses(again);
      await waitFor(() => expect(order()).toBe(asked));
    }
    expect(at()).toBe(`${LEADERBOARD}?sort=nett`);
    expect(sent(`GET ${path}`).at(-1)?.query).toContain('sort=nett');
    expect([rows()[0], labelled()]).toEqual([expect.stringMatching(/ 71$/), [true, false, false, false]]);
    await sees(SHARES, /cards with a No Score last\.$/);
  });

  it('says when it cannot be read, and can be tried again', async () => {
    const { reply } = open(LEADERBOARD, { [path]: 'COURSE_NOT_FOUND' });
    expect((await screen.findByRole('alert')).textContent).toContain(ERROR);
    reply({ [path]: day });
    await presses('Try again');
    await sees('Alex Kerr');
  });

  it('shows more rows, in one answer, so that a new card moves none from page to page meanwhile', async () => {
    const { go, router, reply, sent } = open(LEADERBOARD, { [path]: { ...day, nextOffset: 4 } });
    await sees('More rows follow: press Show more before you print.');
    reply({ [path]: results([...day.rounds, place('5', 'Tom Walsh')]) });
    await presses('Show more');
    await sees('Tom Walsh');
    const asked = sent(`GET ${path}`).map(({ query }) => query);
    expect(new Set(asked)).toEqual(new Set(['40', '80'].map((limit) => `?course=harrow&limit=${limit}&offset=0`)));
    expect(rows()).toHaveLength(5);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    // As long as it was, when the golfer comes back from a card.
    await act(() => go(UNSIGNED));
    await act(() => router.navigate(-1));
    expect(rows()).toHaveLength(5);
    reply({ [path]: { ...day, nextOffset: 4 } });
    await act(() => go(UNSIGNED));
    await act(() => go(LEADERBOARD));
    expect(rows()).toHaveLength(4);
  });

  it('shows another course, for this page only', async () => {
    const { golfer, calls, at } = open(LEADERBOARD, { [path]: day });
    await presses(/Show another course$/);
    const courses = await dialog('Show another course');
    const [first] = await courses.findAllByRole('option');
    expect(first?.textContent).toContain('your home course');
    await golfer.type(courses.getByRole('combobox'), 'e');
    // Not of the courses found before it.
    expect(courses.getByRole('status').textContent).toBe('');
    await sees(/^\d found$/);
    await golfer.click(courses.getByRole('option', { name: /Fernside/ }));
    await waitFor(() => expect(at()).toBe(`${LEADERBOARD}?course=fernside`));
    await waitFor(() => expect(calls.some(({ query }) => query.includes('course=fernside'))).toBe(true));
    await screen.findByRole('button', { name: /^Fernside/ });
  });

  it('asks for a course when the golfer has none, keeps the focus, and remembers that course', async () => {
    const user = { id: 'me', fullName: 'Sam Reid', homeCourse: null };
    const { golfer, at, go } = open(LEADERBOARD, { [path]: day, '/api/auth/user': { user } });
    await sees(/home course is not known/);
    const choose = screen.getByRole('button', { name: 'Choose a course' });
    await golfer.click(choose);
    await golfer.click(await screen.findByRole('option', { name: /Fernside/ }));
    await sees('Alex Kerr');
    await waitFor(() => expect(document.activeElement).toBe(choose));
    expect(choose.textContent).toBe('Fernside Show another course');
    await act(() => go(HISTORY));
    await act(() => go(LEADERBOARD));
    await sees('Alex Kerr', 'Fernside');
    expect(at()).toBe(LEADERBOARD);
  });
});

it.each<[string, string, object]>([
  [LEADERBOARD, 'daily-results', results([place('1', 'Alex Kerr')])],
  [ECLECTIC, 'eclectic-round', ringer()['/api/mothership/eclectic-round'] as object],
])('%s says when it is behind, and is read again until it has caught up', async (page, list, answer) => {
  jest.useFakeTimers({ advanceTimers: true });
  const { reply } = open(page, { ...ringer(), [`/api/mothership/${list}`]: { ...answer, stale: true } });
  await sees('The latest cards may be missing', /Alex Kerr|Level par/);
  reply({ [`/api/mothership/${list}`]: answer });
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  await waitFor(() => seesNo('The latest cards may be missing'));
});

it('the history lists my rounds by date or result, each with its link and what it lacks, and leads to unsigned ones', async () => {
  const [noScore, withdrawn] = [played('a'), played('c', { withdrawn: true, verified: false })];
  for (const { userRound } of [noScore, withdrawn]) userRound.scoreTotals.includesNoScore = true;
  const corrected = played('d', { correctedAt: '2026-11-15T01:00:00.000Z' });
  const { at } = open(HISTORY, {
    '/api/mothership/history': list([noScore, played('b', { verified: false }), withdrawn, corrected]),
    '/api/mothership/unverified-rounds': list([unsigned('a')]),
  });
  const links = within(await screen.findByRole('list', { name: 'Your rounds' })).getAllByRole('link');
  expect(screen.getByRole('heading', { level: 1, name: 'Your History' })).toBeTruthy();
  const mine = /^Your rounds/;
  const [a, b, c, d] = rows(mine);
  expect(a).toBe(`${listDay('2026-11-14')} Stableford Marked by Mia Costa , 36 pts`);
  expect(b).toContain('Unsigned');
  expect(c).toMatch(/Withdrawn .* –$/);
  expect(d).toContain('Corrected by the committee');
  expect([a, b, c, d].some((row) => row?.includes('NS'))).toBe(false);
  expect(links[1]?.getAttribute('href')).toBe('/b/scorecard');
  await presses('Newest');
  expect(at()).toBe(`${HISTORY}?sort=date-asc`);
  await screen.findByRole('button', { name: 'Oldest', pressed: true });
  await presses('NETT');
  expect(at()).toBe(`${HISTORY}?sort=stroke`);
  await waitFor(() => expect(rows(mine)[0]).toContain('71 nett'));
  expect(labelled(mine)).toEqual([true, false, false, false]);
  await leads('You have unsigned matches. Please verify them', UNSIGNED);
  await sees('Nett is ranked against the par of each card, cards with a No Score last.');
});

describe('unsigned rounds', () => {
  const path = '/api/mothership/unverified-rounds';

  const alexs = { userId: 'alex', player: { id: 'alex', fullName: 'Alex Kerr' } };

  it('are those that the marker has completed and, apart, those that wait for the marker, with who has still to act', async () => {
    const { at } = open(UNSIGNED, {
      [path]: list([
        unsigned('new'),
        unsigned('owed', { completeByMarker: false, holesOwed: 9, waitingFor: 'marker', day: '2026-11-12' }),
        unsigned('mine', { waitingFor: 'marker', day: '2026-11-11' }),
        unsigned('theirs', { ...alexs, waitingFor: 'player', holesOwed: 1, day: '2026-11-11' }),
        unsigned('unmarked', { waitingFor: 'marker', marker: null, day: '2026-11-11' }),
        unsigned('old', { ...alexs, day: '2026-11-10' }),
      ]),
    });
    expect(screen.getByRole('heading', { level: 1, name: 'Your Unsigned Rounds' })).toBeTruthy();
    const parts = (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent);
    expect(parts).toEqual(['Completed by the marker', 'Waiting for your marker']);
    const dayed = (day: string, words: string) => expect.stringMatching(`^${listDay(day)} ${words}`);
    const complete = [
      dayed('2026-11-14', 'Sign your card Fernside · This match has not been signed!'),
      dayed('2026-11-11', 'Alex Kerr has still to sign your card'),
      dayed('2026-11-11', 'Alex Kerr has still to enter 1 score Fernside'),
      dayed('2026-11-11', 'Your marker has still to sign your card'),
      dayed('2026-11-10', "Sign Alex Kerr's card"),
    ];
    expect(rows(/^Completed/)).toEqual(complete);
    expect(rows(/^Waiting/)).toEqual([dayed('2026-11-12', 'Alex Kerr has still to enter 9 scores Fernside')]);
    const first = screen.getByRole('link', { name: /Sign your card .* signed! \(opens a new tab\)$/ });
    expect(['href', 'target'].map((name) => first.getAttribute(name))).toEqual(['/new/scorecard', '_blank']);
    await presses('Oldest');
    expect(at()).toBe(`${UNSIGNED}?sort=date-asc`);
    expect(rows(/^Completed/)).toEqual(complete.reverse());
  });

  it('lead once to the next hole of a round that is not finished', async () => {
    const half = { completeByMarker: false, nextHole: 10 };
    open(UNSIGNED, { [path]: list([unsigned('half', half), unsigned('half', { ...half, ...alexs })]) });
    await screen.findByRole('heading', { level: 2, name: 'Holes for you to enter' });
    await leads(/Continue at hole 10/, '/score/10?id=half');
    seesNo(/has not been signed/);
  });

  const current = { matchId: 'now', isHost: false, started: true, playType: 'COMPETITION', nextHole: 3 };
  const practice = { position: '1', current: { ...current, playType: 'SOCIAL' } };
  it.each<[string, Answer, string, string[]]>([
    ['none', { position: '1', current: null }, 'No rounds to sign', []],
    ['none, as far as is known', 'GENERIC', 'No rounds to sign', []],
    ['none while a practice round is played', practice, 'No rounds to sign', []],
    ['one to finish', { position: '1', current }, 'Your round is not finished yet', ['/score/3?id=now']],
  ])('are %s', async (_, answer, words, resumed) => {
    open(UNSIGNED, { '/api/match/current': answer });
    await sees(words);
    const links = screen.queryAllByRole('link', { name: 'Resume Round' });
    expect(links.map((link) => link.getAttribute('href'))).toEqual(resumed);
  });
});

it("the Clubhouse shows the day's first ten and my own place, and my last rounds", async () => {
  const others = Array.from({ length: 60 }, (_, index) => place(String(index + 1), `Golfer ${index + 1}`));
  const { sent } = open('/clubhouse', {
    '/api/mothership/daily-results': results([...others, place('61', 'Sam Reid')]),
    '/api/mothership/history': list([played('a')]),
  });
  await screen.findByRole('list', { name: /^Verified rounds/ });
  expect(rows()).toHaveLength(11);
  expect(rows().at(-1)).toMatch(/^61 Sam Reid/);
  expect(sent('GET /api/mothership/daily-results')[0]?.query).toContain('limit=200');
  expect(screen.getByRole('heading', { level: 2, name: 'Your last rounds' })).toBeTruthy();
  await screen.findByRole('link', { name: /14 Nov.* Stableford .* 36 pts$/ });
});

it('the eclectic round shows the round of a hole that is picked, with a link to its card', async () => {
  const { golfer } = open(ECLECTIC, { ...ringer(), '/api/mothership/history': list([played('best')]) });
  await sees('Level par · 36 pts', '1 hole in one · 15 pars · 1 bogey · 1 double bogey');
  expect(screen.getByRole('heading', { level: 2, name: 'Harrow Point' })).toBeTruthy();
  const live = screen.getByText('Pick a hole to see its round.').closest<HTMLElement>('[aria-live]')!;
  await presses('Hole 1');
  expect(within(live).getByRole('heading', { level: 3, name: 'Hole 1, par 4' })).toBeTruthy();
  expect(rows(/on hole 1 came/)[0]).toMatch(/14 Nov.* Stableford 1, hole in one · 2 points , 36 pts$/);
  await leads(/hole in one/, '/best/scorecard');
  await golfer.click(screen.getByText('All holes'));
  expect(rows(/^All holes/)).toHaveLength(18);
  await presses('Hole 2');
  const best = rows(/on hole 2 came/).map((row) => /Best .*/.exec(row)?.[0]);
  expect(best).toEqual(['Best strokes: 5, bogey , 36 pts', 'Best points: 2']);
});

it.each([
  [HISTORY, 'No rounds played yet'],
  [HISTORY, 'Match rounds are kept here, your last practice round under Play.'],
  [`${HISTORY}?course=fernside`, "You haven't played any rounds on this course."],
  [ECLECTIC, 'No rounds played yet'],
])('%s says that there is nothing yet: %s', async (address, text) => {
  open(address, { '/api/mothership/eclectic-round': { eclecticRound: { rounds: 0, holeScores: [], totals: {} } } });
  await sees(text);
  seesNo(/unsigned matches|Your form/);
});
