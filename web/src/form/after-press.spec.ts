/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { afterPress } from './after-press.js';

/** Everything that was asked for by now, and the event that comes first. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

it('waits until what is pressed has been pressed', async () => {
  let left = 0;
  window.dispatchEvent(new Event('pointerdown'));
  afterPress(() => (left += 1));
  await settled();
  expect(left).toBe(0);
  window.dispatchEvent(new Event('pointerup'));
  await settled();
  expect(left).toBe(1);
});

it('does not wait for a keyboard, nor for the next press', async () => {
  let left = 0;
  afterPress(() => (left += 1));
  await settled();
  expect(left).toBe(1);
  window.dispatchEvent(new Event('pointerdown'));
  window.dispatchEvent(new Event('pointerup'));
  await settled();
  expect(left).toBe(1);
});

it.each(['pointercancel', 'keydown'])('%s ends a press as well', async (end) => {
  let left = 0;
  window.dispatchEvent(new Event('pointerdown'));
  window.dispatchEvent(new Event(end));
  afterPress(() => (left += 1));
  await settled();
  expect(left).toBe(1);
});
