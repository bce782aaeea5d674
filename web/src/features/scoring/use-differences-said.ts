import { useEffect, useRef } from 'react';
import { announce } from '../../ui/live-region.js';

/** Says once that the scores of a hole differ, when the second entry arrives while the golfer plays on. */
export function useDifferencesSaid(differing: readonly number[]): void {
  const known = useRef(differing);
  useEffect(() => {
    const fresh = differing.filter((hole) => !known.current.includes(hole));
    known.current = differing;
    if (fresh.length > 0) announce(`${fresh.map((hole) => `Hole ${hole}`).join(', ')}: scores differ.`);
  }, [differing]);
}
