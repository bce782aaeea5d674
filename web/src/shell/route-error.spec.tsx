/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Outlet } from 'react-router-dom';
import { showPages } from '../shared/testing/pages.js';
import { PageError } from './route-error.js';

afterEach(() => jest.restoreAllMocks());

it.each([
  [true, 'Cannot read properties of undefined', 'Got an error here. Please contact support.'],
  // As Chrome, Firefox and Safari say it.
  [true, 'Failed to fetch dynamically imported module: http://x.example/a.js', 'This page did not load'],
  [true, 'error loading dynamically imported module: http://x.example/a.js', 'This page did not load'],
  [true, 'Importing a module script failed.', 'This page did not load'],
  [false, 'Importing a module script failed.', 'There is no signal'],
])('a page that fails leaves the frame and a link back (online: %s, %s)', async (onLine, message, words) => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(onLine);
  jest.spyOn(console, 'error').mockImplementation(() => {});
  const routes = [
    {
      element: (
        <>
          <p>Frame</p>
          <Outlet />
        </>
      ),
      children: [
        {
          errorElement: <PageError />,
          children: [
            { path: '/', element: <h1>Play</h1> },
            { path: '/lost', lazy: () => Promise.reject(new TypeError(message)) },
          ],
        },
      ],
    },
  ];
  showPages(routes, '/lost');
  const heading = await screen.findByRole('heading', { level: 1 });
  expect(heading.textContent).toBe(words);
  expect(screen.getByText('Frame')).toBeTruthy();
  await userEvent.click(screen.getByRole('link', { name: 'Back to play' }));
  expect(await screen.findByRole('heading', { name: 'Play' })).toBeTruthy();
});
