import { useDeferredValue } from 'react';

/** A value once it is there: what it first brings is rendered in slices, between which a slow phone answers a finger. */
export function useRevealed<Value>(value: Value | undefined): Value | undefined {
  const revealed = useDeferredValue(value !== undefined);
  return revealed ? value : undefined;
}
