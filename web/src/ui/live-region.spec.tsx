/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { act, render, screen } from '@testing-library/react';
import { announce, LiveRegion } from './live-region.js';

it('says what was announced before it stood, and the same sentence twice', () => {
  announce('Hole 5: 4, par. Saved.');
  render(<LiveRegion />);
  const region = screen.getByRole('status');
  const first = region.textContent;
  expect(first).toBe('Hole 5: 4, par. Saved.');
  act(() => announce('Hole 5: 4, par. Saved.'));
  expect(region.textContent).not.toBe(first);
  expect(region.textContent?.trim()).toBe(first);
});

it('says two sentences together that come together, so that none is cut off', () => {
  render(<LiveRegion />);
  const region = screen.getByRole('status');
  act(() => announce('Hole 5: 4, par.', 10_000));
  act(() => announce('1 score waiting to send.', 10_200));
  expect(region.textContent).toBe('Hole 5: 4, par. 1 score waiting to send.');
  act(() => announce('All scores sent.', 10_900));
  expect(region.textContent).toBe('1 score waiting to send. All scores sent.');
  act(() => announce('Hole 6: 3, birdie.', 20_000));
  expect(region.textContent).toBe('Hole 6: 3, birdie.');
});
