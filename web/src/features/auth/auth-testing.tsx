import { errorAnswer, type ErrorCode } from '@fairmark/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { StrictMode, type ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { queryClient } from '../../api/query-client.js';

/** What the pages of a test asked the server. */
export interface Asked {
  path: string;
  body: unknown;
}

/** Answers every call of the pages with this, a refusal by its code; the list it gives back grows with every call. */
export function answerWith(answer: ErrorCode | object): Asked[] {
  const asked: Asked[] = [];
  globalThis.fetch = async (input, init) => {
    // The client calls by path alone.
    const path = typeof input === 'string' ? input : '';
    const text = init?.body;
    asked.push({ path, body: typeof text === 'string' ? JSON.parse(text) : undefined });
    if (typeof answer === 'object') return Response.json({ status: 200, ...answer });
    const refusal = errorAnswer(answer);
    return Response.json(refusal, { status: refusal.status });
  };
  return asked;
}

/** Shows a page at an address, with every other address a page that says "Elsewhere". Gives back the router. */
export function show(Page: ComponentType, at: { pathname: string; search?: string; state?: unknown }) {
  queryClient.clear();
  const router = createMemoryRouter(
    [
      { path: at.pathname, Component: Page },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: [at] },
  );
  render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  return router;
}
