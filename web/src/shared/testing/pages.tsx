import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { StrictMode } from 'react';
import { createMemoryRouter, RouterProvider, type InitialEntry, type RouteObject } from 'react-router-dom';
import { queryClient } from '../../api/call/query-client.js';

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
