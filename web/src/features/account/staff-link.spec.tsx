/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { screen, waitFor } from '@testing-library/react';
import { endSession, startSession } from '../../api/session.js';
import { queryClient } from '../../api/query-client.js';
import { serverAnswer, showPages } from '../../app/testing/pages.js';
import { StaffLink } from './staff-link.js';

const realFetch = globalThis.fetch;

beforeEach(() => startSession({ token: 'a-token', userId: 'cass' }));
afterEach(() => {
  globalThis.fetch = realFetch;
  endSession('signed-out');
});

const show = (roles: object[]) => {
  globalThis.fetch = async () => serverAnswer({ roles });
  showPages([{ path: '/', element: <StaffLink /> }], '/');
};

it('leads those who have a role to their page', async () => {
  show([{ role: 'SUPPORT', course: null }]);
  expect((await screen.findByRole('link', { name: 'Oversight' })).getAttribute('href')).toBe('/ops');
});

it('is not there for other golfers', async () => {
  show([]);
  await waitFor(() => expect(queryClient.getQueryData(['ops', 'me'])).toEqual([]));
  expect(screen.queryByRole('link')).toBeNull();
});
