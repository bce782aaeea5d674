import type { ErrorCode } from '@fairmark/contract';
import userEvent from '@testing-library/user-event';
import { startSession } from '../../../api/session.js';
import { serverAnswer, showPages } from '../../../app/testing/pages.js';
import { Component as CompetitionsPage } from '../competitions.page.js';
import { Component as NewCompetitionPage } from '../new-competition.page.js';
import { golfer } from './table.js';

/** What the server of these tests says to "GET /api/…", or to "GET /api/…?offset=20" for one page; a code is a refusal. */
export type Answers = Record<string, object | ErrorCode>;

const SAM = { ...golfer('Sam Reid'), markers: [golfer('Alex Kerr')] };
const HARROW = { id: 'harrow', name: 'Harrow Point', clubName: 'Harrow Point', courseName: 'Headland', state: 'VIC' };
const ALWAYS: Answers = {
  'GET /api/auth/user': { user: SAM },
  'GET /api/courses': { courses: [HARROW] },
};

/** A call that the server heard. */
export interface Heard {
  call: string;
  query: string;
  body: unknown;
  key: string | null;
}

/** Opens a page of competitions as Sam Reid. `heard` grows with every call; `say` changes what is answered from now on. */
export function open(address: string, answers: Answers) {
  const heard: Heard[] = [];
  const said: Answers = { ...ALWAYS, ...answers };
  globalThis.fetch = async (input, init) => {
    const url = new URL(typeof input === 'string' ? input : '', 'http://club');
    const call = `${init?.method ?? 'GET'} ${url.pathname}`;
    const text = typeof init?.body === 'string' ? init.body : 'null';
    const key = new Headers(init?.headers).get('idempotency-key');
    heard.push({ call, query: url.search, body: JSON.parse(text), key });
    const offset = url.searchParams.get('offset');
    const answer = said[`${call}?offset=${offset}`] ?? said[call] ?? 'NOT_FOUND';
    return answer instanceof Response ? answer : serverAnswer(answer);
  };
  localStorage.clear();
  startSession({ token: 't', userId: SAM.id });
  const router = showPages(
    [
      { path: '/clubhouse/competitions', Component: CompetitionsPage },
      { path: '/clubhouse/new-competition', Component: NewCompetitionPage },
      { path: '/clubhouse/competitions/:competitionId', Component: CompetitionsPage },
    ],
    address,
  );
  const at = () => router.state.location.pathname + router.state.location.search;
  const sent = (call: string) => heard.filter((one) => one.call === call);
  const say = (next: Answers) => Object.assign(said, next);
  const go = (to: string) => router.navigate(to);
  return { hand: userEvent.setup({ delay: null }), sent, at, say, go };
}
