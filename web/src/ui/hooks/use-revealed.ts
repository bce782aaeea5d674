import { useDeferredValue } from 'react';

/**
 * A value that is on its way, once it is there. What it brings to the page when it first comes is rendered in slices, between which
 * a slow phone answers a finger; every later change is shown at once.
 */
export function useRevealed<Value>(value: Value | undefined): Value | undefined {
  const revealed = useDeferredValue(value !== undefined);
  return revealed ? value : undefined;
}
