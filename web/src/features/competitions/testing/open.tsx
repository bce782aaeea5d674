import { openAs, type Answers } from '../../../shared/testing/pages.js';
import { Component as CompetitionsPage } from '../competitions.page.js';
import { Component as NewCompetitionPage } from '../new-competition.page.js';
import { aGolfer } from './table.js';

const SAM = { ...aGolfer('Sam Reid'), markers: [aGolfer('Alex Kerr')] };
export const HARROW = {
  id: 'harrow',
  name: 'Harrow Point',
  clubName: 'Harrow Point',
  courseName: 'Headland',
  state: 'VIC',
};
const ALWAYS: Answers = {
  'GET /api/auth/user': { user: SAM },
  'GET /api/courses': { courses: [HARROW] },
};
const ROUTES = [
  { path: '/clubhouse/competitions', Component: CompetitionsPage },
  { path: '/clubhouse/new-competition', Component: NewCompetitionPage },
  { path: '/clubhouse/competitions/:competitionId', Component: CompetitionsPage },
];

/** Opens a page of competitions as Sam Reid. */
export const open = (address: string, answers: Answers) => openAs(SAM.id, ROUTES, address, { ...ALWAYS, ...answers });
