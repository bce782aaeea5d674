/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { ERRORS, type BackupsAnswer } from '@fairmark/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../api/call/query-client.js';
import type { Answers } from '../../shared/testing/pages.js';
import { localDay } from '../../text/dates.js';
import { leads, presses, question, sees, seesNo } from '../../shared/testing/hands.js';
import { AS, open } from './testing/open.js';
import { aJob, aStatus } from './testing/tables.js';

const realNow = Date.now;

afterEach(() => {
  jest.useRealTimers();
  Date.now = realNow;
});

const tables = (change: Parameters<typeof aStatus>[0] = {}) => ({
  'GET /api/ops/projections': { projections: [aStatus(change)] },
  'GET /api/ops/backups': { last: null, lastGood: null, warnings: [], fullDisks: [] },
});
/** Opens the tables as support. */
const openTables = (change: Parameters<typeof tables>[0], more: Answers = {}) =>
  open('/ops', { ...AS.support, ...tables(change), ...more });

describe('access to the page', () => {
  it('sends a golfer without a role home', async () => {
    const { at, sent } = open('/ops', AS.golfer);
    await screen.findByRole('heading', { name: 'Play' });
    expect([at(), sent('GET /api/ops/projections')]).toEqual(['/', []]);
  });

  it('waits on the page while the server cannot answer, and opens when tried again', async () => {
    const { golfer, reply } = open('/ops', { ...tables(), 'GET /api/ops/me': 'UNAVAILABLE' });
    const retry = await screen.findByRole('button', { name: 'Try again' }, { timeout: 3_000 });
    expect(screen.getByRole('alert').textContent).toContain(ERRORS.UNAVAILABLE.message);
    reply(AS.support);
    await golfer.click(retry);
    await sees('Up to date');
  });

  it('asks for a code when the authenticator was replaced elsewhere, and is left when the last role is revoked', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { reply } = open('/ops', AS.committee);
    await sees('Committee, Harrow Point');
    reply({ 'GET /api/ops/me': { ...AS.committee['GET /api/ops/me'], secondFactor: 'ENROLLED' } });
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    await screen.findByRole('heading', { name: 'Enter a code' });
    reply(AS.golfer);
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    await screen.findByRole('heading', { name: 'Play' });
  });

  it.each([
    ['support', 'Support', [], true, 'Up to date'],
    ['auditor', 'Auditor', ['Result tables', 'Rounds'], false, 'Up to date'],
    ['committee', 'Committee, Harrow Point', ['Rounds', 'Boards'], false, 'Links of this course'],
  ] as const)('shows to %s (%s) the tabs %j, with a way to rebuild: %s', async (role, words, tabs, rebuilds, first) => {
    open('/ops?view=boards', { ...AS[role], ...tables(), 'GET /api/ops/board-links': { links: [] } });
    await sees(words, first);
    expect(screen.queryAllByRole('tab').map(({ textContent }) => textContent)).toEqual(tabs);
    expect(screen.queryByRole('button', { name: 'Rebuild these tables' }) !== null).toBe(rebuilds);
  });

  it('is opened at another tab, which the address keeps', async () => {
    const { golfer, at } = open('/ops', { ...AS.auditor, ...tables() });
    await golfer.click(await screen.findByRole('tab', { name: 'Rounds' }));
    await sees('By its link');
    expect(at()).toBe('/ops?view=rounds');
  });
});

describe('the nightly backups', () => {
  const GOOD = {
    madeAt: '2026-11-21T16:00:00.000Z',
    folder: '/backups/fairmark-2026-11-21-160000',
    problem: null,
    events: 12_345,
    bytes: 1_234_567,
    freeBytes: 2_000_000,
  };
  const show = (backups: Omit<BackupsAnswer, 'status'>) => openTables({}, { 'GET /api/ops/backups': backups });

  it('show the last good one', async () => {
    show({ last: GOOD, lastGood: GOOD, warnings: [], fullDisks: [] });
    await sees('Nightly backup', '12,345 events', '1.2 MB', '2 MB');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('show what is wrong, and the disks that are nearly full', async () => {
    show({
      last: { ...GOOD, problem: 'The disk is full.', events: null, bytes: null },
      lastGood: GOOD,
      warnings: ['FAILED', 'STALE', 'DISK'],
      fullDisks: [
        { folder: '/srv/data', freeBytes: 1_900_000_000 },
        { folder: '/mnt/backups', freeBytes: null },
      ],
    });
    await sees('The last backup failed', /^2[12] Nov 2026, .*m: The disk is full\.$/, /^2 MB are free/);
    await sees('The last good backup is more than a night old');
    await sees('A disk is nearly full', '1.9 GB are free in /srv/data. Make room.');
    await sees('A disk cannot be reached', '/mnt/backups');
  });
});

describe('the tables', () => {
  it('show how far behind they are, and on which day the projector was last seen', async () => {
    const heardAt = '2025-11-22T12:00:00Z';
    openTables({ state: 'BEHIND', position: '1200', lagEvents: 40, lagSeconds: 75, heardAt });
    await sees('Catching up', '40 events', 'the oldest for 1 min 15 s', 'of 1,240 in the log', 'Version 5');
    await sees(/^22 Nov, \d+:\d\d [ap]m$/);
  });

  it('are rebuilt after a confirmation, with progress, until the rebuild is cancelled', async () => {
    const rebuild = 'POST /api/ops/projections/clubhouse/rebuild';
    const cancel = 'POST /api/ops/projections/clubhouse/cancel';
    const { golfer, sent, reply } = openTables({}, { [rebuild]: 'UNAVAILABLE' });
    await presses('Rebuild these tables');
    const ask = await question('Rebuild Clubhouse?');
    expect(ask.getByText(/Golfers go on reading and scoring/)).toBeTruthy();
    await golfer.click(ask.getByRole('button', { name: 'Rebuild' }));
    await ask.findByRole('alert');
    reply({ [rebuild]: { job: aJob() }, ...tables({ job: aJob() }) });
    await golfer.click(ask.getByRole('button', { name: 'Rebuild' }));
    const bar = await screen.findByRole('progressbar', { name: 'Rebuild' });
    expect(bar).toMatchObject({ value: 412_000, max: 1_000_000 });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await sees('412,000 of 1,000,000 events · 98,400 a second · about 6 s left', 'Reading the events (1 of 5)');
    const over = aJob({ state: 'CANCELLED', endedAt: '2026-11-22T01:01:00Z' });
    reply({ [cancel]: { job: over }, ...tables({ job: over }) });
    await presses('Cancel rebuild');
    await sees(/^Cancelled, /);
    expect(sent(cancel)).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Rebuild these tables' })).toBeTruthy();
  });

  it.each([
    [{ events: 1, total: null, eventsPerSecond: null, secondsLeft: null }, null, '1 event'],
    [{ events: 0, total: 0 }, null, '0 of 0 events · 98,400 a second · about 6 s left'],
    [{ events: 12, total: 10, eventsPerSecond: null, secondsLeft: null }, 10, '12 of 10 events'],
  ])('show the progress of %j', async (progress, value, words) => {
    openTables({ job: aJob(progress) });
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Rebuild' });
    expect(bar.hasAttribute('value') ? bar.value : null).toBe(value);
    await sees(words);
  });

  it('do not show why a rebuild could not be cancelled beside a later one', async () => {
    const cancel = 'POST /api/ops/projections/clubhouse/cancel';
    const { reply } = openTables({ job: aJob() }, { [cancel]: 'NOT_FOUND' });
    await presses('Cancel rebuild');
    await sees(ERRORS.NOT_FOUND.message);
    reply(tables({ job: aJob({ id: 'later', state: 'WAITING', phase: null }) }));
    await sees('Waiting for a projector to take it up');
    seesNo(ERRORS.NOT_FOUND.message);
  });

  it('show the rebuild that another operator has started', async () => {
    const job = aJob({ state: 'WAITING', phase: null, requestedBy: 'Ole Ops' });
    const { becomes, golfer, reply } = openTables({});
    await presses('Rebuild these tables');
    reply({ 'POST /api/ops/projections/clubhouse/rebuild': 'REBUILD_RUNNING', ...tables({ job }) });
    const ask = await question();
    await golfer.click(ask.getByRole('button', { name: 'Rebuild' }));
    await ask.findByText('These tables are being rebuilt already');
    await golfer.click(ask.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await sees('Waiting for a projector to take it up', 'It begins within seconds.');
    expect(screen.getByRole('progressbar').hasAttribute('value')).toBe(false);
    await becomes(tables({ state: 'SILENT', job }));
    await sees('No projector', 'It begins once a projector runs.', /^Requested by Ole Ops/);
  });

  it('are read again by themselves, each second during a rebuild, and the backups each minute', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { reply, sent } = openTables({ lagEvents: 7 });
    const reads = () => sent('GET /api/ops/projections').length;
    const after = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    await sees('7 events', /None has been made/);
    reply(tables({ lagEvents: 3, job: aJob() }));
    await after(5_000);
    await sees('3 events');
    const before = reads();
    await after(1_000);
    expect(reads()).toBe(before + 1);
    reply({ 'GET /api/ops/backups': { last: null, lastGood: null, warnings: ['STALE'], fullDisks: [] } });
    await after(60_000);
    await sees('There is no good backup');
  });

  it('stay when they can no longer be read, with the error', async () => {
    const { reply } = openTables({});
    await sees('Up to date');
    reply({ 'GET /api/ops/projections': 'FORBIDDEN' });
    await sees('You may not do this', 'Up to date');
  });

  it('list parked events, with the error and what to do', async () => {
    const error = 'TypeError: hole 19 is on no card';
    const parked = [{ eventId: 'poison', type: 'HoleScored', error, parkedAt: '2026-11-22T00:58:00Z', attempts: 3 }];
    openTables({ parkedStreams: 1, parkedEvents: 2 }, { 'GET /api/ops/parked': { parked, more: true } });
    const table = await screen.findByRole('table', { name: 'Parked events' });
    expect(within(table).getByRole('rowheader').textContent).toContain('HoleScored');
    await sees(error, /the projector tries them again when it starts/);
    await sees('The first 1 of 2, in the order of the log.');
  });
});

describe('finding a round', () => {
  const ID = '3f2a1b4c-0000-4000-8000-00000000abcd';
  const DAY = '/ops?view=rounds&course=harrow&day=2026-11-22';
  const LIST = 'GET /api/ops/rounds';
  const NONE = { rounds: [], more: false };
  const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

  it('works by the link of its scorecard', async () => {
    const { golfer, at } = open('/ops', { ...AS.committee, [`${LIST}/${ID}`]: 'FORBIDDEN' });
    const link = await screen.findByLabelText(/^Link of the scorecard/);
    const opens = async (pasted: string): Promise<void> => {
      await golfer.clear(link);
      await golfer.paste(pasted);
      await presses('Open the round');
    };
    await opens('https://golf.example/scorecard');
    await sees(/That has no round ID/);
    await opens(`https://golf.example/${ID}/scorecard`);
    expect(at()).toBe(`/ops?round=${ID}`);
    await sees('Not a round of your course');
  });

  it('works by its course and day, which the form takes from the address', async () => {
    const cards = [
      {
        player: { id: 'sam', fullName: 'Sam Reid' },
        verified: true,
        withdrawn: false,
        correctedAt: '2026-11-22T03:00Z',
      },
      { player: { id: 'alex', fullName: 'Alex Kerr' }, verified: false, withdrawn: false, correctedAt: null },
    ];
    const [harrow] = AS.committee['GET /api/ops/me'].roles;
    const roles = [{ role: 'COMMITTEE', course: { id: 'saltbush', name: 'Saltbush Links' } }, harrow];
    const { golfer, sent } = open(DAY, {
      'GET /api/ops/me': { roles, secondFactor: 'PROVED' },
      [LIST]: { rounds: [{ matchId: ID, startedAt: '2026-11-21T22:00:00Z', cards }], more: false },
    });
    await leads('Sam Reid, Alex Kerr', `/ops?round=${ID}`);
    await sees('1 of 2 verified, 1 corrected', /^Started .*, your time$/, /deleted are not listed/);
    expect([(await field('Course')).value, (await field('Day')).value]).toEqual(['harrow', '2026-11-22']);
    await golfer.clear(await field('Day'));
    await golfer.type(await field('Day'), '2026-11-21');
    await presses('Show its rounds');
    const asked = () => sent(LIST).map(({ query }) => query);
    await waitFor(() => expect(asked()).toContain('?course=harrow&day=2026-11-21'));
  });

  it('asks for a course of the committee, though the link is of another one', async () => {
    const { at } = open('/ops?view=rounds&course=saltbush&day=2026-11-22', { ...AS.committee, [LIST]: 'FORBIDDEN' });
    await presses('Show its rounds');
    expect(screen.getByLabelText<HTMLSelectElement>('Course').selectedOptions[0]?.text).toBe('Harrow Point');
    expect(at()).toBe(DAY);
  });

  it('reads the list again only on request, because every read is recorded', async () => {
    const { sent, reply } = open(DAY, { ...AS.committee, [LIST]: NONE });
    await sees('No match rounds', /deleted are not listed/);
    const reads = () => sent(LIST).length;
    const before = reads();
    Date.now = () => realNow() + 10 * 60_000;
    for (const event of ['visibilitychange', 'offline', 'online']) fireEvent(window, new Event(event));
    expect([queryClient.isFetching(), reads()]).toEqual([0, before]);
    await presses('Show its rounds');
    await waitFor(() => expect(reads()).toBe(before + 1));
    reply({ [LIST]: 'TOO_MANY_REQUESTS' });
    await presses('Show its rounds');
    await sees(ERRORS.TOO_MANY_REQUESTS.message, 'No match rounds');
  });

  it('begins with the course of the address, and has no course while another one is typed', async () => {
    const harrow = { id: 'harrow', name: 'Harrow Point', clubName: 'Harrow', state: 'VIC' };
    const { golfer, at } = open(DAY, {
      ...AS.auditor,
      'GET /api/courses': { courses: [{ ...harrow, id: 'saltbush', name: 'Saltbush Links' }] },
      'GET /api/courses/harrow': { course: harrow },
      [LIST]: NONE,
    });
    const course = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Course' });
    await waitFor(() => expect(course.value).toBe('Harrow Point'));
    seesNo('Choose a course first');
    await golfer.type(course, '{Backspace}');
    expect(course.value).toBe('Harrow Poin');
    await sees('Choose a course first');
    await golfer.clear(course);
    await golfer.type(course, 'Salt');
    await golfer.click(await screen.findByRole('option', { name: /^Saltbush Links/ }));
    expect(course.value).toBe('Saltbush Links');
    await presses('Show its rounds');
    expect(at()).toBe('/ops?view=rounds&course=saltbush&day=2026-11-22');
  });

  it.each([
    ['no day', '', 'Pacific/Kiritimati'],
    ['no real day', '&day=2026-11-31', 'Pacific/Niue'],
  ])('begins with today when the address names %s%s, by the clock of %s', async (_, day, timeZone) => {
    const course = { id: 'harrow', timeZone };
    open(`/ops?view=rounds&course=harrow${day}`, { ...AS.committee, 'GET /api/courses/harrow': { course } });
    const chosen = await field('Day');
    await waitFor(() => expect(chosen.value).toBe(localDay(new Date(), timeZone)));
  });

  it('says that there is no such round', async () => {
    open(`/ops?round=${ID}`, { ...AS.auditor, [`${LIST}/${ID}`]: 'MATCH_NOT_FOUND' });
    await sees('There is no such round');
    await leads('Look for another round', '/ops?view=rounds');
  });
});
