/** @jest-environment <rootDir>/web/testing/dom-environment.mjs */
import { act, renderHook } from '@testing-library/react';
import { jest } from '@jest/globals';
import { useDebounced } from './use-debounced.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

it('a debounced text changes only when the typing pauses', () => {
  const seen: string[] = [];
  const { rerender } = renderHook(({ text }) => seen.push(useDebounced(text, 400)), { initialProps: { text: 'a' } });
  for (const text of ['ab', 'abc']) {
    rerender({ text });
    pass(399);
  }
  expect(seen.at(-1)).toBe('a');
  pass(1);
  expect(seen.at(-1)).toBe('abc');
  expect(seen).not.toContain('ab');
});
