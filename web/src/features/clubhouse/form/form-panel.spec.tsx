/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { HistoryRow } from '@fairmark/contract';
import { screen, within } from '@testing-library/react';
import { open } from '../testing/club.js';
import { roundOf } from '../testing/rounds.js';

const PAGE = '/clubhouse/your-rounds-history';
const PATH = '/api/mothership/history';

const BY_PAR = [
  { par: 3, holes: 4, toPar: 0 },
  { par: 4, holes: 10, toPar: 10 },
  { par: 5, holes: 4, toPar: 2 },
];
const round = (day: number, points: number, more = {}) => roundOf(day, points, { byPar: BY_PAR, ...more });

/** Opens the history with these rounds, and the panel in it. */
async function expand(rounds: HistoryRow[]) {
  const { golfer, calls } = open(PAGE, { [PATH]: { position: '1', nextOffset: null, rounds } });
  const heading = await screen.findByRole('heading', { level: 2, name: 'Your form' });
  const summary = heading.closest('summary');
  if (summary === null) throw new Error('The panel cannot be opened');
  const short = summary.textContent;
  const before = calls.length;
  await golfer.click(summary);
  return { golfer, short, askedSince: () => calls.slice(before) };
}

const cells = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map(({ textContent }) => textContent));

describe('the form of a history', () => {
  it('says how the last rounds went, and shows them when it is opened', async () => {
    const { askedSince, short } = await expand([round(14, 30), round(12, 36, { matchType: 'STROKE' }), round(11, 33)]);
    expect(short).toContain('33.0 points a round, over the last 3');
    expect(await screen.findByRole('img', { name: /^Points per round, your last 3/ })).toBeTruthy();
    expect(screen.getByRole('img', { name: /^Average to par of a hole/ })).toBeTruthy();
    const key = within(screen.getAllByRole('group')[0]!)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(key).toEqual(['Stroke', 'Stableford']);
    expect(screen.getByText(/^Stableford 30 points, average /)).toBeTruthy();
    expect(askedSince()).toEqual([]);
  });

  it('has the same numbers in tables, the latest round first', async () => {
    const { golfer } = await expand([round(14, 30), round(12, 36, { matchType: 'STROKE' })]);
    for (const summary of await screen.findAllByText('As a table')) await golfer.click(summary);
    expect(cells(screen.getByRole('table', { name: 'Points per round' }))).toEqual([
      ['14 Nov 2026FernsideStableford', '30', '33.0'],
      ['12 Nov 2026FernsideStroke', '36', '36.0'],
    ]);
    expect(cells(screen.getByRole('table', { name: 'Average to par of a hole' }))).toEqual([
      ['14 Nov 2026Fernside', '0.00', '+1.00', '+0.50'],
      ['12 Nov 2026Fernside', '0.00', '+1.00', '+0.50'],
    ]);
  });

  it('shows nett to par first when most rounds are stroke, and points on request', async () => {
    const stroke = { matchType: 'STROKE' } as const;
    const { golfer, short } = await expand([round(14, 30, { ...stroke, dailyHandicap: 14 }), round(12, 36, stroke)]);
    expect(short).toContain('Nett 0.0 a round');
    await screen.findByRole('img', { name: /^Nett to par per round/ });
    expect(cells(screen.getByRole('table', { name: 'Nett to par per round', hidden: true }))).toEqual([
      ['14 Nov 2026FernsideStroke', '−2', '0.0'],
      ['12 Nov 2026FernsideStroke', '+2', '+2.0'],
    ]);
    await golfer.click(screen.getByRole('tab', { name: 'Points' }));
    expect(screen.getByRole('img', { name: /^Points per round/ })).toBeTruthy();
  });

  it('is a sentence for one completed round', async () => {
    const { short } = await expand([round(14, 30), round(13, 4, { withdrawn: true })]);
    expect(short).toContain('Shows after two completed rounds');
    expect(screen.getByText('Shows after two completed rounds.')).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
  });
});
