/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { screen } from '@testing-library/react';
import { endSession, startSession } from '../../api/call/session.js';
import { showPages } from '../../shared/testing/pages.js';
import { Component, loader } from './about.page.js';

const show = (at: string) => showPages([{ path: '*', Component, loader, HydrateFallback: () => null }], at);

afterEach(() => endSession('signed-out'));

it.each([
  ['/about', 'About'],
  ['/terms', 'Terms of use'],
  ['/privacy/', 'Your privacy'],
  ['/About', 'About'],
])('%s opens without a session and links to the sign-in', async (at, title) => {
  show(at);
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  expect(screen.getAllByRole('heading', { level: 2 }).length).toBeGreaterThan(2);
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/signin');
});

it('links to the account instead when a golfer is signed in', async () => {
  startSession({ token: 'a-token', userId: 'karrie' });
  show('/privacy');
  expect(await screen.findByRole('heading', { level: 1, name: 'Your privacy' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Sign in' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Account' }).getAttribute('href')).toBe('/account');
});
