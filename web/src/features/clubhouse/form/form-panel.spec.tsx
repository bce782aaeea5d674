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
  const short = heading.closest('summary')?.textContent;
  const before = calls.length;
  await golfer.click(heading);
  return { golfer, short, askedSince: () => calls.slice(before) };
}

/** The rows of the table with this name, without its head. */
const cells = (name: string) => {
  const [, ...lines] = within(screen.getByRole('table', { name, hidden: true })).getAllByRole('row', { hidden: true });
  return lines.map((line) => [...line.children].map(({ textContent }) => textContent));
};

describe('the form of a history', () => {
  const STROKE = { matchType: 'STROKE' } as const;

  it('says how the last rounds went, and shows them in charts and tables when it is opened', async () => {
    const { golfer, askedSince, short } = await expand([round(14, 30), round(12, 36, STROKE), round(11, 33)]);
    expect(short).toContain('33.0 points a round, over the last 3');
    await screen.findByRole('img', { name: /^Points per round, your last 3/ });
    expect(screen.getByRole('img', { name: /^Average to par of a hole/ })).toBeTruthy();
    const key = within(screen.getAllByRole('group')[0]!).getAllByRole('listitem');
    expect(key.map(({ textContent }) => textContent)).toEqual(['Stroke', 'Stableford']);
    expect(screen.getByText(/^Stableford 30 points, average /)).toBeTruthy();
    for (const summary of screen.getAllByText('As a table')) await golfer.click(summary);
    expect(screen.getAllByRole('table')).toHaveLength(2);
    expect(cells('Points per round')).toEqual([
      ['14 Nov 2026FernsideStableford', '30', '33.0'],
      ['12 Nov 2026FernsideStroke', '36', '34.5'],
      ['11 Nov 2026FernsideStableford', '33', '33.0'],
    ]);
    const toPar = ['0.00', '+1.00', '+0.50'];
    expect(cells('Average to par of a hole')).toEqual([14, 12, 11].map((day) => [`${day} Nov 2026Fernside`, ...toPar]));
    expect(askedSince()).toEqual([]);
  });

  it('shows nett to par first when most rounds are stroke, and points on request', async () => {
    const { golfer, short } = await expand([round(14, 30, { ...STROKE, dailyHandicap: 14 }), round(12, 36, STROKE)]);
    expect(short).toContain('Nett 0.0 a round');
    await screen.findByRole('img', { name: /^Nett to par per round/ });
    expect(cells('Nett to par per round')).toEqual([
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
