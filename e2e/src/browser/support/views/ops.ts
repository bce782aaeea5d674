import { randomUUID } from 'node:crypto';
import type {
  OpsRolesAnswer,
  ParkedAnswer,
  ProjectionsAnswer,
  ProjectionStatus,
  RoundStoryAnswer,
} from '@fairmark/contract';
import type { Page } from 'playwright-core';
import { button, heading, taps } from '../hands.js';
import { sees } from '../sees.js';
import { dialog, opens, says, UNKNOWN, view, withStates, type View } from './view.js';

const TABLES = '/ops?view=tables';
const ROUND = '/ops?round=:corrected';
const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Melbourne' }).format(new Date());

/** Changes fields of the server's answers at an address. */
const changes = <Answer extends object>(page: Page, url: string, change: (answer: Answer) => Partial<Answer>) =>
  page.route(url, async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as Answer;
    await route.fulfill({ response, json: { ...answer, ...change(answer) } });
  });

/** Mocks a state of the tables that a healthy product has only briefly. */
const tablesAre = (page: Page, change: Partial<ProjectionStatus>) =>
  changes<ProjectionsAnswer>(page, '**/api/ops/projections', ({ projections }) => ({
    projections: projections.map((status) => ({ ...status, ...change })),
  }));

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

const KEY = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const MADE = {
  status: 200,
  secret: KEY,
  uri: `otpauth://totp/Fairmark:sue%40example.com?issuer=Fairmark&secret=${KEY}`,
};

/** Shows the page for a session without a code. */
const asksForCode = async (page: Page): Promise<void> => {
  await changes<OpsRolesAnswer>(page, '**/api/ops/me', () => ({ secondFactor: 'ENROLLED' }));
  await page.reload();
  await sees(heading(page, 'Enter a code'), page.getByLabel('Code', { exact: true }));
};

/** Shows the key without sending anything, so that the tour's golfer keeps the present second factor. */
const getsKey = async (page: Page): Promise<void> => {
  await page.route('**/api/auth/confirm-password', (route) => route.fulfill({ json: { status: 200 } }));
  await page.route('**/api/ops/second-factor', (route) => route.fulfill({ json: MADE }));
  await page.getByLabel('Your password', { exact: true }).fill('a long walk');
  await taps(page, 'Set up');
  await sees(page.getByRole('img', { name: /^The key/ }), page.getByLabel('Code', { exact: true }));
};

const stepTo = async (page: Page, words: RegExp): Promise<void> => {
  const step = page.getByRole('list', { name: 'Every step' }).getByRole('button', { name: words }).first();
  await step.scrollIntoViewIfNeeded();
  await step.tap();
  await page.evaluate(() => window.scrollTo(0, 0));
};

/** The page of auditors, support staff and committees. */
export const OPS: readonly View[] = [
  view('account-staff', 'staff', '/account', (page) => sees(page.getByRole('link', { name: 'Oversight' }))),
  view('ops-code', 'committee', '/ops', asksForCode),
  withStates(
    view('ops-authenticator', 'staff', '/ops?view=authenticator', (page) =>
      sees(heading(page, 'Set up an authenticator')),
    ),
    { 'ops-authenticator-key': getsKey },
  ),
  withStates(
    view('ops-tables', 'staff', TABLES, (page) =>
      sees(heading(page, 'Clubhouse'), button(page, 'Rebuild these tables')),
    ),
    {
      'ops-rebuild-ask': opens('Rebuild these tables', 'Rebuild Clubhouse?'),
      'ops-rebuild-runs': async (page) => {
        await tablesAre(page, { job: JOB });
        await sees(button(page, 'Cancel rebuild'));
      },
      'ops-rebuild-waits': async (page) => {
        const nothing = { phase: null, events: 0, total: null, eventsPerSecond: null, secondsLeft: null };
        await tablesAre(page, { job: { ...JOB, ...nothing, state: 'WAITING' } });
        await sees(heading(page, 'Waiting for a projector to take it up'));
      },
      'ops-rebuild-failed': async (page) => {
        const message = 'Event 77 could not be applied: TypeError: hole 19 is on no card';
        await tablesAre(page, {
          state: 'BEHIND',
          lagEvents: 10_000,
          lagSeconds: 75,
          job: { ...JOB, state: 'FAILED', endedAt: '2026-11-22T01:01:00Z', message },
        });
        await sees(page.getByText(/^The rebuild failed/));
      },
      'ops-parked': async (page) => {
        await page.route('**/api/ops/parked', (route) => route.fulfill({ json: PARKED }));
        await tablesAre(page, {
          parkedStreams: 1,
          parkedEvents: 2,
          job: { ...JOB, state: 'DONE', endedAt: '2026-11-22T01:01:00Z', message: '1,000,000 events in 14 s' },
        });
        await sees(page.getByRole('table', { name: 'Parked events' }));
      },
    },
  ),
  view('ops-find', 'staff', '/ops?view=rounds', async (page) => {
    await page.getByLabel(/^Link of the scorecard/).fill('no link');
    await taps(page, 'Open the round');
    await sees(page.getByText(/That has no round ID/));
  }),
  view('ops-find-day', 'committee', `/ops?view=rounds&course=:course&day=${today()}`, (page) =>
    sees(page.getByRole('link', { name: /Theo Thorn/ })),
  ),
  view('ops-find-none', 'committee', '/ops?view=rounds&course=:course&day=2001-01-01', says('No match rounds')),
  view('ops-boards', 'committee', '/ops?view=boards', async (page) => {
    await page.getByLabel('Where the screen hangs').fill('Pro shop');
    await taps(page, 'Make a link');
    await sees(heading(page, 'Link of Pro shop'), button(page, 'Revoke Pro shop'));
  }),
  withStates(
    view('ops-round', 'staff', ROUND, (page) => sees(heading(page, /corrected Theo Thorn/))),
    {
      'ops-round-entry': (page) => stepTo(page, /^Theo Thorn \w+ entered 4 on hole 3 of .* \(was 7\)/),
      'ops-round-lobby': (page) => stepTo(page, /set up a Stroke/),
      'ops-round-proof': async (page) => {
        await stepTo(page, /^Tess Tate \w+ signed .* as marker/);
        await page.getByText('Evidence').tap();
        await sees(page.getByText('Fingerprint of the event', { exact: true }));
      },
      'ops-round-broken': async (page) => {
        await changes<RoundStoryAnswer>(page, '**/api/ops/rounds/*', ({ lines }) => {
          const { eventId = '', revision = '' } = lines[20] ?? {};
          return { proof: { whole: false, eventId, revision, fault: 'It was changed: its hash does not match.' } };
        });
        await taps(page, 'Refresh');
        await sees(page.getByText('This record was tampered with'));
      },
    },
  ),
  view('ops-round-correct', 'committee', ROUND, async (page) => {
    await opens('Correct a card', 'Correct a card')(page);
    await page.getByRole('radio', { name: /^Theo Thorn/ }).check();
    await page.getByLabel('New score of hole 2', { exact: true }).selectOption('5');
    await page.getByRole('radio', { name: 'Another reason' }).check();
    await sees(dialog(page, 'Correct a card').getByText('Write down the reason first'));
  }),
  view('ops-round-unknown', 'staff', `/ops?round=${UNKNOWN}`, says('There is no such round')),
  view('ops-round-not-mine', 'committee', `/ops?round=${UNKNOWN}`, says('Not a round of your course')),
];
