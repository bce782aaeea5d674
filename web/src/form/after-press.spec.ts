/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { afterPress } from './after-press.js';

/** Lets timers that are due run. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

it('waits until the press has ended', async () => {
  let ran = 0;
  window.dispatchEvent(new Event('pointerdown'));
  afterPress(() => (ran += 1));
  await settled();
  expect(ran).toBe(0);
  window.dispatchEvent(new Event('pointerup'));
  await settled();
  expect(ran).toBe(1);
});

it('runs at once without a press, and does not wait for the next one', async () => {
  let ran = 0;
  afterPress(() => (ran += 1));
  await settled();
  expect(ran).toBe(1);
  window.dispatchEvent(new Event('pointerdown'));
  window.dispatchEvent(new Event('pointerup'));
  await settled();
  expect(ran).toBe(1);
});

it.each(['pointercancel', 'keydown'])('%s also ends a press', async (end) => {
  let ran = 0;
  window.dispatchEvent(new Event('pointerdown'));
  window.dispatchEvent(new Event(end));
  afterPress(() => (ran += 1));
  await settled();
  expect(ran).toBe(1);
});
