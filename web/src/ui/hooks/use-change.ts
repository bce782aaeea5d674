import { useEffect, useRef } from 'react';

/** Calls `changed` with the previous value after every change of a value, but not for the initial one. */
export function useChange<Value>(value: Value, changed: (before: Value) => void): void {
  const known = useRef(value);
  useEffect(() => {
    const before = known.current;
    known.current = value;
    if (before !== value) changed(before);
  });
}
