/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import userEvent from '@testing-library/user-event';
import type { CurrentMatch } from '@fairmark/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { Outlet, type RouteObject } from 'react-router-dom';
import { unverifiedQuery } from '../api/clubhouse.js';
import { currentQuery, forgetRound, rememberHole, rememberMatch } from '../api/match.js';
import { queryClient } from '../api/call/query-client.js';
import { endSession, startSession } from '../api/call/session.js';
import { Line } from '../api/testing/line.js';
import { CURRENT } from '../shared/testing/match.js';
import { showPages } from '../shared/testing/pages.js';
import { serve, type Answer } from '../shared/testing/server.js';
import { routes } from './routes.js';
import { useScrollMemory } from './scroll-memory.js';

/** The routes of the frame with their settings, without the pages themselves. */
const framed = routes.map(
  (route): RouteObject => ({ ...route, children: route.children?.map(withoutPages) }) as RouteObject,
);

function withoutPages({ lazy, ...route }: RouteObject): RouteObject {
  if (lazy !== undefined) return { ...route, element: <h1>A page</h1> };
  return { ...route, children: route.children?.map(withoutPages) } as RouteObject;
}

let current: CurrentMatch | null;
let unsigned: object[];
let asked: string[];

beforeEach(() => {
  [current, unsigned, asked] = [null, [], []];
  const match = { match: { id: 'm', course: { id: 'c', name: 'Harrow Point' } }, rounds: [], revision: '1', log: 'l' };
  serve(({ path }): Answer => {
    asked.push(path);
    if (path === '/api/match/current') return { current, position: '1' };
    if (path === '/api/mothership/unverified-rounds') return { rounds: unsigned, nextOffset: null, position: '1' };
    return path === '/api/match/m' ? match : 'MATCH_NOT_FOUND';
  });
  startSession({ token: 't', userId: 'karrie' });
});
afterEach(() => {
  act(() => {
    forgetRound();
    endSession('signed-out');
  });
});

const tabs = () => screen.findByRole('navigation', { name: 'Places' });
/** A link of the header. Waits for the page, because the frame of index.html has a header of its own. */
const inHeader = async (name: string) => {
  await tabs();
  return within(screen.getByRole('banner')).findByRole('link', { name });
};
const backTo = async (name: string) => (await inHeader(name)).getAttribute('href');

describe('the tabs at the bottom of a phone', () => {
  it.each([
    ['/', 'Play', 'page'],
    ['/create-lobby', 'Play', 'true'],
    ['/clubhouse/leaderboard', 'Clubhouse', 'true'],
    ['/clubhouse/your-rounds-history', 'History', 'page'],
    ['/m/scorecard', 'History', 'true'],
    ['/clubhouse/competitions/c-1', 'Comps', 'true'],
    ['/support', 'You', 'true'],
  ])('mark at %s the tab %s (%s)', async (at, name, current) => {
    showPages(framed, at);
    const links = within(await tabs()).getAllByRole('link');
    expect(links.map(({ textContent }) => textContent)).toEqual(['Play', 'Clubhouse', 'History', 'Comps', 'You']);
    const lit = links.filter((link) => link.hasAttribute('aria-current'));
    expect(lit.map((link) => [link.textContent, link.getAttribute('aria-current')])).toEqual([[name, current]]);
    expect(document.querySelector('main[data-tabs]')).not.toBeNull();
  });

  it('say that rounds wait for my signature, not for another golfer’s, once the others have entered all', async () => {
    const marked = /^History\s?\(unsigned rounds\)$/;
    unsigned = [{ matchId: 'm', waitingFor: 'marker' }];
    showPages(framed, '/');
    await waitFor(() => expect(queryClient.getQueryState(unverifiedQuery().queryKey)?.status).toBe('success'));
    expect(within(await tabs()).queryByRole('link', { name: marked })).toBeNull();
    unsigned = [{ matchId: 'm', waitingFor: 'me' }];
    // Only clients that view the match receive its scores.
    await waitFor(() => expect(Line.latest?.acknowledge('join_lobby', { status: 200, revision: '1' })).toBe(true));
    act(() => Line.latest?.emit('score_recorded', { matchId: 'm', revision: '2', position: '2', log: 'l' }));
    expect(await within(await tabs()).findByRole('link', { name: marked })).toBeTruthy();
  });

  it('are not shown on the hole, which asks for no match in progress either, as each score would ask again', async () => {
    showPages(framed, '/score/4?id=m');
    await screen.findByRole('heading', { name: 'A page' });
    await screen.findByRole('button', { name: 'Menu' });
    expect(screen.queryByRole('navigation', { name: 'Places' })).toBeNull();
    expect(document.querySelector('[data-tabs]')).toBeNull();
    expect(asked).toEqual([]);
  });

  it('are not shown before the sign-in', async () => {
    endSession('signed-out');
    showPages(framed, '/signin');
    await screen.findByRole('heading', { name: 'A page' });
    expect(document.querySelector('[data-tabs]')).toBeNull();
  });
});

describe('the link back', () => {
  it.each([
    ['/clubhouse/competitions/c-1', 'Comps', '/clubhouse/competitions'],
    ['/clubhouse/your-rounds-unsigned', 'History', '/clubhouse/your-rounds-history'],
    ['/m/scorecard', 'History', '/clubhouse/your-rounds-history'],
    ['/clubhouse/new-competition', 'Comps', '/clubhouse/competitions'],
    ['/clubhouse', 'Fairmark', '/'],
  ])('from %s is called %s and leads to %s', async (at, name, to) => {
    showPages(framed, at);
    expect(await backTo(name)).toBe(to);
  });

  it('restores the list as it was left', async () => {
    const router = showPages(framed, '/clubhouse/competitions?sort=name');
    await tabs();
    await act(() => router.navigate('/clubhouse/competitions/c-1'));
    await userEvent.click(await inHeader('Comps'));
    await waitFor(() => expect(router.state.location.search).toBe('?sort=name'));
    expect(router.state.historyAction).toBe('POP');
  });

  it('leads to where the golfer came from, and leaves a click for a new tab to the browser', async () => {
    const router = showPages(framed, '/clubhouse/leaderboard?sort=nett');
    await tabs();
    await act(() => router.navigate('/m/scorecard'));
    const back = await inHeader('Clubhouse');
    expect(back.getAttribute('href')).toBe('/clubhouse/leaderboard?sort=nett');
    const untouched: boolean[] = [];
    const note = (event: Event): void => {
      untouched.push(!event.defaultPrevented);
      event.preventDefault();
    };
    window.addEventListener('click', note);
    fireEvent.click(back, { ctrlKey: true });
    fireEvent.click(back, { metaKey: true });
    window.removeEventListener('click', note);
    expect(untouched).toEqual([true, true]);
    expect(router.state.location.pathname).toBe('/m/scorecard');
    await userEvent.click(back);
    await waitFor(() => expect(router.state.location.pathname).toBe('/clubhouse/leaderboard'));
    expect(router.state.historyAction).toBe('POP');
  });

  it('is named after the card that it leads to, not after the history', async () => {
    const router = showPages(framed, '/m/scorecard');
    await tabs();
    await act(() => router.navigate('/clubhouse/leaderboard'));
    expect(await backTo('Scorecard')).toBe('/m/scorecard');
  });

  it('leads from the card of the match in progress to the round', async () => {
    current = CURRENT;
    showPages(framed, '/m/scorecard');
    expect(await backTo('Resume Round')).toBe('/score/4?id=m');
    expect(document.querySelector('[data-resume]')).toBeNull();
  });
});

describe('the link to the match in progress', () => {
  it.each([
    ['a round', CURRENT, 'Resume Round Hole 4 · Harrow Point', '/score/4?id=m'],
    ['a lobby', { ...CURRENT, started: false }, 'Resume Round Your round settings · Harrow Point', '/lobby?id=m'],
  ])('is shown over the tabs while there is %s', async (_what, match, name, to) => {
    current = match;
    showPages(framed, '/clubhouse');
    const [link] = await screen.findAllByRole('link', { name });
    expect(link?.getAttribute('href')).toBe(to);
    expect(document.querySelector('[data-resume]')).not.toBeNull();
  });

  it('names the hole that this phone remembers, also without an answer', async () => {
    rememberMatch('m');
    rememberHole(7);
    serve(() => new Promise(() => undefined));
    showPages(framed, '/clubhouse');
    expect((await screen.findAllByRole('link', { name: 'Resume Round Hole 7' }))[0]?.getAttribute('href')).toBe(
      '/score/7',
    );
  });

  it.each(['/lobby?id=m', '/lobby-invitation?id=m', '/join-lobby?matchId=m'])('is not shown at %s', async (at) => {
    current = CURRENT;
    showPages(framed, at);
    await tabs();
    await waitFor(() => expect(queryClient.getQueryData(currentQuery().queryKey)?.current).toEqual(CURRENT));
    expect(document.querySelector('[data-resume]')).toBeNull();
  });
});

function Frame() {
  useScrollMemory();
  return <Outlet />;
}

/** Scrolls the window to this depth. */
function scroll(y: number): void {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
  fireEvent.scroll(window);
}

it('a new page begins at its top, Back restores its scroll position, and a replaced search keeps it', async () => {
  const depths: unknown[] = [];
  window.scrollTo = ((_x: number, y: number) => {
    depths.push(y);
    scroll(y);
  }) as typeof window.scrollTo;
  const pages = ['/list', '/card'].map((path) => ({ path, element: <p>{path}</p> }));
  const router = showPages([{ Component: Frame, children: pages }], '/list');
  scroll(900);
  await act(() => router.navigate('/list?sort=name', { replace: true }));
  scroll(1200);
  await act(() => router.navigate('/card'));
  expect(screen.getByText('/card')).toBeTruthy();
  expect(depths).toEqual([0]);
  scroll(300);
  await act(() => router.navigate(-1));
  expect(screen.getByText('/list')).toBeTruthy();
  await act(() => router.navigate(1));
  expect(depths).toEqual([0, 1200, 300]);
  // Such as the leaderboard of another day.
  await act(() => router.navigate('/card?day=2026-11-01'));
  expect(depths.at(-1)).toBe(0);
  await act(() => router.navigate(-1));
  expect(depths.at(-1)).toBe(300);
});
