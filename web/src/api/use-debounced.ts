import { useEffect, useState } from 'react';

/** The value as it was when it last stayed the same for so long (milliseconds): what a search asks the server. */
export function useDebounced<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
