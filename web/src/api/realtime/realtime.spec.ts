/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { errorAnswer, type ServerEvent } from '@fairmark/contract';
import { QueryObserver } from '@tanstack/react-query';
import { serve } from '../../shared/testing/server.js';
import { userQuery } from '../auth.js';
import { currentQuery, matchQuery, pastMatchQuery } from '../match.js';
import { isConnected, startRealtime, watchCourse, watchMatch } from './realtime.js';
import { queryClient } from '../call/query-client.js';
import { dailyResultsQuery } from '../clubhouse.js';
import { courseQuery } from '../lookups.js';
import { onSession, session, startSession, type SessionEnd } from '../call/session.js';
import { Line } from '../testing/line.js';
import { waitFor } from '../testing/wait-for.js';

const ends: SessionEnd[] = [];
let stop = (): void => undefined;

beforeEach(async () => {
  serve(() => 'UNAUTHORIZED');
  startSession({ token: 'of-karrie', userId: 'karrie' });
  const [stopLine, stopSession] = [startRealtime(), onSession((_next, why) => ends.push(why))];
  stop = () => {
    stopSession();
    stopLine();
  };
  await waitFor(() => expect(isConnected()).toBe(true));
});

afterEach(() => {
  stop();
  ends.length = 0;
});

const unauthorized = () => Line.latest?.emit('server_error', errorAnswer('UNAUTHORIZED'));

it('a session that the server ends is over without a request from the page', async () => {
  unauthorized();
  await waitFor(() => expect(session()).toBeNull());
  expect(ends).toEqual(['expired']);
});

it('reads a leaderboard again, once, if it was read before the server confirmed the watch', async () => {
  const answers = ['6', '7', '8'];
  const asked = serve(() => ({ rounds: [], nextOffset: null, position: answers.shift() }));
  const query = { ...dailyResultsQuery('links', 'stableford'), staleTime: Infinity };
  const unsubscribe = new QueryObserver(queryClient, query).subscribe(() => undefined);
  const position = () => queryClient.getQueryData(query.queryKey)?.position;
  await waitFor(() => expect(position()).toBe('6'));
  const watched = async (upTo: string): Promise<void> => {
    const leave = watchCourse('links');
    const place = { status: 200, position: upTo, log: 'l' };
    await waitFor(() => expect(Line.latest?.acknowledge('watch_course', place)).toBe(true));
    await waitFor(() => expect(position()).toBe(upTo));
    leave();
  };
  await watched('7');
  expect(asked[1]?.query).toContain('position=7&log=l');
  // The leaderboard shown is already as new.
  await watched('7');
  await watched('8');
  expect(asked).toHaveLength(3);
  unsubscribe();
});

it('reads again after a reconnection what may have changed meanwhile, and no watched match that has not', async () => {
  const now = { revision: '7' };
  const asked = serve(({ path }) =>
    path === '/api/courses/failed'
      ? 'FORBIDDEN'
      : { course: {}, current: null, user: { id: 'karrie' }, match: { id: 'm' }, rounds: [], log: 'l', ...now },
  );
  const ofCourse = (id: string) => new QueryObserver(queryClient, courseQuery(id));
  const unsubscribe = [
    new QueryObserver(queryClient, matchQuery('m')),
    new QueryObserver(queryClient, currentQuery()),
    new QueryObserver(queryClient, pastMatchQuery('past')),
    new QueryObserver(queryClient, userQuery()),
    ...['read', 'failed'].map(ofCourse),
  ].map((observer) => observer.subscribe(() => undefined));
  const leave = watchMatch('m');
  const joins = async (revision: string, reads: readonly string[], answer: object = { status: 200, revision }) => {
    now.revision = revision;
    await waitFor(() => expect(Line.latest?.acknowledge('join_lobby', answer)).toBe(true));
    await waitFor(() => expect([...asked.map(({ path }) => path), queryClient.isFetching()]).toEqual([...reads, 0]));
    asked.length = 0;
  };
  const [failed, match, current] = ['/api/courses/failed', '/api/match/m', '/api/match/current'];
  await joins('7', [match, current, '/api/match/past', '/api/auth/user', '/api/courses/read', failed]);
  Line.latest?.close();
  await joins('7', [current, failed]);
  Line.latest?.close();
  await joins('8', [current, failed, match]);
  // Removed meanwhile.
  Line.latest?.close();
  await joins('8', [current, failed, match], errorAnswer('MATCH_NOT_FOUND'));
  leave();
  for (const stopReading of unsubscribe) stopReading();
  queryClient.clear();
});

it('connects again as soon as the phone is back online', async () => {
  const before = Line.latest;
  window.dispatchEvent(new Event('online'));
  await waitFor(() => expect([Line.latest === before, isConnected()]).toEqual([false, true]));
});

const KEYS = {
  invites: ['invites'],
  current: ['current'],
  rounds: ['my-rounds'],
  unsigned: ['my-rounds', 'unverified'],
  match: ['match', 'm'],
} as const;

it.each<[ServerEvent, (keyof typeof KEYS)[]]>([
  ['invites_pending', ['invites', 'match']],
  ['invite_added', ['invites', 'match']],
  ['invite_removed', ['invites', 'match']],
  ['invite_accepted', ['invites', 'current', 'match']],
  ['invite_denied', ['invites', 'match']],
  ['player_ready', ['match']],
  ['users', ['current', 'unsigned', 'match']],
  ['kicked', ['current']],
  ['lobby_ended', ['current', 'match']],
  ['match_start', ['current', 'match']],
  ['score_recorded', ['current', 'unsigned', 'match']],
  ['marker_changed', ['current', 'rounds', 'unsigned', 'match']],
  ['card_signed', ['current', 'rounds', 'unsigned', 'match']],
  ['card_reopened', ['current', 'rounds', 'unsigned', 'match']],
  ['round_verified', ['rounds', 'unsigned', 'match']],
  ['card_corrected', ['rounds', 'unsigned', 'match']],
])('%s invalidates the queries that it changes, and no others', async (event, changed) => {
  const rounds = [{ matchId: 'm' }];
  for (const key of Object.values(KEYS)) queryClient.setQueryData(key, { revision: '1', log: 'l', rounds });
  Line.latest?.emit(event, { matchId: 'm', revision: '2', position: '2', log: 'l' });
  const stale = () =>
    Object.entries(KEYS).flatMap(([name, key]) => (queryClient.getQueryState(key)?.isInvalidated ? [name] : []));
  await waitFor(() => expect(stale().toSorted()).toEqual(changed.toSorted()));
  queryClient.clear();
});

it('a score of a round in play does not invalidate the list of unsigned rounds', async () => {
  for (const key of [KEYS.current, KEYS.unsigned]) queryClient.setQueryData(key, { rounds: [{ matchId: 'other' }] });
  Line.latest?.emit('score_recorded', { matchId: 'm', revision: '2', position: '2', log: 'l' });
  await waitFor(() => expect(queryClient.getQueryState(KEYS.current)?.isInvalidated).toBe(true));
  expect(queryClient.getQueryState(KEYS.unsigned)?.isInvalidated).toBe(false);
  queryClient.clear();
});
