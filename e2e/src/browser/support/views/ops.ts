import { randomUUID } from 'node:crypto';
import type { ParkedAnswer, ProjectionsAnswer, ProjectionStatus, RoundStoryAnswer } from '@fairmark/contract';
import type { Page } from 'playwright-core';
import { button, heading, taps } from '../hands.js';
import { sees } from '../sees.js';
import type { Tour } from '../tour.js';
import { at, dialog, opens, type View } from './view.js';

const TABLES = at('/ops?view=tables');
const round = ({ corrected }: Tour) => `/ops?round=${corrected}`;
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Melbourne' }).format(new Date());

/** The tables in a state that a healthy product is in for moments only. */
const tablesAre = async (page: Page, change: Partial<ProjectionStatus>): Promise<void> => {
  await page.route('**/api/ops/projections', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as ProjectionsAnswer;
    await route.fulfill({
      response,
      json: { ...answer, projections: answer.projections.map((status) => ({ ...status, ...change })) },
    });
  });
};

const JOB = {
  id: randomUUID(),
  projection: 'clubhouse',
  state: 'RUNNING',
  phase: 'READING',
  events: 412_000,
  total: 1_000_000,
  eventsPerSecond: 98_400,
  secondsLeft: 6,
  requestedBy: 'Sue Support',
  requestedAt: '2026-11-22T01:00:00Z',
  endedAt: null,
  message: null,
} as const;

const PARKED: ParkedAnswer = {
  status: 200,
  more: false,
  parked: ['HoleScored', 'CardSigned'].map((type, index) => ({
    projection: 'clubhouse',
    position: String(77 + index),
    stream: 'match-3f2a1b4c-0000-4000-8000-00000000abcd',
    revision: String(12 + index),
    eventId: randomUUID(),
    type,
    error: index === 0 ? 'TypeError: hole 19 is on no card' : 'Behind an event that could not be applied',
    parkedAt: '2026-11-22T00:58:00Z',
    attempts: 3,
  })),
};

const stepTo = async (page: Page, words: RegExp): Promise<void> => {
  const step = page.getByRole('list', { name: 'Every step' }).getByRole('button', { name: words }).first();
  await step.scrollIntoViewIfNeeded();
  await step.tap();
  await page.evaluate(() => window.scrollTo(0, 0));
};

/** The page of auditors, support staff and committees. */
export const OPS: readonly View[] = [
  {
    name: 'account-staff',
    who: ({ staff }) => staff,
    path: at('/account'),
    shows: (page) => sees(page.getByRole('link', { name: 'Oversight' })),
  },
  {
    name: 'ops-tables',
    who: ({ staff }) => staff,
    path: TABLES,
    shows: (page) => sees(heading(page, 'Clubhouse'), button(page, 'Rebuild these tables')),
  },
  {
    name: 'ops-rebuild-ask',
    who: ({ staff }) => staff,
    path: TABLES,
    shows: opens('Rebuild these tables', 'Rebuild Clubhouse?'),
  },
  {
    name: 'ops-rebuild-runs',
    who: ({ staff }) => staff,
    path: TABLES,
    shows: async (page) => {
      await tablesAre(page, { job: JOB });
      await sees(button(page, 'Cancel rebuild'));
    },
  },
  {
    name: 'ops-rebuild-waits',
    who: ({ staff }) => staff,
    path: TABLES,
    shows: async (page) => {
      const nothing = { phase: null, events: 0, total: null, eventsPerSecond: null, secondsLeft: null };
      await tablesAre(page, { job: { ...JOB, ...nothing, state: 'WAITING' } });
      await sees(heading(page, 'Waiting for a projector to take it up'));
    },
  },
  {
    name: 'ops-rebuild-failed',
    who: ({ staff }) => staff,
    path: TABLES,
    shows: async (page) => {
      const message = 'Event 77 could not be applied: TypeError: hole 19 is on no card';
      await tablesAre(page, {
        state: 'BEHIND',
        lagEvents: 10_000,
        lagSeconds: 75,
        job: { ...JOB, state: 'FAILED', endedAt: '2026-11-22T01:01:00Z', message },
      });
      await sees(page.getByText(/^The rebuild failed/));
    },
  },
  {
    name: 'ops-parked',
    who: ({ staff }) => staff,
    path: TABLES,
    shows: async (page) => {
      await page.route('**/api/ops/parked', (route) => route.fulfill({ json: PARKED }));
      await tablesAre(page, {
        parkedStreams: 1,
        parkedEvents: 2,
        job: { ...JOB, state: 'DONE', endedAt: '2026-11-22T01:01:00Z', message: '1,000,000 events in 14 s' },
      });
      await sees(page.getByRole('table', { name: 'Parked events' }));
    },
  },
  {
    name: 'ops-find',
    who: ({ staff }) => staff,
    path: at('/ops?view=rounds'),
    shows: async (page) => {
      await page.getByLabel(/^Link of the scorecard/).fill('no link');
      await taps(page, 'Open the round');
      await sees(page.getByText(/There is no id of a round in this/));
    },
  },
  {
    name: 'ops-find-day',
    who: ({ committee }) => committee,
    path: ({ course }) => `/ops?view=rounds&course=${course}&day=${today()}`,
    shows: (page) => sees(page.getByRole('link', { name: /Theo Thorn/ })),
  },
  {
    name: 'ops-find-none',
    who: ({ committee }) => committee,
    path: ({ course }) => `/ops?view=rounds&course=${course}&day=2001-01-01`,
    shows: (page) => sees(page.getByText('No match rounds')),
  },
  {
    name: 'ops-round',
    who: ({ staff }) => staff,
    path: round,
    shows: (page) => sees(heading(page, /corrected Theo Thorn/)),
  },
  {
    name: 'ops-round-entry',
    who: ({ staff }) => staff,
    path: round,
    shows: (page) => stepTo(page, /^Theo Thorn \w+ entered 4 on hole 3 of .* \(was 7\)/),
  },
  { name: 'ops-round-lobby', who: ({ staff }) => staff, path: round, shows: (page) => stepTo(page, /set up a Stroke/) },
  {
    name: 'ops-round-proof',
    who: ({ staff }) => staff,
    path: round,
    shows: async (page) => {
      await stepTo(page, /^Tess Tate \w+ signed .* as marker/);
      await page.getByText('What proves this step').tap();
      await sees(page.getByText('Fingerprint of the event', { exact: true }));
    },
  },
  {
    name: 'ops-round-broken',
    who: ({ staff }) => staff,
    path: round,
    shows: async (page) => {
      await page.route('**/api/ops/rounds/*', async (route) => {
        const response = await route.fetch();
        const answer = (await response.json()) as RoundStoryAnswer;
        const { eventId = '', revision = '' } = answer.lines[20] ?? {};
        const proof = { whole: false, eventId, revision, fault: 'It was changed: its hash does not fit it.' };
        await route.fulfill({ response, json: { ...answer, proof } });
      });
      await taps(page, 'Look again');
      await sees(page.getByText('This record was tampered with'));
    },
  },
  {
    name: 'ops-round-correct',
    who: ({ committee }) => committee,
    path: round,
    shows: async (page) => {
      await opens('Correct a card', 'Correct a card')(page);
      await page.getByRole('radio', { name: /^Theo Thorn/ }).check();
      await page.getByLabel('New score of hole 2', { exact: true }).selectOption('5');
      await page.getByRole('radio', { name: 'Another reason' }).check();
      await sees(dialog(page, 'Correct a card').getByText('Write down the reason first'));
    },
  },
  {
    name: 'ops-round-unknown',
    who: ({ staff }) => staff,
    path: () => `/ops?round=${randomUUID()}`,
    shows: (page) => sees(page.getByText('There is no such round')),
  },
  {
    name: 'ops-round-not-mine',
    who: ({ committee }) => committee,
    path: () => `/ops?round=${randomUUID()}`,
    shows: (page) => sees(page.getByText('Not yours to look into')),
  },
];
