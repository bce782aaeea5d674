/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { queryClient } from '../../api/query-client.js';
import { paths } from '../../app/paths.js';
import { Component } from './home.page.js';

it('says once that the host has removed me: the page that is come back to does not know of it any more', async () => {
  // A signal that only seems to be there.
  globalThis.fetch = () => new Promise(() => undefined);
  window.matchMedia ??= () => ({ matches: false, addEventListener() {}, removeEventListener() {} }) as never;
  const router = createMemoryRouter([{ path: '/', Component }], {
    initialEntries: [{ pathname: paths.home(), state: { kicked: true } }],
  });
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  expect(await screen.findByText('You are no longer in that round')).toBeTruthy();
  await waitFor(() => expect(router.state.location.state).toBeNull());
  expect(screen.getByText('You are no longer in that round')).toBeTruthy();
});
