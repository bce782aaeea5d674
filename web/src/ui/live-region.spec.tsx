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
