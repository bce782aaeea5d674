import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode, type ComponentType } from 'react';
import { createMemoryRouter, RouterProvider, type InitialEntry, type RouteObject } from 'react-router-dom';
import { queryClient } from '../../api/call/query-client.js';
import { startSession } from '../../api/call/session.js';
import { serve, type Call, type Said } from './server.js';

/** Shows the page of an address as a golfer finds it who has just loaded the client. Gives back the router. */
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

/** Shows one page at its address; every other address says "Elsewhere". Gives back the router. */
export function showPage(Component: ComponentType, at: { pathname: string; search?: string; state?: unknown }) {
  return showPages([{ path: at.pathname, Component }, ELSEWHERE], at);
}

/** What a server says to "GET /api/…", to the same with "?offset=20" for one page, or to a path; a code is a refusal. */
export type Answers = Record<string, Said>;

/**
 * Shows it to this golfer, on a phone that has kept nothing; every other address says "Elsewhere". `at`: where the golfer
 * is. With answers there is a server too: `heard` grows with every call, `say` changes what is answered from now on.
 */
export function openAs(userId: string, routes: RouteObject[], address: InitialEntry, answers?: Answers) {
  localStorage.clear();
  startSession({ token: 't', userId });
  const said: Answers = { ...answers };
  const heard = answers === undefined ? [] : serve((call) => answerOf(said, call));
  const router = showPages([...routes, ELSEWHERE], address);
  return {
    router,
    golfer: userEvent.setup({ delay: null }),
    heard,
    at: () => router.state.location.pathname + router.state.location.search,
    go: (to: string) => router.navigate(to),
    sent: (call: string) => heard.filter((one) => one.call === call),
    say: (next: Answers) => Object.assign(said, next),
  };
}

function answerOf(said: Answers, { call, path, query }: Call): Said {
  const offset = new URLSearchParams(query).get('offset');
  return said[`${call}?offset=${offset}`] ?? said[call] ?? said[path] ?? 'NOT_FOUND';
}
