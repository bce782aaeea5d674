import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import { StrictMode, type ComponentType } from 'react';
import { createMemoryRouter, RouterProvider, type InitialEntry, type RouteObject } from 'react-router-dom';
import { queryClient } from '../../api/call/query-client.js';
import { startSession } from '../../api/call/session.js';
import { golfer } from './hands.js';
import { serve, type Answer, type Call } from './server.js';

const phone = window.matchMedia;
afterEach(() => void (window.matchMedia = phone));

/** Makes the window as wide as a desktop's until the test ends; it is a phone's otherwise. */
export function onDesktop(width = 1024): void {
  window.matchMedia = (media) =>
    Object.assign(phone(media), { matches: Number(/min-width: (\d+)px/.exec(media)?.[1] ?? NaN) <= width });
}

/** Shows the page at an address, as after a fresh load of the client. Returns the router. */
export function showPages(routes: RouteObject[], at: InitialEntry) {
  queryClient.clear();
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  return router;
}

const ELSEWHERE: RouteObject = { path: '*', element: <p>Elsewhere</p> };

/** Shows one page at its address; every other address says "Elsewhere". Returns the router. */
export function showPage(Component: ComponentType, at: { pathname: string; search?: string; state?: unknown }) {
  return showPages([{ path: at.pathname, Component }, ELSEWHERE], at);
}

/**
 * Answers to "GET /api/…", to the same with "?offset=20" for one page, or to a path; a code is a refusal, a function
 * answers each call anew.
 */
export type Answers = Record<string, Answer | ((call: Call) => Answer | Promise<Answer>)>;

/**
 * Shows pages to this golfer, on a phone with empty storage; every other address says "Elsewhere". `at`: the current
 * address. With answers there is a server too: `calls` grows with every call, `reply` changes later answers.
 */
export function openAs(userId: string, routes: RouteObject[], address: InitialEntry, answers?: Answers) {
  localStorage.clear();
  startSession({ token: 't', userId });
  const current: Answers = { ...answers };
  const calls = answers === undefined ? [] : serve((call) => answerOf(current, call));
  const router = showPages([...routes, ELSEWHERE], address);
  return {
    router,
    golfer,
    calls,
    at: () => router.state.location.pathname + router.state.location.search,
    go: (to: string) => router.navigate(to),
    sent: (call: string) => calls.filter((one) => one.call === call),
    reply: (next: Answers) => Object.assign(current, next),
    /** Leaves a call without an answer until the function returned is called with it. */
    holds: (call: string) => {
      let arrives: (answer: Answer) => void = () => undefined;
      const answer = new Promise<Answer>((resolve) => (arrives = resolve));
      current[call] = () => answer;
      return arrives;
    },
    /** Changes later answers, and has the page read everything again. */
    becomes: (next: Answers) => {
      Object.assign(current, next);
      return act(() => queryClient.invalidateQueries());
    },
  };
}

function answerOf(answers: Answers, made: Call): Answer | Promise<Answer> {
  const { call, path, query } = made;
  const offset = new URLSearchParams(query).get('offset');
  const answer = answers[`${call}?offset=${offset}`] ?? answers[call] ?? answers[path] ?? 'NOT_FOUND';
  return typeof answer === 'function' ? answer(made) : answer;
}
