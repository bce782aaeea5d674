/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { screen } from '@testing-library/react';
import { showPages } from '../../app/testing/pages.js';
import { Scorecard } from './scorecard.js';
import { answer, ALEX, card, SAM } from './testing/cards.js';

test('the day is the course’s own as the server counts it, whatever date state and moment suggest', async () => {
  const match = { startedAt: '2026-11-13T13:15:00.000Z', day: '2026-11-13' };
  const shown = answer([card({ player: SAM, marker: ALEX })], match);
  showPages([{ path: '/', element: <Scorecard answer={shown} me={SAM.id} waiting={[]} /> }], '/');
  expect(await screen.findByText('Saltbush Links · Fri, 13 Nov 2026')).toBeTruthy();
});
