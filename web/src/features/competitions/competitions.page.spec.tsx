/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { errorAnswer, ERRORS, LIMITS, MESSAGES, type Competition } from '@fairmark/contract';
import { act, screen, waitFor, within } from '@testing-library/react';
import { isConnected, startRealtime } from '../../api/realtime/realtime.js';
import { Line } from '../../api/testing/line.js';
import { onDesktop, type Answers } from '../../shared/testing/pages.js';
import { WRITTEN } from '../../shared/testing/server.js';
import { dayWords, localDay } from '../../text/dates.js';
import { dialog, golfer, leads, presses, question, sees, seesNo } from '../../shared/testing/hands.js';
import { HARROW, open } from './testing/open.js';
import { aCompetition, aRow, aGolfer } from './testing/table.js';

afterEach(() => jest.useRealTimers());

const NO_ROUND = { contributingRounds: 0, totalScoreStroke: null, dailyHandicap: null };
const LIST = '/clubhouse/competitions';
const ONE = '/clubhouse/competitions/comp';
const READ = 'GET /api/competitions/comp';
const CHANGE = 'PUT /api/competitions/comp';

const list = (...competitions: object[]): Answers => ({
  'GET /api/competitions': { position: '1', nextOffset: null, competitions },
});
/** A competition whose players are those of its rows. */
const one = (about: Partial<Competition> = {}, rows = [aRow('Alex Kerr', '1'), aRow('Sam Reid', '2')]) => {
  const competition = aCompetition({ players: rows.map(({ player }) => player), ...about });
  const nth = (id: string) => competition.players.findIndex((player) => player.id === id);
  const table = rows.map(({ player, ...row }) => ({ ...row, player: nth(player.id) }));
  return { [READ]: { position: '1', competition, table } };
};
const heading = (name: string, level?: number) => screen.findByRole('heading', { name, level });
const buttonNow = (name: string | RegExp) => screen.queryByRole('button', { name });

describe('Your Competitions', () => {
  it('are rows with their standing, seven names and, when finished, their dates', async () => {
    const players = ['Ann', 'Bo', 'Cy', 'Di', 'Ed', 'Flo', 'Gus', 'Hal', 'Ida'].map((name) => aGolfer(name));
    const named = aCompetition({ players: players.slice(0, 7), playerCount: 9 });
    const standing = { rank: 'T3', leaders: [aGolfer('Ann')], best: 71 };
    open(LIST, list({ ...named, standing }, aCompetition({ id: 'old', name: 'Autumn', isFinished: true })));
    await heading('Your Competitions', 1);
    const [first, second] = await screen.findAllByRole('listitem');
    expect(first?.textContent).toContain('Week 3 of 6 · Ann leads with 71');
    expect(first?.textContent).toMatch(/Ann, Bo, Cy, Di, Ed, Flo, Gus and 2 others.*T3 of 9/);
    expect(second?.closest('section')?.textContent).toMatch(/^FinishedAutumn *7 Nov to 18 Dec 2026/);
    await leads(/^Winter Ringers/, ONE);
    await leads('New competition', '/clubhouse/new-competition');
  });

  it('come page by page, and stay when the next page cannot be read, which can be tried again', async () => {
    const { reply } = open(LIST, {
      'GET /api/competitions?offset=0': { position: '1', nextOffset: 20, competitions: [aCompetition()] },
      'GET /api/competitions?offset=20': 'FORBIDDEN',
    });
    await presses('Show more');
    expect((await screen.findByRole('alert')).textContent).toBe(ERRORS.FORBIDDEN.message);
    await sees('Winter Ringers');
    const autumn = aCompetition({ id: 'old', name: 'Autumn' });
    reply({ 'GET /api/competitions?offset=20': { position: '1', nextOffset: null, competitions: [autumn] } });
    await presses('Show more');
    await sees('Autumn', 'Winter Ringers');
    expect(buttonNow('Show more')).toBeNull();
  });
});

describe('a competition', () => {
  it('shows its details, and the settings to its host', async () => {
    open(ONE, one());
    await heading('Winter Ringers', 1);
    const facts = screen.getByText('Details').closest('details')?.textContent;
    expect(facts).toMatch(/^Week 3 of 6\s· Harrow Point\s· Sat, SunDetails/);
    expect(facts).toContain('Last dayFri, 18 Dec 2026Sign cards bySat, 19 Dec 2026');
    expect([buttonNow('Settings') === null, buttonNow('Leave competition')]).toEqual([false, null]);
    seesNo('Member', 'Competition finished');
  });

  it('lists players who have not opened it yet without scores, and says why', async () => {
    const unseen = aRow('Jo Tran', null, { ...NO_ROUND, shown: false });
    const { golfer } = open(ONE, one({}, [aRow('Alex Kerr', '1'), unseen]));
    const rest = await screen.findByText('1 yet to play');
    expect(rest.closest('details')?.open).toBe(false);
    await golfer.click(rest);
    const [row] = within(screen.getByRole('list', { name: 'Yet to play' })).getAllByRole('listitem');
    expect(row?.textContent).toMatch(/^Jo Tran\s+Not opened yet/);
    await sees(/^Not opened yet: scores show once the player has opened/);
    expect(buttonNow(/Jo Tran/)).toBeNull();
  });

  it('is left by a player after a confirmation', async () => {
    const away = { hostId: 'alex', host: aGolfer('Alex Kerr') };
    const left = 'DELETE /api/competitions/comp/players/me';
    const { golfer, at, sent } = open(ONE, { ...one(away), ...list(), [left]: WRITTEN });
    await sees('Member');
    expect(buttonNow('Settings')).toBeNull();
    await presses('Leave competition');
    const ask = await question('Leave competition');
    expect(ask.getByText(/you can't be added again/)).toBeTruthy();
    await golfer.click(ask.getByRole('button', { name: 'Leave competition' }));
    await waitFor(() => expect(at()).toBe(LIST));
    expect(sent(left).at(-1)?.key).not.toBeNull();
  });

  it('opens the list of those yet to play when no round counts, and says that I am one of them', async () => {
    open(ONE, one({}, [aRow('Alex Kerr', null, NO_ROUND), aRow('Sam Reid', null, NO_ROUND)]));
    const rest = await screen.findByText('You and 1 more yet to play');
    expect(rest.closest('details')?.open).toBe(true);
    await sees(/^Match rounds on playing days up to Friday 18 December count.* at the latest on Saturday 19 December/);
    expect(screen.queryByRole('group', { name: 'Sort' })).toBeNull();
  });

  it('has a list on a phone that shows its sort order, which the address keeps, and what a countback decided', async () => {
    const countback = { gross: { decidedBy: 'last 9' }, nett: { decidedBy: 'last 6' } };
    const { at, sent, reply } = open(ONE, one({}, [aRow('Alex Kerr', '1', { countback }), aRow('Sam Reid', '2')]));
    await sees(/^Ties go to countback on the best scores.* still.tied\.\s*$/);
    const rows = () => within(screen.getByRole('list', { name: /^Players in order/ })).getAllByRole('button');
    const [first, own] = rows();
    const ahead = /^1 Alex Kerr\s+Daily 9 · 1 round\nAhead of the next place on countback, last\s9\s, 90/;
    expect(first?.textContent).toMatch(ahead);
    expect(own?.textContent).toMatch(/^2 Sam Reid\s+You · Daily 9 · 1 round , 90/);
    expect(own?.dataset['own']).toBe('true');
    expect(screen.queryByRole('list', { name: 'Your place' })).toBeNull();
    const order = () => screen.getByRole('button', { pressed: true }).textContent;
    expect(order()).toBe('Gross');
    await presses('Nett');
    expect([at(), order()]).toEqual([`${ONE}?sort=nett`, 'Nett']);
    expect(rows()[0]?.textContent).toContain('81');
    await sees(/^Ties go to countback.*On countback nett takes off a share of the handicap/);
    await waitFor(() => expect(sent(READ).at(-1)?.query).toContain('sort=nett'));
    reply({ [READ]: 'FORBIDDEN' });
    await presses('Last 9');
    await sees("The list can't be sorted that way now");
    expect(order()).toBe('Nett');
  });

  it('repeats my row above the others when it is far down', async () => {
    const others = Array.from({ length: 7 }, (_, i) => aRow(`P${i} Lee`, String(i + 1)));
    open(ONE, one({}, [...others, aRow('Sam Reid', '8')]));
    expect((await screen.findByRole('list', { name: 'Your place' })).textContent).toMatch(/^8 Sam Reid/);
  });

  it('has a table on a desktop that is sorted by its headings, and my card beside it', async () => {
    onDesktop();
    const { at, sent } = open(ONE, one());
    expect(await screen.findByRole('table', { name: 'Out, Sam Reid' })).toBeTruthy();
    const table = within(screen.getByRole('table', { name: 'Players in order of gross' }));
    const [, first, own] = table.getAllByRole('row');
    expect(first?.textContent).toMatch(/^1Alex Kerr/);
    expect(own?.textContent).toMatch(/^2Sam ReidYou/);
    expect(own?.dataset['own']).toBe('true');
    for (const [press, sort] of Object.entries({ Nett: 'nett', Rank: 'nett-rank', Rounds: 'rounds' })) {
      await presses(press);
      expect(at()).toBe(`${ONE}?sort=${sort}`);
      const sorted = screen.getAllByRole('columnheader').filter((head) => head.hasAttribute('aria-sort'));
      expect(sorted.map(({ textContent }) => textContent)).toEqual([press]);
    }
    await waitFor(() => expect(sent(READ).at(-1)?.query).toContain('sort=rounds'));
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
    await heading('Your best scores');
    expect(screen.queryAllByRole('heading', { name: /leads$/ })).toHaveLength(leaders);
  });

  it('says that the committee corrected a card, in the table and on the ringer card', async () => {
    const row = aRow('Sam Reid', '2', { correctedAt: '2026-11-16T01:00:00.000Z' });
    open(ONE, one({ isFinished: true }, [aRow('Alex Kerr', '1'), row]));
    await heading('Winter Ringers');
    expect(buttonNow(/Alex Kerr/)?.textContent).not.toContain('Corrected');
    expect(buttonNow(/Sam Reid/)?.textContent).toContain('Corrected by the committee');
    await presses(/Sam Reid/);
    const card = await dialog('Sam Reid');
    expect(card.getByText(/^Corrected by the committee, last on 16 Nov/)).toBeTruthy();
  });

  it("opens a player's card with totals, the key and where the holes come from, and my own rounds", async () => {
    const from = Array.from({ length: 18 }, (_, i) => (i === 0 ? 1 : 0));
    const two = { from, days: ['2026-11-14', '2026-11-15'] };
    const alex = aRow('Alex Kerr', '1', { ...two, dailyHandicap: -2, allowedStrokes: -2 });
    const { golfer } = open(ONE, one({}, [alex, aRow('Sam Reid', '2', { ...two, matches: ['first', 'second'] })]));
    await presses(/Sam Reid/);
    const card = await dialog('Sam Reid');
    expect(card.getByText('Daily handicap 9, nett uses 9, 1 round')).toBeTruthy();
    expect(card.getByRole('heading', { name: 'Where your best scores came from' })).toBeTruthy();
    const tables = ['Out, Sam Reid', 'In, Sam Reid', 'Totals'].map((name) => card.getByRole('table', { name }));
    expect(tables[2]?.textContent).toContain('Gross902');
    expect(card.getByRole('list', { name: 'Scoring key' }).textContent).toContain('Double Bogey or Worse');
    const links = card.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Sat, 14 Nov 2026', '/first/scorecard'],
      ['Sun, 15 Nov 2026', '/second/scorecard'],
    ]);
    await golfer.keyboard('{Escape}');
    await presses(/Alex Kerr/);
    const other = await dialog('Alex Kerr');
    expect(other.getByText('Daily handicap +2, nett uses +2, 1 round')).toBeTruthy();
    expect(other.getByText('Sun, 15 Nov 2026')).toBeTruthy();
    expect(other.queryByRole('link')).toBeNull();
  });

  it("closes a player's card that is no longer in the table, also for when it comes back", async () => {
    const { becomes } = open(ONE, one());
    await presses(/Alex Kerr/);
    await dialog('Alex Kerr');
    await becomes(one({}, [aRow('Sam Reid', '1')]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await becomes(one());
    await screen.findByRole('button', { name: /Alex Kerr/ });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('without players asks for some until it is finished', async () => {
    const { becomes } = open(ONE, one({}, []));
    await sees('Add players in the settings.');
    await becomes(one({ isFinished: true }, []));
    await sees('No player has a score on every hole.');
    seesNo('Add players in the settings.');
  });

  it('names the winners when it is finished, and says whose rounds did not count', async () => {
    const countback = { gross: null, nett: { decidedBy: 'last 9' } };
    const rows = [aRow('Alex Kerr', '1', { countback }), aRow('Jo Tran', null, { ...NO_ROUND, shown: false })];
    open(ONE, one({ isFinished: true }, rows));
    await sees('1 without a round that counts', /7 Nov to 18 Dec 2026$/);
    seesNo(/counts once its card|scores show once/);
    const banner = within(await screen.findByRole('region', { name: 'Competition finished' }));
    expect(banner.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'Alex Kerr with 90',
      'Alex Kerr with 81 on countback, last\u00a09',
    ]);
  });

  it('says when it is behind, and is read again until it has caught up', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { reply } = open(ONE, { [READ]: { ...one()[READ], stale: true } });
    await sees('The latest cards may be missing');
    reply(one());
    await act(() => jest.advanceTimersByTimeAsync(10_000));
    await waitFor(() => seesNo('The latest cards may be missing'));
    await sees('Winter Ringers');
  });

  it('shows while it stays open that it has finished, and that I am its new host', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { reply } = open(ONE, one({ hostId: 'another' }));
    await sees('Member');
    reply(one({ isFinished: true }));
    await act(() => jest.advanceTimersByTimeAsync(5 * 60_000));
    await heading('Competition finished');
    expect(buttonNow('Settings')).not.toBeNull();
  });

  it('reads the table again when a card of its weeks changes the leaderboard, also once it is finished', async () => {
    const { sent } = open(ONE, one({ isFinished: true }));
    await heading('Winter Ringers');
    const stop = startRealtime();
    await waitFor(() => expect(isConnected()).toBe(true));
    const asked = sent(READ).length;
    const changes = (courseId: string, day: string) =>
      act(async () => {
        Line.latest?.emit('leaderboard_changed', { courseId, day, position: '2', log: 'log' });
        await new Promise((resolve) => setTimeout(resolve));
      });
    await changes('another', '2026-11-21');
    await changes('harrow', '2026-12-19');
    expect(sent(READ)).toHaveLength(asked);
    await changes('harrow', '2026-12-18');
    await waitFor(() => expect(sent(READ)).toHaveLength(asked + 1));
    act(stop);
  });
});

it.each<[string, Answers, string | RegExp]>([
  [LIST, list(), /Create one, or ask a host to add you\.$/],
  [ONE, { [READ]: 'COMPETITION_NOT_FOUND' }, 'No competition found.'],
])('%s with nothing to show %j: %s', async (page, answers, words) => {
  open(page, answers);
  await sees(words);
});

describe('the settings', () => {
  const openSettings = async (answers: Answers) => {
    const page = open(ONE, { ...one(), ...answers });
    await presses('Settings');
    await sees('Only you can manage the settings');
    return page;
  };
  /** Asks to remove Alex; `confirms` presses the button of the confirmation. */
  const removesAlex = async () => {
    await presses('Remove Alex Kerr');
    const ask = await question('Remove player');
    return { ask, confirms: () => golfer.click(ask.getByRole('button', { name: 'Remove Alex Kerr' })) };
  };

  it('ask for more of a name that more golfers have than the search answers', async () => {
    const smiths = Array.from({ length: LIMITS.userSearchResults }, (_, i) => aGolfer(`Golfer${i} Smith`));
    const rows = smiths.map(({ fullName }) => aRow(fullName, null));
    const { golfer, reply } = await openSettings({ ...one({}, rows), 'GET /api/user/search': { users: smiths } });
    const search = screen.getByRole('combobox', { name: 'Find a golfer' });
    await golfer.type(search, 'Smith');
    // All that the server answers are players, but not all Smiths are.
    await sees('Type more of the name to find others.');
    reply({ 'GET /api/user/search': { users: [aGolfer('Zoe Smith')] } });
    await golfer.type(search, ' Z');
    await screen.findByRole('option', { name: /^Zoe Smith/ });
    seesNo('Type more of the name to find others.');
  });

  it('remove a player after a confirmation, and show a failure', async () => {
    const { sent, reply } = await openSettings({ [CHANGE]: 'COMPETITION_FINISHED' });
    const { ask, confirms } = await removesAlex();
    expect(ask.getByText('Are you sure? Are they really that bad?')).toBeTruthy();
    await confirms();
    expect((await ask.findByRole('alert')).textContent).toBe('You got error.This competition has finished');
    reply({ [CHANGE]: 'GENERIC' });
    await confirms();
    await waitFor(() => expect(ask.getByRole('alert').textContent).toBe(`You got error.${ERRORS.GENERIC.message}`));
    // Jo was added on the host's other phone meanwhile.
    const jo = aGolfer('Jo Tran');
    const left = { players: [aGolfer('Sam Reid'), jo] };
    let arrives = (_answer: object): void => undefined;
    const answer = new Promise<object>((resolve) => (arrives = resolve));
    reply({ ...one({ players: [...aCompetition().players, jo] }), [CHANGE]: answer });
    await confirms();
    await waitFor(() => expect(sent(CHANGE).at(-1)?.body).toEqual({ players: ['sam', 'jo'] }));
    reply(one(left));
    arrives({ ...WRITTEN, competition: aCompetition(left) });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    // The button that had the focus is gone with its row.
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('dialog'));
  });

  it('leave every row its player while the table cannot be read after one was removed', async () => {
    const rows = [aRow('Alex Kerr', '1', { totalScoreStroke: 81 }), aRow('Sam Reid', '2', { totalScoreStroke: 92 })];
    const { reply } = await openSettings(one({}, rows));
    let arrives = (_answer: object): void => undefined;
    reply({ [CHANGE]: new Promise<object>((resolve) => (arrives = resolve)) });
    const { confirms } = await removesAlex();
    await confirms();
    await waitFor(() => expect(screen.getByRole('alertdialog').querySelector('[aria-busy="true"]')).not.toBeNull());
    reply({ [READ]: 'GENERIC' });
    arrives({ ...WRITTEN, competition: aCompetition({ players: [aGolfer('Sam Reid')] }) });
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
      [CHANGE]: Response.json(errorAnswer('INVALID_INPUT', details), { status: 400 }),
    });
    // The only player cannot be removed.
    expect(buttonNow('Remove Jo Tran')).toBeNull();
    await golfer.click(await screen.findByRole('option', { name: /^Alex Kerr/ }));
    expect((await screen.findByRole('alert')).textContent).toBe(`You got error.${MESSAGES.competitionPlayerLeft}`);
    expect(sent(CHANGE).at(-1)?.body).toEqual({ players: ['jo', 'alex'] });
    await becomes(one({ players: [jo, aGolfer('Alex Kerr')] }));
    await screen.findByRole('button', { name: 'Remove Alex Kerr' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('delete it, after asking', async () => {
    const { at } = await openSettings({ 'DELETE /api/competitions/comp': WRITTEN, ...list() });
    await presses('Delete competition');
    const ask = await question('Delete competition');
    await golfer.click(ask.getByRole('button', { name: 'Delete competition' }));
    await waitFor(() => expect(at()).toBe(LIST));
  });
});

describe('Create a competition', () => {
  const NEW = '/clubhouse/new-competition';
  const CREATE = 'POST /api/competitions';
  const field = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name });

  it('asks before what was entered is lost', async () => {
    const { golfer, at, go } = open(NEW, list());
    const name = await screen.findByLabelText<HTMLInputElement>('Competition name');
    await golfer.type(name, 'Winter Ringers');
    await act(() => go(LIST));
    await question('Leave without saving?');
    await presses('Keep editing');
    expect([at(), name.value]).toEqual([NEW, 'Winter Ringers']);
    await act(() => go(LIST));
    await presses('Leave');
    await waitFor(() => expect(at()).toBe(LIST));
  });

  it('sends the form, keeps it when it is refused, and shows what was made', async () => {
    const { golfer, at, sent, reply } = open(NEW, { ...one(), [CREATE]: 'TOO_MANY_REQUESTS' });
    const create = screen.getByRole('button', { name: 'Create comp' });
    const canSend = (can: boolean) => waitFor(() => expect(create.hasAttribute('aria-disabled')).toBe(!can));
    const picks = async (option: RegExp) => golfer.click(await screen.findByRole('option', { name: option }));
    const [course, search] = [field('Course'), field('Find a golfer')];
    expect(screen.getByRole('radio', { name: 'Eclectic Ringers' })).toMatchObject({ checked: true });
    expect(screen.getByRole('radio', { name: 'Travelling' })).toMatchObject({ disabled: true });
    expect(field('Duration').value).toBe('6');
    await sees('Still needed: a name, a course, playing days, players.', /^Starts today, last day \w{3}, \d/);
    await golfer.type(screen.getByLabelText('Competition name'), 'Winter Ringers');
    await golfer.type(course, 'Har');
    await picks(/^Harrow Point/);
    for (const day of ['Sunday', 'Saturday']) await golfer.click(screen.getByRole('checkbox', { name: day }));
    await canSend(false);
    seesNo(MESSAGES.required);
    await picks(/^Alex Kerr/);
    await waitFor(() => expect(screen.queryByRole('option', { name: /^Alex Kerr/ })).toBeNull());
    await golfer.type(search, 'Alex');
    await sees('Already in the list.');
    await golfer.clear(search);
    await picks(/^Sam Reid \(you\)/);
    await canSend(true);
    await sees('Later you can change only the players.');
    await golfer.type(search, '{Enter}');
    expect(sent(CREATE)).toEqual([]);
    await golfer.type(course, '{Backspace}');
    await canSend(false);
    await picks(/^Harrow Point/);
    expect(course.value).toBe('Harrow Point');
    await canSend(true);
    await golfer.click(create);
    await screen.findByRole('alert');
    reply({ [CREATE]: { ...WRITTEN, competition: aCompetition() } });
    await golfer.click(create);
    await waitFor(() => expect(at()).toBe(ONE));
    const posts = sent(CREATE);
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
    const { golfer } = open(NEW, { 'GET /api/courses': { courses } });
    await sees('Starts today, last day Fri, 1 Jan 2027');
    act(() => jest.advanceTimersByTime(60_000));
    await sees('Starts today, last day Sat, 2 Jan 2027');
    for (const timeZone of zones) {
      await golfer.type(field('Course'), '{Backspace}P');
      await golfer.click(await screen.findByRole('option', { name: new RegExp(`^${timeZone}`) }));
      const last = localDay(new Date(Date.now() + (6 * 7 - 1) * 86_400_000), timeZone);
      await sees(`Starts today, last day ${dayWords(last)}`);
    }
  });
});
