/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { afterPress } from './bound.js';

/** Dispatches events and lets timers that are due run. */
const happens = async (...events: string[]) => {
  for (const event of events) window.dispatchEvent(new Event(event));
  await new Promise((resolve) => setTimeout(resolve));
};
let ran = 0;
beforeEach(() => (ran = 0));

it('waits until the press has ended, and not for the next one', async () => {
  await happens('pointerdown');
  afterPress(() => (ran += 1));
  await happens();
  expect(ran).toBe(0);
  await happens('pointerup');
  expect(ran).toBe(1);
  await happens('pointerdown', 'pointerup');
  expect(ran).toBe(1);
});

it.each(['pointercancel', 'keydown'])('runs at once after a press that ended with %s', async (end) => {
  await happens('pointerdown', end);
  afterPress(() => (ran += 1));
  await happens();
  expect(ran).toBe(1);
});
