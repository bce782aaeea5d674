/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { errorAnswer, ERRORS, LIMITS, MESSAGES, type Competition } from '@fairmark/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { isConnected, startRealtime } from '../../api/realtime/realtime.js';
import { Line } from '../../api/testing/line.js';
import { onDesktop, type Answers } from '../../shared/testing/pages.js';
import { WRITTEN } from '../../shared/testing/server.js';
import { dayWords, localDay } from '../../text/dates.js';
import { HARROW, open } from './testing/open.js';
import { aCompetition, aRow, aGolfer } from './testing/table.js';

afterEach(() => jest.useRealTimers());

const NO_ROUND = { contributingRounds: 0, totalScoreStroke: null, dailyHandicap: null };
const LIST = '/clubhouse/competitions';
const ONE = '/clubhouse/competitions/comp';

const list = (...competitions: object[]): Answers => ({
  'GET /api/competitions': { position: '1', nextOffset: null, competitions },
});
/** A competition whose players are those of its rows. */
const one = (about: Partial<Competition> = {}, rows = [aRow('Alex Kerr', '1'), aRow('Sam Reid', '2')]) => {
  const competition = aCompetition({ players: rows.map(({ player }) => player), ...about });
  const nth = (id: string) => competition.players.findIndex((player) => player.id === id);
  const table = rows.map(({ player, ...row }) => ({ ...row, player: nth(player.id) }));
  return { 'GET /api/competitions/comp': { position: '1', competition, table } };
};

describe('Your Competitions', () => {
  it('are rows with their standing, seven names and, when finished, their dates', async () => {
    const players = ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ida'].map((name) => aGolfer(name));
    const named = aCompetition({ players: players.slice(0, 7), playerCount: 9 });
    const standing = { rank: 'T3', leaders: [aGolfer('Ann')], best: 71 };
    open(LIST, list({ ...named, standing }, aCompetition({ id: 'old', name: 'Autumn', isFinished: true })));
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first?.textContent).toContain('Week 3 of 6 · Ann leads with 71');
    expect(first?.textContent).toContain('T3 of 9');
    expect(first?.textContent).toContain('Ann, Bo, Cy, Di, Ed, Flo, Gus and 2 others');
    expect(second?.closest('section')?.textContent).toMatch(/^FinishedAutumn *7 Nov to 18 Dec 2026/);
    expect(screen.getByRole('link', { name: /^Winter Ringers/ }).getAttribute('href')).toBe(ONE);
    expect(screen.getByRole('link', { name: 'New competition' }).getAttribute('href')).toBe(
      '/clubhouse/new-competition',
    );
    expect(screen.getByRole('heading', { level: 1, name: 'Your Competitions' })).toBeTruthy();
  });

  it('come page by page, and stay when the next page cannot be read, which can be tried again', async () => {
    const { golfer, reply } = open(LIST, {
      'GET /api/competitions?offset=0': { position: '1', nextOffset: 20, competitions: [aCompetition()] },
      'GET /api/competitions?offset=20': 'FORBIDDEN',
    });
    await golfer.click(await screen.findByRole('button', { name: 'Show more' }));
    expect((await screen.findByRole('alert')).textContent).toBe(ERRORS.FORBIDDEN.message);
    expect(screen.getByText('Winter Ringers')).toBeTruthy();
    const autumn = aCompetition({ id: 'old', name: 'Autumn' });
    reply({ 'GET /api/competitions?offset=20': { position: '1', nextOffset: null, competitions: [autumn] } });
    await golfer.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Autumn')).toBeTruthy();
    expect(screen.getByText('Winter Ringers')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});

describe('a competition', () => {
  it('shows its details, and the settings to its host', async () => {
    open(ONE, one());
    expect(await screen.findByRole('heading', { level: 1, name: 'Winter Ringers' })).toBeTruthy();
    expect(screen.getByText('Week 3 of 6').parentElement?.textContent).toBe(
      'Week 3 of 6\u00a0· Harrow Point\u00a0· Sat, Sun',
    );
    expect(screen.getByText('Details').closest('details')?.textContent).toContain(
      'Last dayFri, 18 Dec 2026Sign cards bySat, 19 Dec 2026',
    );
    expect(screen.getByRole('button', { name: 'Settings' })).toBeTruthy();
    expect(screen.queryByText('Member')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Leave competition' })).toBeNull();
    expect(screen.queryByText('Competition finished')).toBeNull();
  });

  it('lists players who have not opened it yet without scores, and says why', async () => {
    const unseen = aRow('Jo Tran', null, { ...NO_ROUND, shown: false });
    const { golfer } = open(ONE, one({}, [aRow('Alex Kerr', '1'), unseen]));
    const rest = await screen.findByText('1 yet to play');
    expect(rest.closest('details')?.open).toBe(false);
    await golfer.click(rest);
    const [row] = within(screen.getByRole('list', { name: 'Yet to play' })).getAllByRole('listitem');
    expect(row?.textContent).toMatch(/^Jo Tran\s+Not opened yet/);
    expect(screen.getByText(/^Not opened yet: scores show once the player has opened/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Jo Tran/ })).toBeNull();
  });

  it('is left by a player after a confirmation', async () => {
    const away = { hostId: 'alex', host: aGolfer('Alex Kerr') };
    const left = 'DELETE /api/competitions/comp/players/me';
    const { golfer, at, sent } = open(ONE, { ...one(away), ...list(), [left]: WRITTEN });
    expect(await screen.findByText('Member')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Settings' })).toBeNull();
    await golfer.click(screen.getByRole('button', { name: 'Leave competition' }));
    const ask = within(await screen.findByRole('alertdialog', { name: 'Leave competition' }));
    expect(ask.getByText(/you can't be added again/)).toBeTruthy();
    await golfer.click(ask.getByRole('button', { name: 'Leave competition' }));
    await waitFor(() => expect(at()).toBe(LIST));
    expect(sent(left).at(-1)?.key).not.toBeNull();
  });

  it('opens the list of those yet to play when no round counts, and says that I am one of them', async () => {
    open(ONE, one({}, [aRow('Alex Kerr', null, NO_ROUND), aRow('Sam Reid', null, NO_ROUND)]));
    const rest = await screen.findByText('You and 1 more yet to play');
    expect(rest.closest('details')?.open).toBe(true);
    expect(screen.getByText(/^Match rounds on playing days up to Friday 18 December count/).textContent).toContain(
      'at the latest on Saturday 19 December',
    );
    expect(screen.queryByRole('group', { name: 'Sort' })).toBeNull();
  });

  it('has a list on a phone that shows its sort order, which the address keeps, and what a countback decided', async () => {
    const ahead = aRow('Alex Kerr', '1', {
      countback: { gross: { decidedBy: 'last 9' }, nett: { decidedBy: 'last 6' } },
    });
    const { golfer, at, sent, reply } = open(ONE, one({}, [ahead, aRow('Sam Reid', '2')]));
    const rows = async () =>
      within(await screen.findByRole('list', { name: /^Players in order/ })).getAllByRole('button');
    const [first, own] = await rows();
    expect(first?.textContent).toMatch(
      /^1 Alex Kerr\s+Daily 9 · 1 round\nAhead of the next place on countback, last\s9\s, 90/,
    );
    expect(screen.getByText(/^Ties go to countback on the best scores.* still.tied\.\s*$/)).toBeTruthy();
    expect(own?.textContent).toMatch(/^2 Sam Reid\s+You · Daily 9 · 1 round , 90/);
    expect(own?.dataset['own']).toBe('true');
    const group = within(screen.getByRole('group', { name: 'Sort' }));
    expect(group.getByRole('button', { pressed: true }).textContent).toBe('Gross');
    await golfer.click(group.getByRole('button', { name: 'Nett' }));
    expect(at()).toBe(`${ONE}?sort=nett`);
    expect(group.getByRole('button', { pressed: true }).textContent).toBe('Nett');
    expect((await rows())[0]?.textContent).toContain('81');
    expect(screen.getByText(/^Ties go to countback.*On countback nett takes off a share of the handicap/)).toBeTruthy();
    await waitFor(() => expect(sent('GET /api/competitions/comp').at(-1)?.query).toContain('sort=nett'));
    expect(screen.queryByRole('list', { name: 'Your place' })).toBeNull();
    reply({ 'GET /api/competitions/comp': 'FORBIDDEN' });
    await golfer.click(group.getByRole('button', { name: 'Last 9' }));
    expect(await screen.findByText("The list can't be sorted that way now")).toBeTruthy();
    expect(group.getByRole('button', { pressed: true }).textContent).toBe('Nett');
  });

  it('repeats my row above the others when it is far down', async () => {
    const others = Array.from({ length: 7 }, (_, i) => aRow(`P${i} Lee`, String(i + 1)));
    open(ONE, one({}, [...others, aRow('Sam Reid', '8')]));
    const mine = await screen.findByRole('list', { name: 'Your place' });
    expect(mine.textContent).toMatch(/^8 Sam Reid/);
  });

  it('has a table on a desktop that is sorted by its headings, and my card beside it', async () => {
    onDesktop();
    const { golfer, at, sent } = open(ONE, one());
    expect(await screen.findByRole('table', { name: 'Out, Sam Reid' })).toBeTruthy();
    const table = within(screen.getByRole('table', { name: 'Players in order of gross' }));
    const [, first, own] = table.getAllByRole('row');
    expect(first?.textContent).toMatch(/^1Alex Kerr/);
    expect(own?.textContent).toMatch(/^2Sam ReidYou/);
    expect(own?.dataset['own']).toBe('true');
    await golfer.click(screen.getByRole('button', { name: 'Nett' }));
    expect(at()).toBe(`${ONE}?sort=nett`);
    expect(screen.getByRole('columnheader', { name: 'Nett' }).getAttribute('aria-sort')).toBe('ascending');
    expect(screen.getByRole('columnheader', { name: 'Gross' }).getAttribute('aria-sort')).toBeNull();
    await golfer.click(screen.getByRole('button', { name: 'Rank' }));
    expect(at()).toBe(`${ONE}?sort=nett-rank`);
    await golfer.click(screen.getByRole('button', { name: 'Rounds' }));
    expect(at()).toBe(`${ONE}?sort=rounds`);
    await waitFor(() => expect(sent('GET /api/competitions/comp').at(-1)?.query).toContain('sort=rounds'));
  });

  it('prints all numbers, also from a phone', async () => {
    const onScreen = window.matchMedia;
    window.matchMedia = (media) => Object.assign(onScreen(media), { matches: media.startsWith('print') });
    open(ONE, one());
    expect(await screen.findByRole('table', { name: 'Players in order of gross' })).toBeTruthy();
  });

  it.each([
    ['1', '2', 1],
    ['T1', 'T1', 0],
    ['2', '1', 0],
  ])('says beside a large table who else leads alone: places %s and %s', async (first, second, leaders) => {
    onDesktop(1840);
    open(ONE, one({}, [aRow('Alex Kerr', first), aRow('Sam Reid', second)]));
    await screen.findByRole('heading', { name: 'Your best scores' });
    expect(screen.queryAllByRole('heading', { name: /leads$/ })).toHaveLength(leaders);
  });

  it('says that the committee corrected a card, in the table and on the ringer card', async () => {
    const row = aRow('Sam Reid', '2', { correctedAt: '2026-11-16T01:00:00.000Z' });
    const { golfer } = open(ONE, one({ isFinished: true }, [aRow('Alex Kerr', '1'), row]));
    const alex = await screen.findByRole('button', { name: /Alex Kerr/ });
    const sam = screen.getByRole('button', { name: /Sam Reid/ });
    expect(alex.textContent).not.toContain('Corrected');
    expect(sam.textContent).toContain('Corrected by the committee');
    await golfer.click(sam);
    const card = within(await screen.findByRole('dialog', { name: 'Sam Reid' }));
    expect(card.getByText(/^Corrected by the committee, last on 16 Nov/)).toBeTruthy();
  });

  it("opens a player's card with totals, the key and where the holes come from, and my own rounds", async () => {
    const from = Array.from({ length: 18 }, (_, i) => (i === 0 ? 1 : 0));
    const two = { from, days: ['2026-11-14', '2026-11-15'] };
    const alex = aRow('Alex Kerr', '1', { ...two, dailyHandicap: -2, allowedStrokes: -2 });
    const { golfer } = open(ONE, one({}, [alex, aRow('Sam Reid', '2', { ...two, matches: ['first', 'second'] })]));
    await golfer.click(await screen.findByRole('button', { name: /Sam Reid/ }));
    const card = within(await screen.findByRole('dialog', { name: 'Sam Reid' }));
    expect(card.getByText('Daily handicap 9, nett uses 9, 1 round')).toBeTruthy();
    expect(card.getByRole('heading', { name: 'Where your best scores came from' })).toBeTruthy();
    expect(card.getByRole('table', { name: 'Out, Sam Reid' })).toBeTruthy();
    expect(card.getByRole('table', { name: 'In, Sam Reid' })).toBeTruthy();
    expect(card.getByRole('table', { name: 'Totals' }).textContent).toContain('Gross902');
    expect(card.getByRole('list', { name: 'Scoring key' }).textContent).toContain('Double Bogey or Worse');
    const links = card.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Sat, 14 Nov 2026', '/first/scorecard'],
      ['Sun, 15 Nov 2026', '/second/scorecard'],
    ]);
    await golfer.keyboard('{Escape}');
    await golfer.click(await screen.findByRole('button', { name: /Alex Kerr/ }));
    const other = within(await screen.findByRole('dialog', { name: 'Alex Kerr' }));
    expect(other.getByText('Daily handicap +2, nett uses +2, 1 round')).toBeTruthy();
    expect(other.queryByRole('link')).toBeNull();
    expect(other.getByText('Sun, 15 Nov 2026')).toBeTruthy();
  });

  it("closes a player's card that is no longer in the table, also for when it comes back", async () => {
    const { golfer, becomes } = open(ONE, one());
    await golfer.click(await screen.findByRole('button', { name: /Alex Kerr/ }));
    await screen.findByRole('dialog', { name: 'Alex Kerr' });
    await becomes(one({}, [aRow('Sam Reid', '1')]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await becomes(one());
    expect(await screen.findByRole('button', { name: /Alex Kerr/ })).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('without players asks for some until it is finished', async () => {
    const { becomes } = open(ONE, one({}, []));
    expect(await screen.findByText('Add players in the settings.')).toBeTruthy();
    await becomes(one({ isFinished: true }, []));
    expect(await screen.findByText('No player has a score on every hole.')).toBeTruthy();
    expect(screen.queryByText('Add players in the settings.')).toBeNull();
  });

  it('names the winners when it is finished, and says whose rounds did not count', async () => {
    const countback = { gross: null, nett: { decidedBy: 'last 9' } };
    const rows = [aRow('Alex Kerr', '1', { countback }), aRow('Jo Tran', null, { ...NO_ROUND, shown: false })];
    open(ONE, one({ isFinished: true }, rows));
    expect(await screen.findByText('1 without a round that counts')).toBeTruthy();
    expect(screen.queryByText(/counts once its card|scores show once/)).toBeNull();
    expect(screen.getByText(/7 Nov to 18 Dec 2026$/)).toBeTruthy();
    const banner = within(await screen.findByRole('region', { name: 'Competition finished' }));
    expect(banner.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'Alex Kerr with 90',
      'Alex Kerr with 81 on countback, last\u00a09',
    ]);
  });
});

it.each<[string, Answers, string | RegExp]>([
  [LIST, list(), /Create one, or ask a host to add you\.$/],
  [ONE, { 'GET /api/competitions/comp': 'COMPETITION_NOT_FOUND' }, 'No competition found.'],
])('%s with nothing to show %j: %s', async (page, answers, words) => {
  open(page, answers);
  expect(await screen.findByText(words)).toBeTruthy();
});

it('a competition says when it is behind, and is read again until it has caught up', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { reply } = open(ONE, {
    'GET /api/competitions/comp': { ...one()['GET /api/competitions/comp'], stale: true },
  });
  expect(await screen.findByText('The latest cards may be missing')).toBeTruthy();
  reply(one());
  await act(() => jest.advanceTimersByTimeAsync(10_000));
  await waitFor(() => expect(screen.queryByText('The latest cards may be missing')).toBeNull());
  expect(screen.getByText('Winter Ringers')).toBeTruthy();
});

describe('the settings', () => {
  const openSettings = async (answers: Answers) => {
    const page = open(ONE, { ...one(), ...answers });
    await page.golfer.click(await screen.findByRole('button', { name: 'Settings' }));
    expect(await screen.findByText('Only you can manage the settings')).toBeTruthy();
    return page;
  };

  it('ask for more of a name that more golfers have than the search answers', async () => {
    const smiths = Array.from({ length: LIMITS.userSearchResults }, (_, i) => aGolfer(`Golfer${i} Smith`));
    const rows = smiths.map(({ fullName }) => aRow(fullName, null));
    const { golfer, reply } = await openSettings({ ...one({}, rows), 'GET /api/user/search': { users: smiths } });
    const search = screen.getByRole('combobox', { name: 'Find a golfer' });
    await golfer.type(search, 'Smith');
    // All that the server answers are players, but not all Smiths are.
    expect(await screen.findByText('Type more of the name to find others.')).toBeTruthy();
    reply({ 'GET /api/user/search': { users: [aGolfer('Zoe Smith')] } });
    await golfer.type(search, ' Z');
    await screen.findByRole('option', { name: /^Zoe Smith/ });
    expect(screen.queryByText('Type more of the name to find others.')).toBeNull();
  });

  it('remove a player after a confirmation, and show a failure', async () => {
    const { golfer, sent, reply } = await openSettings({ 'PUT /api/competitions/comp': 'COMPETITION_FINISHED' });
    await golfer.click(await screen.findByRole('button', { name: 'Remove Alex Kerr' }));
    const ask = within(await screen.findByRole('alertdialog', { name: 'Remove player' }));
    expect(ask.getByText('Are you sure? Are they really that bad?')).toBeTruthy();
    await golfer.click(ask.getByRole('button', { name: 'Remove Alex Kerr' }));
    expect((await ask.findByRole('alert')).textContent).toBe('You got error.This competition has finished');
    reply({ 'PUT /api/competitions/comp': 'GENERIC' });
    await golfer.click(ask.getByRole('button', { name: 'Remove Alex Kerr' }));
    await waitFor(() => expect(ask.getByRole('alert').textContent).toBe(`You got error.${ERRORS.GENERIC.message}`));
    // Jo was added on the host's other phone meanwhile.
    const jo = aGolfer('Jo Tran');
    const left = { players: [aGolfer('Sam Reid'), jo] };
    let arrives = (_answer: object): void => undefined;
    reply({
      ...one({ players: [...aCompetition().players, jo] }),
      'PUT /api/competitions/comp': new Promise<object>((resolve) => (arrives = resolve)),
    });
    await golfer.click(ask.getByRole('button', { name: 'Remove Alex Kerr' }));
    const body = { players: ['sam', 'jo'] };
    await waitFor(() => expect(sent('PUT /api/competitions/comp').at(-1)?.body).toEqual(body));
    reply(one(left));
    arrives({ ...WRITTEN, competition: aCompetition(left) });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    // The button that had the focus is gone with its row.
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('dialog'));
  });

  it('leave every row its player while the table cannot be read after one was removed', async () => {
    const rows = [aRow('Alex Kerr', '1', { totalScoreStroke: 81 }), aRow('Sam Reid', '2', { totalScoreStroke: 92 })];
    const { golfer, reply } = await openSettings(one({}, rows));
    const left = aCompetition({ players: [aGolfer('Sam Reid')] });
    let arrives = (_answer: object): void => undefined;
    reply({ 'PUT /api/competitions/comp': new Promise<object>((resolve) => (arrives = resolve)) });
    await golfer.click(await screen.findByRole('button', { name: 'Remove Alex Kerr' }));
    const ask = within(await screen.findByRole('alertdialog', { name: 'Remove player' }));
    await golfer.click(ask.getByRole('button', { name: 'Remove Alex Kerr' }));
    await waitFor(() => expect(screen.getByRole('alertdialog').querySelector('[aria-busy="true"]')).not.toBeNull());
    reply({ 'GET /api/competitions/comp': 'GENERIC' });
    arrives({ ...WRITTEN, competition: left });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull(), { timeout: 5_000 });
    const standings = screen.getByRole('list', { name: /^Players in order/, hidden: true });
    expect(within(standings).getAllByRole('listitem', { hidden: true })).toHaveLength(1);
    expect(standings.textContent).toMatch(/Sam Reid.*92/);
  });

  it('add a player, or say why that is refused, until the player is in the list', async () => {
    const details = { players: MESSAGES.competitionPlayerLeft };
    const jo = aGolfer('Jo Tran');
    const { golfer, becomes, sent } = await openSettings({
      ...one({ players: [jo] }),
      'PUT /api/competitions/comp': Response.json(errorAnswer('INVALID_INPUT', details), { status: 400 }),
    });
    // The only player cannot be removed.
    expect(screen.queryByRole('button', { name: 'Remove Jo Tran' })).toBeNull();
    await golfer.click(await screen.findByRole('option', { name: /^Alex Kerr/ }));
    expect((await screen.findByRole('alert')).textContent).toBe(`You got error.${MESSAGES.competitionPlayerLeft}`);
    expect(sent('PUT /api/competitions/comp').at(-1)?.body).toEqual({ players: ['jo', 'alex'] });
    await becomes(one({ players: [jo, aGolfer('Alex Kerr')] }));
    expect(await screen.findByRole('button', { name: 'Remove Alex Kerr' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('delete it, after asking', async () => {
    const { golfer, at } = await openSettings({ 'DELETE /api/competitions/comp': WRITTEN, ...list() });
    await golfer.click(await screen.findByRole('button', { name: 'Delete competition' }));
    const ask = within(await screen.findByRole('alertdialog', { name: 'Delete competition' }));
    await golfer.click(ask.getByRole('button', { name: 'Delete competition' }));
    await waitFor(() => expect(at()).toBe(LIST));
  });
});

describe('Create a competition', () => {
  it('asks before what was entered is lost', async () => {
    const { golfer, at, go } = open('/clubhouse/new-competition', list());
    await golfer.type(await screen.findByLabelText('Competition name'), 'Winter Ringers');
    await act(() => go(LIST));
    const question = within(await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
    await golfer.click(question.getByRole('button', { name: 'Keep editing' }));
    expect(at()).toBe('/clubhouse/new-competition');
    expect(screen.getByLabelText<HTMLInputElement>('Competition name').value).toBe('Winter Ringers');
    await act(() => go(LIST));
    await golfer.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(at()).toBe(LIST));
  });

  it('sends the form, keeps it when it is refused, and shows what was made', async () => {
    const { golfer, at, sent, reply } = open('/clubhouse/new-competition', {
      ...one(),
      'POST /api/competitions': 'TOO_MANY_REQUESTS',
    });
    const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Create comp' });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Eclectic Ringers' }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Travelling' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Duration' }).value).toBe('6');
    expect(screen.getByText(/^Starts today, last day \w{3}, \d/)).toBeTruthy();
    expect(screen.getByText('Still needed: a name, a course, playing days, players.')).toBeTruthy();
    await golfer.type(screen.getByLabelText('Competition name'), 'Winter Ringers');
    await golfer.type(screen.getByRole('combobox', { name: 'Course' }), 'Har');
    await golfer.click(await screen.findByRole('option', { name: /^Harrow Point/ }));
    await golfer.click(await screen.findByRole('checkbox', { name: 'Sunday' }));
    await golfer.click(screen.getByRole('checkbox', { name: 'Saturday' }));
    expect(button().getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByText(MESSAGES.required)).toBeNull();
    await golfer.click(await screen.findByRole('option', { name: /^Alex Kerr/ }));
    await waitFor(() => expect(screen.queryByRole('option', { name: /^Alex Kerr/ })).toBeNull());
    const search = screen.getByRole('combobox', { name: 'Find a golfer' });
    await golfer.type(search, 'Alex');
    expect(await screen.findByText('Already in the list.')).toBeTruthy();
    await golfer.clear(search);
    await golfer.click(screen.getByRole('option', { name: /^Sam Reid \(you\)/ }));
    await waitFor(() => expect(button().getAttribute('aria-disabled')).toBeNull());
    expect(screen.getByText('Later you can change only the players.')).toBeTruthy();
    await golfer.type(search, '{Enter}');
    expect(sent('POST /api/competitions')).toEqual([]);
    const course = screen.getByRole<HTMLInputElement>('combobox', { name: 'Course' });
    await golfer.type(course, '{Backspace}');
    await waitFor(() => expect(button().getAttribute('aria-disabled')).toBe('true'));
    await golfer.click(await screen.findByRole('option', { name: /^Harrow Point/ }));
    expect(course.value).toBe('Harrow Point');
    await waitFor(() => expect(button().getAttribute('aria-disabled')).toBeNull());
    await golfer.click(button());
    expect(await screen.findByRole('alert')).toBeTruthy();
    reply({ 'POST /api/competitions': { ...WRITTEN, competition: aCompetition() } });
    await golfer.click(button());
    await waitFor(() => expect(at()).toBe(ONE));
    const posts = sent('POST /api/competitions');
    expect(posts.at(-1)?.body).toEqual({
      competitionName: 'Winter Ringers',
      competitionType: 'ECLECTIC',
      course: 'harrow',
      duration: 6,
      days: ['Saturday', 'Sunday'],
      allowance: 100,
      players: ['alex', 'sam'],
    });
    expect(new Set(posts.map(({ key }) => key)).size).toBe(1);
  });

  it('says the last day from today, also over midnight, by the clock of the course', async () => {
    jest.useFakeTimers({ advanceTimers: true, now: new Date(2026, 10, 21, 23, 59, 30) });
    const zones = ['Pacific/Kiritimati', 'Pacific/Niue'];
    const courses = zones.map((timeZone) => ({ ...HARROW, id: timeZone, name: timeZone, timeZone }));
    const { golfer } = open('/clubhouse/new-competition', { 'GET /api/courses': { courses } });
    expect(await screen.findByText('Starts today, last day Fri, 1 Jan 2027')).toBeTruthy();
    act(() => jest.advanceTimersByTime(60_000));
    expect(await screen.findByText('Starts today, last day Sat, 2 Jan 2027')).toBeTruthy();
    for (const timeZone of zones) {
      await golfer.type(screen.getByRole('combobox', { name: 'Course' }), '{Backspace}P');
      await golfer.click(await screen.findByRole('option', { name: new RegExp(`^${timeZone}`) }));
      const last = localDay(new Date(Date.now() + (6 * 7 - 1) * 86_400_000), timeZone);
      expect(await screen.findByText(`Starts today, last day ${dayWords(last)}`)).toBeTruthy();
    }
  });
});

it('shows while it stays open that it has finished, and that I am its new host', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  const { reply } = open(ONE, one({ hostId: 'another' }));
  await screen.findByText('Member');
  reply(one({ isFinished: true }));
  await act(() => jest.advanceTimersByTimeAsync(5 * 60_000));
  expect(await screen.findByRole('heading', { name: 'Competition finished' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Settings' })).toBeTruthy();
});

it('reads the table again when a card of its weeks changes the leaderboard, also once it is finished', async () => {
  const { sent } = open(ONE, one({ isFinished: true }));
  await screen.findByRole('heading', { name: 'Winter Ringers' });
  const stop = startRealtime();
  await waitFor(() => expect(isConnected()).toBe(true));
  const asked = sent('GET /api/competitions/comp').length;
  for (const [courseId, day] of [
    ['another', '2026-11-21'],
    ['harrow', '2026-12-19'],
    ['harrow', '2026-12-18'],
  ]) {
    act(() => Line.latest?.emit('leaderboard_changed', { courseId, day, position: '2', log: 'log' }));
  }
  await waitFor(() => expect(sent('GET /api/competitions/comp')).toHaveLength(asked + 1));
  act(stop);
});
