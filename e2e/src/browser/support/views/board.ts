import type { BoardAnswer, BoardRow, CourseAdvertsAnswer, Format } from '@fairmark/contract';
import type { Page } from 'playwright-core';
import { heading } from '../hands.js';
import { sees } from '../sees.js';
import { onWallsOnly, says, UNKNOWN, view, type View } from './view.js';

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

const ZONE = 'Australia/Melbourne';
const STANDINGS: { format: Format; rows: BoardRow[] }[] = [
  { format: 'STABLEFORD', rows: rows(37, 42, -1) },
  { format: 'STROKE', rows: rows(37, 66, 1) },
];

/** Mocks the board of a busy day, instead of waiting for the real one. */
const boardIs = async (page: Page, standings = STANDINGS): Promise<void> => {
  await page.route('**/api/courses/*/board*', (route) => {
    const now = new Date();
    const answer: BoardAnswer = {
      status: 200,
      position: '1',
      course: { id: UNKNOWN, name: 'Proof Links', clubName: 'Proof Links', courseName: 'Main', timeZone: ZONE },
      day: new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(now),
      now: now.toISOString(),
      cards: standings[0]?.rows.length ?? 0,
      standings,
    };
    return route.fulfill({ json: answer });
  });
  await page.reload();
};

const ADVERT: CourseAdvertsAnswer = {
  status: 200,
  sponsors: [],
  defaultSponsor: { text: 'Thirty years of pies on the ninth. The Halfway House.', image: null },
};

/** Waits until the board shows an advert. */
const turnsToAdvert = async (page: Page): Promise<void> => {
  await page.route('**/api/courses/*/adverts', (route) => route.fulfill({ json: ADVERT }));
  await page.clock.install();
  const adverts = page.waitForResponse('**/adverts');
  await boardIs(page, []);
  await adverts;
  await sees(heading(page, 'No cards yet today'));
  await page.clock.runFor(38_000);
  await sees(page.getByText('Sponsor', { exact: true }));
};

/** The board on the wall of a clubhouse. */
export const BOARDS: readonly View[] = [
  onWallsOnly(view('board', 'visitor', BOARD, (page) => boardIs(page).then(() => says('page 1 of')(page)))),
  onWallsOnly(view('board-real', 'signer', '/board?course=:course', says(/^Live/))),
  onWallsOnly(
    view('board-empty', 'visitor', BOARD, (page) =>
      boardIs(page, []).then(() => sees(heading(page, 'No cards yet today'))),
    ),
  ),
  onWallsOnly(view('board-advert', 'visitor', BOARD, turnsToAdvert)),
  onWallsOnly(view('board-closed', 'visitor', `/board?course=:course#${'x'.repeat(43)}`, says('This board is closed'))),
  onWallsOnly(view('board-sign-in', 'visitor', '/board?course=:course')),
];
