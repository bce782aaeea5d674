/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { ERRORS, type BackupsAnswer } from '@fairmark/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { queryClient } from '../../api/call/query-client.js';
import { localDay } from '../../text/dates.js';
import { AS, open } from './testing/open.js';
import { aJob, aStatus, PARKED_EVENT } from './testing/tables.js';

const realNow = Date.now;

afterEach(() => {
  jest.useRealTimers();
  Date.now = realNow;
});

const tables = (change: Parameters<typeof aStatus>[0] = {}) => ({
  'GET /api/ops/projections': { projections: [aStatus(change)] },
  'GET /api/ops/backups': { last: null, lastGood: null, warnings: [], fullDisks: [] },
});

describe('access to the page', () => {
  it('sends a golfer without a role home', async () => {
    const { at, sent } = open('/ops', AS.golfer);
    expect(await screen.findByRole('heading', { name: 'Play' })).toBeTruthy();
    expect(at()).toBe('/');
    expect(sent('GET /api/ops/projections')).toEqual([]);
  });

  it('waits on the page while the server cannot answer, and opens when tried again', async () => {
    const { golfer, reply } = open('/ops', { ...tables(), 'GET /api/ops/me': 'UNAVAILABLE' });
    const retry = await screen.findByRole('button', { name: 'Try again' }, { timeout: 3_000 });
    expect(screen.getByRole('alert').textContent).toContain(ERRORS.UNAVAILABLE.message);
    reply(AS.support);
    await golfer.click(retry);
    expect(await screen.findByText('Up to date')).toBeTruthy();
  });

  it('asks for a code when the authenticator was replaced elsewhere, and is left when the last role is revoked', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { reply } = open('/ops', AS.committee);
    expect(await screen.findByText('Committee, Harrow Point')).toBeTruthy();
    reply({ 'GET /api/ops/me': { ...AS.committee['GET /api/ops/me'], secondFactor: 'ENROLLED' } });
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(await screen.findByRole('heading', { name: 'Enter a code' })).toBeTruthy();
    reply(AS.golfer);
    await act(() => jest.advanceTimersByTimeAsync(5_000));
    expect(await screen.findByRole('heading', { name: 'Play' })).toBeTruthy();
  });

  it('shows support the tables only', async () => {
    open('/ops?view=rounds', { ...AS.support, ...tables() });
    expect(await screen.findByText('Support')).toBeTruthy();
    expect(await screen.findByRole('heading', { level: 2, name: 'Clubhouse' })).toBeTruthy();
    expect(screen.queryByRole('tab')).toBeNull();
  });

  it('shows a committee the rounds and boards of its course only', async () => {
    open('/ops', AS.committee);
    expect(await screen.findByText('Committee, Harrow Point')).toBeTruthy();
    expect(screen.getByRole('option', { name: 'Harrow Point' })).toBeTruthy();
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Rounds', 'Boards']);
  });

  it('shows an auditor tables and rounds, without a way to rebuild', async () => {
    const { golfer, at } = open('/ops', { ...AS.auditor, ...tables() });
    expect(await screen.findByText('Up to date')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Rebuild these tables' })).toBeNull();
    expect(screen.queryByRole('tab', { name: 'Boards' })).toBeNull();
    await golfer.click(screen.getByRole('tab', { name: 'Rounds' }));
    expect(at()).toBe('/ops?view=rounds');
    expect(screen.getByRole('heading', { name: 'By its link' })).toBeTruthy();
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
  const show = (backups: Omit<BackupsAnswer, 'status' | 'fullDisks'>, fullDisks: BackupsAnswer['fullDisks'] = []) =>
    open('/ops', { ...AS.support, ...tables(), 'GET /api/ops/backups': { ...backups, fullDisks } });

  it('show the last good one', async () => {
    show({ last: GOOD, lastGood: GOOD, warnings: [] });
    const card = within(await screen.findByRole('region', { name: 'Nightly backup' }));
    for (const words of ['12,345 events', '1.2 MB', '2 MB']) expect(card.getByText(words)).toBeTruthy();
    expect(card.queryByRole('alert')).toBeNull();
  });

  it('show what is wrong, and the disks that are nearly full', async () => {
    const last = { ...GOOD, problem: 'The disk is full.', events: null, bytes: null };
    show({ last, lastGood: GOOD, warnings: ['FAILED', 'STALE', 'DISK'] }, [
      { folder: '/srv/data', freeBytes: 1_900_000_000 },
      { folder: '/mnt/backups', freeBytes: null },
    ]);
    expect(await screen.findByText('The last backup failed')).toBeTruthy();
    expect(screen.getByText(/^2 MB are free/)).toBeTruthy();
    expect(screen.getByText(/^2[12] Nov 2026, .*m: The disk is full\.$/)).toBeTruthy();
    for (const words of [
      'The last good backup is more than a night old',
      'A disk is nearly full',
      '1.9 GB are free in /srv/data. Make room.',
      'A disk cannot be reached',
      '/mnt/backups',
    ]) {
      expect(screen.getByText(words)).toBeTruthy();
    }
  });

  it('say that none has been made', async () => {
    open('/ops', { ...AS.support, ...tables() });
    expect(await screen.findByText(/None has been made/)).toBeTruthy();
  });
});

describe('the tables', () => {
  it('say on which day the projector was last seen', async () => {
    open('/ops', { ...AS.support, ...tables({ state: 'SILENT', heardAt: '2025-11-22T12:00:00Z' }) });
    expect(await screen.findByText('No projector')).toBeTruthy();
    expect(screen.getByText(/^22 Nov, \d+:\d\d [ap]m$/)).toBeTruthy();
  });

  it('show how far behind they are', async () => {
    const change = { state: 'BEHIND', position: '1200', lagEvents: 40, lagSeconds: 75 } as const;
    open('/ops', { ...AS.support, ...tables(change) });
    expect(await screen.findByText('Catching up')).toBeTruthy();
    const card = screen.getByRole('region', { name: 'Clubhouse' });
    for (const words of ['40 events', 'the oldest for 1 min 15 s', 'of 1,240 in the log', 'Version 5']) {
      expect(within(card).getByText(words)).toBeTruthy();
    }
  });

  it('are rebuilt after a confirmation, with progress, until the rebuild is cancelled', async () => {
    const { golfer, sent, reply } = open('/ops', {
      ...AS.support,
      ...tables(),
      'POST /api/ops/projections/clubhouse/rebuild': 'UNAVAILABLE',
    });
    await golfer.click(await screen.findByRole('button', { name: 'Rebuild these tables' }));
    const ask = within(await screen.findByRole('alertdialog', { name: 'Rebuild Clubhouse?' }));
    expect(ask.getByText(/Golfers go on reading and scoring/)).toBeTruthy();
    await golfer.click(ask.getByRole('button', { name: 'Rebuild' }));
    expect(await ask.findByRole('alert')).toBeTruthy();
    reply({ 'POST /api/ops/projections/clubhouse/rebuild': { job: aJob() }, ...tables({ job: aJob() }) });
    await golfer.click(ask.getByRole('button', { name: 'Rebuild' }));
    const bar = await screen.findByRole('progressbar', { name: 'Rebuild' });
    expect(bar).toMatchObject({ value: 412_000, max: 1_000_000 });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByText('412,000 of 1,000,000 events · 98,400 a second · about 6 s left')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Reading the events (1 of 5)' })).toBeTruthy();
    const over = aJob({ state: 'CANCELLED', endedAt: '2026-11-22T01:01:00Z' });
    reply({ 'POST /api/ops/projections/clubhouse/cancel': { job: over }, ...tables({ job: over }) });
    await golfer.click(screen.getByRole('button', { name: 'Cancel rebuild' }));
    expect(await screen.findByText(/^Cancelled, /)).toBeTruthy();
    expect(sent('POST /api/ops/projections/clubhouse/cancel')).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Rebuild these tables' })).toBeTruthy();
  });

  it.each([
    [{ events: 1, total: null }, null],
    [{ events: 0, total: 0 }, null],
    [{ events: 12, total: 10 }, 10],
  ])('show the progress of %j', async (progress, value) => {
    open('/ops', { ...AS.support, ...tables({ job: aJob(progress) }) });
    const bar = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Rebuild' });
    expect(bar.hasAttribute('value') ? bar.value : null).toBe(value);
  });

  it('do not show why a rebuild could not be cancelled beside a later one', async () => {
    const cancel = 'POST /api/ops/projections/clubhouse/cancel';
    const { golfer, reply } = open('/ops', { ...AS.support, ...tables({ job: aJob() }), [cancel]: 'NOT_FOUND' });
    await golfer.click(await screen.findByRole('button', { name: 'Cancel rebuild' }));
    expect(await screen.findByText(ERRORS.NOT_FOUND.message)).toBeTruthy();
    reply(tables({ job: aJob({ id: 'later', state: 'WAITING', phase: null }) }));
    expect(await screen.findByText('Waiting for a projector to take it up', {}, { timeout: 3_000 })).toBeTruthy();
    expect(screen.queryByText(ERRORS.NOT_FOUND.message)).toBeNull();
  });

  it('show the rebuild that another operator has started', async () => {
    const { becomes, golfer, reply } = open('/ops', { ...AS.support, ...tables() });
    await golfer.click(await screen.findByRole('button', { name: 'Rebuild these tables' }));
    reply({
      'POST /api/ops/projections/clubhouse/rebuild': 'REBUILD_RUNNING',
      ...tables({ job: aJob({ state: 'WAITING', phase: null, requestedBy: 'Ole Ops' }) }),
    });
    const ask = within(await screen.findByRole('alertdialog'));
    await golfer.click(ask.getByRole('button', { name: 'Rebuild' }));
    expect(await ask.findByText('These tables are being rebuilt already')).toBeTruthy();
    await golfer.click(ask.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(screen.getByText('Waiting for a projector to take it up')).toBeTruthy();
    expect(screen.getByText('It begins within seconds.')).toBeTruthy();
    expect(screen.getByRole('progressbar').hasAttribute('value')).toBe(false);
    await becomes(tables({ state: 'SILENT', job: aJob({ state: 'WAITING', phase: null, requestedBy: 'Ole Ops' }) }));
    expect(await screen.findByText('It begins once a projector runs.')).toBeTruthy();
    expect(screen.getByText(/^Requested by Ole Ops/)).toBeTruthy();
  });

  it('are read again by themselves, each second during a rebuild, and the backups each minute', async () => {
    jest.useFakeTimers({ advanceTimers: true });
    const { reply } = open('/ops', { ...AS.support, ...tables({ lagEvents: 7 }) });
    const after = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
    expect(await screen.findByText('7 events')).toBeTruthy();
    reply(tables({ lagEvents: 3, job: aJob() }));
    await after(5_000);
    expect(await screen.findByText('3 events')).toBeTruthy();
    reply(tables({ lagEvents: 2 }));
    await after(1_000);
    expect(await screen.findByText('2 events')).toBeTruthy();
    reply({ 'GET /api/ops/backups': { last: null, lastGood: null, warnings: ['STALE'], fullDisks: [] } });
    await after(60_000);
    expect(await screen.findByText('There is no good backup')).toBeTruthy();
  });

  it('stay when they can no longer be read, with the error', async () => {
    const { reply } = open('/ops', { ...AS.support, ...tables() });
    expect(await screen.findByText('Up to date')).toBeTruthy();
    reply({ 'GET /api/ops/projections': 'FORBIDDEN' });
    expect(await screen.findByText('You may not do this')).toBeTruthy();
    expect(screen.getByText('Up to date')).toBeTruthy();
  });

  it('list parked events, with the error and what to do', async () => {
    open('/ops', {
      ...AS.support,
      ...tables({ parkedStreams: 1, parkedEvents: 2 }),
      'GET /api/ops/parked': { parked: [PARKED_EVENT], more: true },
    });
    const table = await screen.findByRole('table', { name: 'Parked events' });
    expect(within(table).getByRole('rowheader').textContent).toContain('HoleScored');
    expect(within(table).getByText('TypeError: hole 19 is on no card')).toBeTruthy();
    expect(screen.getByText(/the projector tries them again when it starts/)).toBeTruthy();
    expect(screen.getByText('The first 1 of 2, in the order of the log.')).toBeTruthy();
  });
});

describe('finding a round', () => {
  const ID = '3f2a1b4c-0000-4000-8000-00000000abcd';

  it('works by the link of its scorecard', async () => {
    const { golfer, at } = open('/ops', { ...AS.committee, [`GET /api/ops/rounds/${ID}`]: 'FORBIDDEN' });
    const link = await screen.findByLabelText(/^Link of the scorecard/);
    const opens = async (pasted: string): Promise<void> => {
      await golfer.clear(link);
      await golfer.paste(pasted);
      await golfer.click(screen.getByRole('button', { name: 'Open the round' }));
    };
    await opens('https://golf.example/scorecard');
    expect(screen.getByText(/That has no round ID/)).toBeTruthy();
    await opens(`https://golf.example/${ID}/scorecard`);
    expect(at()).toBe(`/ops?round=${ID}`);
    expect(await screen.findByText('Not a round of your course')).toBeTruthy();
  });

  it('works by its course and day', async () => {
    const cards = [
      {
        player: { id: 'sam', fullName: 'Sam Reid' },
        verified: true,
        withdrawn: false,
        correctedAt: '2026-11-22T03:00:00Z',
      },
      { player: { id: 'alex', fullName: 'Alex Kerr' }, verified: false, withdrawn: false, correctedAt: null },
    ];
    const { golfer, sent } = open('/ops?view=rounds&course=harrow&day=2026-11-22', {
      ...AS.committee,
      'GET /api/ops/rounds': {
        rounds: [{ matchId: ID, startedAt: '2026-11-21T22:00:00Z', cards }],
        more: false,
      },
    });
    const link = await screen.findByRole('link', { name: 'Sam Reid, Alex Kerr' });
    expect(link.getAttribute('href')).toBe(`/ops?round=${ID}`);
    expect(screen.getByText('1 of 2 verified, 1 corrected')).toBeTruthy();
    expect(screen.getByText(/^Started .*, your time$/)).toBeTruthy();
    expect(screen.getByText(/deleted are not listed/)).toBeTruthy();
    await golfer.clear(screen.getByLabelText('Day'));
    await golfer.type(screen.getByLabelText('Day'), '2026-11-21');
    await golfer.click(screen.getByRole('button', { name: 'Show its rounds' }));
    await waitFor(() =>
      expect(sent('GET /api/ops/rounds').map(({ query }) => query)).toContain('?course=harrow&day=2026-11-21'),
    );
  });

  it('fills the form with the course and day of the link', async () => {
    const course = { id: 'saltbush', name: 'Saltbush Links' };
    const roles = [...AS.committee['GET /api/ops/me'].roles, { role: 'COMMITTEE', course }];
    open('/ops?view=rounds&course=harrow&day=2026-11-22', {
      'GET /api/ops/me': { roles, secondFactor: 'PROVED' },
      'GET /api/ops/rounds': { rounds: [], more: false },
    });
    const form = () => ['Course', 'Day'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value);
    await screen.findByText('No match rounds');
    expect(screen.getByText(/deleted are not listed/)).toBeTruthy();
    expect(form()).toEqual(['harrow', '2026-11-22']);
  });

  it('asks for a course of the committee, though the link is of another one', async () => {
    const { golfer, at } = open('/ops?view=rounds&course=saltbush&day=2026-11-22', {
      ...AS.committee,
      'GET /api/ops/rounds': 'FORBIDDEN',
    });
    await golfer.click(await screen.findByRole('button', { name: 'Show its rounds' }));
    expect(screen.getByLabelText<HTMLSelectElement>('Course').selectedOptions[0]?.text).toBe('Harrow Point');
    expect(at()).toBe('/ops?view=rounds&course=harrow&day=2026-11-22');
  });

  it('reads the list again only on request, because every read is recorded', async () => {
    const { golfer, sent, reply } = open('/ops?view=rounds&course=harrow&day=2026-11-22', {
      ...AS.committee,
      'GET /api/ops/rounds': { rounds: [], more: false },
    });
    expect(await screen.findByText('No match rounds')).toBeTruthy();
    const reads = () => sent('GET /api/ops/rounds').length;
    const before = reads();
    Date.now = () => realNow() + 10 * 60_000;
    for (const event of ['visibilitychange', 'offline', 'online']) fireEvent(window, new Event(event));
    expect([queryClient.isFetching(), reads()]).toEqual([0, before]);
    await golfer.click(screen.getByRole('button', { name: 'Show its rounds' }));
    await waitFor(() => expect(reads()).toBe(before + 1));
    reply({ 'GET /api/ops/rounds': 'TOO_MANY_REQUESTS' });
    await golfer.click(screen.getByRole('button', { name: 'Show its rounds' }));
    expect(await screen.findByText(ERRORS.TOO_MANY_REQUESTS.message)).toBeTruthy();
    expect(screen.getByText('No match rounds')).toBeTruthy();
  });

  it('begins with the course of the address, and has no course while another one is typed', async () => {
    const harrow = { id: 'harrow', name: 'Harrow Point', clubName: 'Harrow', state: 'VIC' };
    const { golfer, at } = open('/ops?view=rounds&course=harrow&day=2026-11-22', {
      ...AS.auditor,
      'GET /api/courses': { courses: [{ ...harrow, id: 'saltbush', name: 'Saltbush Links' }] },
      'GET /api/courses/harrow': { course: harrow },
      'GET /api/ops/rounds': { rounds: [], more: false },
    });
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Course' });
    await waitFor(() => expect(field.value).toBe('Harrow Point'));
    expect(screen.queryByText('Choose a course first')).toBeNull();
    await golfer.type(field, '{Backspace}');
    expect(field.value).toBe('Harrow Poin');
    expect(screen.getByText('Choose a course first')).toBeTruthy();
    await golfer.clear(field);
    await golfer.type(field, 'Salt');
    await golfer.click(await screen.findByRole('option', { name: /^Saltbush Links/ }));
    expect(field.value).toBe('Saltbush Links');
    await golfer.click(screen.getByRole('button', { name: 'Show its rounds' }));
    expect(at()).toBe('/ops?view=rounds&course=saltbush&day=2026-11-22');
  });

  it.each([
    ['no day', '', 'Pacific/Kiritimati'],
    ['no real day', '&day=2026-11-31', 'Pacific/Niue'],
  ])('begins with today when the address names %s%s, by the clock of %s', async (_, day, timeZone) => {
    const course = { id: 'harrow', timeZone };
    open(`/ops?view=rounds&course=harrow${day}`, { ...AS.committee, 'GET /api/courses/harrow': { course } });
    const field = await screen.findByLabelText<HTMLInputElement>('Day');
    await waitFor(() => expect(field.value).toBe(localDay(new Date(), timeZone)));
  });

  it('says that there is no such round', async () => {
    open(`/ops?round=${ID}`, { ...AS.auditor, [`GET /api/ops/rounds/${ID}`]: 'MATCH_NOT_FOUND' });
    expect(await screen.findByText('There is no such round')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Look for another round' }).getAttribute('href')).toBe('/ops?view=rounds');
  });
});
