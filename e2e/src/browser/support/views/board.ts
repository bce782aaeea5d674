import type { BoardAnswer, BoardRow, CourseAdvertsAnswer, Format } from '@fairmark/contract';
import type { Page } from 'playwright-core';
import { heading } from '../hands.js';
import { sees } from '../sees.js';
import { onWallsOnly, says, view, type View } from './view.js';

const BOARD = '/board?course=:course#:boardLink';

const NAMES = [
  'Margaret Whitfield-Anderson',
  'Tom Nguyen',
  'Bartholomew Featherstonehaugh',
  'Ruby Chen',
  'Alasdair McKenzie',
  'Priya Raman',
  'Jack Doyle',
  'Siobhán O’Reilly',
];

const rows = (count: number, best: number, step: 1 | -1): BoardRow[] =>
  Array.from({ length: count }, (_, index) => ({
    key: `${best} ${index}`,
    rankLabel: index === 1 || index === 2 ? 'T2' : String(index + 1),
    countback: index === 3 ? { decidedBy: 'last6' } : null,
    fullName: NAMES[index % NAMES.length] ?? '',
    dailyHandicap: [12, 4, 27, 18, -2, 9, 36, 15][index % 8] ?? 0,
    result: best + step * Math.ceil(index / 2),
    noScore: false,
  }));

/** The board as it is on a competition day, or as `change` makes it. */
const boardIs = async (page: Page, change: Partial<BoardAnswer>): Promise<void> => {
  await page.route('**/api/courses/*/board*', async (route) => {
    const response = await route.fetch();
    const answer = (await response.json()) as BoardAnswer;
    const standings: { format: Format; rows: BoardRow[] }[] = [
      { format: 'STABLEFORD', rows: rows(37, 42, -1) },
      { format: 'STROKE', rows: rows(37, 66, 1) },
    ];
    await route.fulfill({ response, json: { ...answer, cards: 37, standings, ...change } });
  });
  await page.reload();
};

const ADVERT: Partial<CourseAdvertsAnswer> = {
  sponsors: [],
  defaultSponsor: { text: 'Thirty years of pies on the ninth. The Halfway House.', image: null },
};

/** Waits until its pages have turned to an advert. */
const turnsToAdvert = async (page: Page): Promise<void> => {
  await page.route('**/api/courses/*/adverts', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), ...ADVERT } });
  });
  await page.clock.install();
  await boardIs(page, { standings: [] });
  await sees(heading(page, 'No cards yet today'));
  await sees(page.getByLabel('Page 1 of 4'));
  await page.clock.runFor(38_000);
  await sees(page.getByText('Sponsor', { exact: true }));
};

/** The board on the wall of a clubhouse. */
export const BOARDS: readonly View[] = [
  onWallsOnly(view('board', 'nobody', BOARD, (page) => boardIs(page, {}).then(() => says('page 1 of')(page)))),
  onWallsOnly(view('board-real', 'signer', '/board?course=:course', says(/^Live/))),
  onWallsOnly(
    view('board-empty', 'nobody', BOARD, (page) =>
      boardIs(page, { standings: [], cards: 0 }).then(() => sees(heading(page, 'No cards yet today'))),
    ),
  ),
  onWallsOnly(view('board-advert', 'nobody', BOARD, turnsToAdvert)),
  onWallsOnly(view('board-closed', 'nobody', `/board?course=:course#${'x'.repeat(43)}`, says('This board is closed'))),
  onWallsOnly(view('board-sign-in', 'nobody', '/board?course=:course')),
];
