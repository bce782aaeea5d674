import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { createMemoryRouter, RouterProvider, type InitialEntry, type RouteObject } from 'react-router-dom';
import { queryClient } from '../../api/call/query-client.js';
import { startSession } from '../../api/call/session.js';

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

/** Shows it to this golfer, on a phone that has kept nothing; every other address says "Elsewhere". `at`: where the golfer is. */
export function openAs(userId: string, routes: RouteObject[], address: InitialEntry) {
  localStorage.clear();
  startSession({ token: 't', userId });
  const router = showPages([...routes, ELSEWHERE], address);
  const at = () => router.state.location.pathname + router.state.location.search;
  return { router, at, golfer: userEvent.setup({ delay: null }) };
}
