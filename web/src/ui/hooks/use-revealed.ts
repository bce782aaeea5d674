import { useDeferredValue } from 'react';

/** Defers a value's first appearance: it renders in slices, so that a slow phone can react to touches. */
export function useRevealed<Value>(value: Value | undefined): Value | undefined {
  const revealed = useDeferredValue(value !== undefined);
  return revealed ? value : undefined;
}
