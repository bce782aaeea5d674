import { useEffect, useRef } from 'react';

/** Does something after a value has become another one, with the one before; nothing for the value that it begins with. */
export function useChange<Value>(value: Value, changed: (before: Value) => void): void {
  const known = useRef(value);
  useEffect(() => {
    const before = known.current;
    known.current = value;
    if (before !== value) changed(before);
  });
}
