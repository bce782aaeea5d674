/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { CurrentMatch } from '@fairmark/contract';
import { queryClient } from '../../api/call/query-client.js';
import { startSession } from '../../api/call/session.js';
import { currentQuery, forgetRound, rememberHole, rememberMatch, storedRound } from '../../api/match.js';
import { serve, type Answer, type Call } from '../testing/server.js';
import { findResume } from './find-resume.js';
import { enterMatch, leaving, leavingMatch } from './leaving.js';

const ME = 'alex';
const card = (player: string, marker: string | null, more: object = {}) => ({
  player: { id: player },
  marker: marker && { id: marker },
  signatures: [],
  withdrawn: false,
  incompleteHoles: { player: [18], marker: [18] },
  ...more,
});
const match = (id: string, more: object = {}, rounds: object[] = [card(ME, null)]) => {
  return { match: { id, host: { id: ME }, started: false, ended: false, ...more }, rounds };
};
const current = (more: Partial<CurrentMatch> | null) => {
  return { current: more && { matchId: 'other', isHost: true, started: true, nextHole: 4, ...more } };
};

/** Serves these two calls; null means no signal. */
function serveMatches(answers: { match?: Answer; current?: Answer } | null): Call[] {
  return serve(({ path }) => {
    const answer = answers?.[path === '/api/match/current' ? 'current' : 'match'];
    if (answer === undefined) throw new TypeError('no signal');
    return answer;
  });
}

describe('resuming after a load', () => {
  beforeEach(() => {
    queryClient.clear();
    queryClient.setDefaultOptions({ queries: { ...queryClient.getDefaultOptions().queries, retry: false } });
    forgetRound();
    startSession({ token: 'token', userId: ME });
  });

  const missing = (player: number[], marker: number[]) => ({ incompleteHoles: { player, marker } });
  const cards = [
    card(ME, null, { ...missing([1], []), withdrawn: true }),
    card(ME, 'bo', missing([6, 7], [2])),
    card('bo', ME, missing([3], [5, 7, 9])),
    card('cy', 'bo', missing([4], [4])),
  ];
  it.each<[string, object, number | null, string]>([
    ['the remembered hole', { started: true }, 7, '/score/7'],
    ['the next hole to enter, when another phone has entered the remembered one,', { started: true }, 8, '/score/9'],
    ['the first hole to enter, when no later one is left,', { started: true }, 18, '/score/5'],
    ['the first hole that the golfer has not entered, when none is remembered,', { started: true }, null, '/score/5'],
    ['the host’s page of the lobby', {}, null, '/lobby?id=mine'],
    ['a guest’s page of the lobby', { host: { id: 'bindi' } }, null, '/lobby-invitation?id=mine'],
  ])('leads to %s of the stored match', async (_case, more, hole, path) => {
    rememberMatch('mine');
    if (hole !== null) rememberHole(hole);
    serveMatches({ match: match('mine', more, cards) });
    expect(await findResume()).toBe(path);
  });

  it('takes the match that was begun since on another phone, which the page has asked for, instead of an unsigned one', async () => {
    rememberMatch('mine');
    rememberHole(9);
    const asked = serveMatches({ match: match('mine', { started: true }), current: current({}) });
    await queryClient.prefetchQuery(currentQuery());
    expect(await findResume()).toBe('/score/4');
    expect(storedRound()).toEqual({ matchId: 'other', hole: null });
    expect(asked.map(({ path }) => path)).toEqual(['/api/match/current', '/api/match/mine']);
  });

  it('forgets a match that no longer exists', async () => {
    rememberMatch('mine');
    rememberHole(9);
    serveMatches({ match: 'MATCH_NOT_FOUND', current: current(null) });
    expect(await findResume()).toBeNull();
    expect(storedRound()).toEqual({ matchId: null, hole: null });
  });

  const signed = { signatures: [{ as: 'PLAYER' }] };
  const left = { withdrawn: true };
  const full = { incompleteHoles: { player: [], marker: [] } };

  const allSigned = [card(ME, 'bo', signed), card('bo', ME, signed), card('cy', 'bo')];
  const leftWithout = [card(ME, 'bo', left), card('bo', 'cy')];

  it.each<[string, object[], string | null]>([
    ['is forgotten once each card that I write on has a signature', allSigned, null],
    ['is resumed while a card has none', [card(ME, 'bo', { ...signed, ...full }), card('bo', ME, full)], '/score/18'],
    ['is forgotten once I have left it, also on another phone, and mark no card', leftWithout, null],
    ['without marker is forgotten once every hole is entered, also on another phone', [card(ME, null, full)], null],
    ['without marker is resumed while a hole is not entered', [card(ME, null)], '/score/18'],
  ])('a round of the day before %s', async (_case, rounds, path) => {
    rememberMatch('mine');
    rememberHole(18);
    const isSocial = rounds.length === 1;
    serveMatches({ match: match('mine', { started: true, isSocial }, rounds), current: current(null) });
    expect(await findResume()).toBe(path);
  });

  it('forgets a lobby that has ended', async () => {
    rememberMatch('mine');
    serveMatches({ match: match('mine', { ended: true }), current: current(null) });
    expect(await findResume()).toBeNull();
    expect(storedRound().matchId).toBeNull();
  });

  it.each<[string, Parameters<typeof serveMatches>[0]]>([
    ['without a signal', null],
    ['when a proxy answers 404 while the server starts', { match: new Response('not found', { status: 404 }) }],
  ])('leads to the remembered hole %s, and forgets nothing', async (_where, answers) => {
    rememberMatch('mine');
    rememberHole(11);
    serveMatches(answers);
    expect(await findResume()).toBe('/score/11');
    expect(storedRound()).toEqual({ matchId: 'mine', hole: 11 });
  });

  it('stays at home when nothing is known', async () => {
    serveMatches(null);
    expect(await findResume()).toBeNull();
  });
});

describe('leaving a match', () => {
  it('is noted during the call and afterwards, and this phone forgets the match', async () => {
    enterMatch('one');
    rememberHole(3);
    const during = await leavingMatch('one', () => Promise.resolve(leaving.has('one')));
    expect(during).toBe(true);
    expect(leaving.has('one')).toBe(true);
    expect(storedRound()).toEqual({ matchId: null, hole: null });
  });

  it('changes nothing when the call is refused', async () => {
    enterMatch('two');
    rememberHole(5);
    await expect(leavingMatch('two', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(leaving.has('two')).toBe(false);
    expect(storedRound()).toEqual({ matchId: 'two', hole: 5 });
  });

  it('is no longer noted once the golfer is in the match again', async () => {
    await leavingMatch('three', () => Promise.resolve());
    enterMatch('three');
    expect(leaving.has('three')).toBe(false);
  });
});
