/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MatchAnswer } from '@fairmark/contract';
import { LiveRegion } from '../../../ui/live-region.js';
import { SignBox, type SignBoxProps } from './sign-box.js';
import { signingOf } from './signing.js';
import { waitingScore } from '../../../outbox/testing/match.js';
import { twoBall } from '../testing/cards.js';

function box(match: MatchAnswer, props: Partial<SignBoxProps> = {}) {
  const onSign = jest.fn();
  const view = signingOf(match, 'sam');
  const common = { me: 'sam', waiting: [], busy: false, onSign };
  const ui = <SignBox {...common} match={match} view={view} {...props} />;
  return { ui, onSign, user: userEvent.setup() };
}

const button = () => screen.getByRole('button', { name: 'Verify & sign' });
const both = { signed: ['PLAYER', 'MARKER'] as ('PLAYER' | 'MARKER')[] };

test('waits for scores that are not sent yet, and says so', async () => {
  const waiting = [1, 2].map((holeNumber) => waitingScore({ holeNumber }));
  const { ui, onSign, user } = box(twoBall(), { waiting });
  render(ui);
  expect(screen.getByText('2 scores are still waiting to be sent')).toBeTruthy();
  await user.click(button());
  expect(onSign).not.toHaveBeenCalled();
});

test('its button stands at the foot of the window from when my part is entered', () => {
  const atFoot = () => button().closest('[data-fixed]')?.getAttribute('data-fixed');
  const { rerender } = render(box(twoBall({ byPlayer: [] }, { byMarker: [] })).ui);
  expect(atFoot()).toBe('false');
  rerender(box(twoBall({ byMarker: [] })).ui);
  expect(atFoot()).toBe('true');
});

test('after my signatures it says whom they wait for, and then that all is signed', async () => {
  const { rerender } = render(
    <>
      <LiveRegion />
      {box(twoBall({ signed: ['PLAYER'] }, { signed: ['MARKER'] })).ui}
    </>,
  );
  expect(screen.getByRole('heading', { name: 'Verified and signed by you' })).toBeTruthy();
  expect(screen.getByText("Your card and Alex's card")).toBeTruthy();
  expect(screen.getByText('Waiting for Alex to sign')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
  rerender(
    <>
      <LiveRegion />
      {box(twoBall(both, both)).ui}
    </>,
  );
  expect(screen.getByRole('heading', { name: 'Verified and signed' })).toBeTruthy();
  expect(screen.getByText('Signed by player and marker. This card is locked.')).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('Verified and signed');
});

test('the focus stays in the box when its button has done its work', () => {
  const { rerender } = render(box(twoBall()).ui);
  button().focus();
  rerender(box(twoBall({ signed: ['PLAYER'] }, { signed: ['MARKER'] })).ui);
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Verified and signed by you' }));
});
