import { openAs } from '../../../shared/testing/pages.js';
import { serve, type Said } from '../../../shared/testing/server.js';
import { Component as CompetitionsPage } from '../competitions.page.js';
import { Component as NewCompetitionPage } from '../new-competition.page.js';
import { golfer } from './table.js';

/** What the server of these tests says to "GET /api/…", or to "GET /api/…?offset=20" for one page; a code is a refusal. */
export type Answers = Record<string, Said>;

const SAM = { ...golfer('Sam Reid'), markers: [golfer('Alex Kerr')] };
const HARROW = { id: 'harrow', name: 'Harrow Point', clubName: 'Harrow Point', courseName: 'Headland', state: 'VIC' };
const ALWAYS: Answers = {
  'GET /api/auth/user': { user: SAM },
  'GET /api/courses': { courses: [HARROW] },
};

/** Opens a page of competitions as Sam Reid. `heard` grows with every call; `say` changes what is answered from now on. */
export function open(address: string, answers: Answers) {
  const said: Answers = { ...ALWAYS, ...answers };
  const heard = serve(({ call, query }) => {
    const offset = new URLSearchParams(query).get('offset');
    return said[`${call}?offset=${offset}`] ?? said[call] ?? 'NOT_FOUND';
  });
  const {
    router,
    at,
    golfer: hand,
  } = openAs(
    SAM.id,
    [
      { path: '/clubhouse/competitions', Component: CompetitionsPage },
      { path: '/clubhouse/new-competition', Component: NewCompetitionPage },
      { path: '/clubhouse/competitions/:competitionId', Component: CompetitionsPage },
    ],
    address,
  );
  const sent = (call: string) => heard.filter((one) => one.call === call);
  const say = (next: Answers) => Object.assign(said, next);
  const go = (to: string) => router.navigate(to);
  return { hand, sent, at, say, go };
}
