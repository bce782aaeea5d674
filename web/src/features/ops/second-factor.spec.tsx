/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import type { SecondFactor } from '@fairmark/contract';
import { screen, waitFor } from '@testing-library/react';
import { AS, open } from './testing/open.js';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const MAKE = 'POST /api/ops/second-factor';
const PROVE = 'POST /api/ops/second-factor/proof';
const MADE = { uri: `otpauth://totp/Fairmark:cass%40example.com?secret=${SECRET}`, secret: SECRET };

const am = (secondFactor: SecondFactor) => ({
  'GET /api/ops/me': { ...AS.committee['GET /api/ops/me'], secondFactor },
});

it('sets up an authenticator with the password and a code, then shows the page that was requested', async () => {
  const { golfer, sent, reply, at } = open('/ops?view=boards', {
    ...am('NONE'),
    'POST /api/auth/confirm-password': 'WRONG_PASSWORD',
    'GET /api/ops/board-links': { links: [] },
  });
  const set = await screen.findByRole('button', { name: /^Set up/ });
  expect(screen.queryByRole('tab')).toBeNull();
  await golfer.click(set);
  expect(sent('POST /api/auth/confirm-password')).toEqual([]);
  await golfer.type(screen.getByLabelText('Your password'), 'seven iron');
  await golfer.click(set);
  expect(await screen.findByText('That is not your password')).toBeTruthy();
  expect(sent(MAKE)).toEqual([]);
  reply({ 'POST /api/auth/confirm-password': {}, [MAKE]: MADE, [PROVE]: 'WRONG_CODE' });
  await golfer.click(set);
  expect(await screen.findByRole('img', { name: /^The key, for the camera/ })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(screen.getByLabelText<HTMLInputElement>('Key, for typing').value.replaceAll(' ', '')).toBe(SECRET);
  expect(screen.getByRole('link', { name: 'open the app' }).getAttribute('href')).toBe(MADE.uri);
  const confirm = screen.getByRole('button', { name: /^Confirm code/ });
  await golfer.type(screen.getByLabelText('Code'), '12 34x5');
  await golfer.click(confirm);
  expect(sent(PROVE)).toEqual([]);
  await golfer.type(screen.getByLabelText('Code'), '67');
  await golfer.click(confirm);
  expect(await screen.findByText(/wrong or was used already/)).toBeTruthy();
  expect(sent(PROVE)[0]?.body).toEqual({ code: '123456' });
  reply({ ...am('PROVED'), [PROVE]: {} });
  await golfer.click(confirm);
  expect(await screen.findByRole('tab', { name: 'Boards', selected: true })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('main'));
  expect(at()).toBe('/ops?view=boards');
});

it('asks for a code once in a session, and says what to do when the phone is lost', async () => {
  const { golfer, reply, sent } = open('/ops', { ...am('ENROLLED'), [PROVE]: {} });
  const code = await screen.findByLabelText('Code');
  expect(screen.queryByLabelText('Your password')).toBeNull();
  expect([code.getAttribute('inputmode'), code.getAttribute('autocomplete')]).toEqual(['numeric', 'one-time-code']);
  expect(screen.getByText(/^Lost your phone\?/)).toBeTruthy();
  await golfer.type(code, '000111');
  // The code is accepted, but the answer is lost.
  reply({ ...am('PROVED'), [PROVE]: 'UNAVAILABLE' });
  await golfer.keyboard('{Enter}');
  expect(await screen.findByRole('tab', { name: 'Rounds' })).toBeTruthy();
  expect(sent(MAKE)).toEqual([]);
});

it('replaces an authenticator after proof of the present one, or keeps it', async () => {
  const { golfer, reply, at } = open('/ops', { ...am('PROVED'), 'POST /api/auth/confirm-password': {} });
  await golfer.click(await screen.findByRole('link', { name: 'Change authenticator' }));
  await golfer.click(screen.getByRole('link', { name: 'Keep the authenticator' }));
  await golfer.click(screen.getByRole('link', { name: 'Change authenticator' }));
  await golfer.type(screen.getByLabelText('Your password'), 'seven iron');
  // The present one is replaced, but the answer is lost.
  reply({ ...am('NONE'), [PROVE]: {}, [MAKE]: 'UNAVAILABLE' });
  await golfer.click(screen.getByRole('button', { name: 'Set up' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Keep the authenticator' })).toBeNull());
  reply({ [MAKE]: MADE });
  await golfer.click(screen.getByRole('button', { name: 'Set up' }));
  await golfer.type(await screen.findByLabelText('Code'), '123456');
  reply(am('PROVED'));
  await golfer.click(screen.getByRole('button', { name: 'Confirm code' }));
  expect(await screen.findByRole('tab', { name: 'Rounds' })).toBeTruthy();
  expect(at()).toBe('/ops');
});
