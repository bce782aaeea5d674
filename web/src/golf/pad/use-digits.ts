import { useRef } from 'react';
import { strokesOfDigits } from './stroke-pad-keys.js';

/** So long a 1 waits for the second digit of 10, 11 or 12. */
const SECOND_DIGIT_MS = 500;

/** A 1 that waits. `enter` is for the hole and the card that it was typed on, whatever is shown by then. */
interface Waiting {
  timer: ReturnType<typeof setTimeout>;
  enter: () => void;
}

/** Strokes that are typed in digits: a 1 may be the first of two. Digits that are no strokes together enter nothing. */
export function useDigits(onStrokes: (strokes: number) => void) {
  const one = useRef<Waiting | null>(null);
  const forget = (): void => {
    clearTimeout(one.current?.timer);
    one.current = null;
  };
  return {
    type: (digit: string): void => {
      const typed = one.current === null ? digit : `1${digit}`;
      forget();
      const strokes = strokesOfDigits(typed);
      if (strokes !== 1) {
        if (strokes !== null) onStrokes(strokes);
        return;
      }
      const enter = (): void => {
        forget();
        onStrokes(1);
      };
      one.current = { timer: setTimeout(enter, SECOND_DIGIT_MS), enter };
    },
    /** Enters the 1 that waits; whether one did. */
    settle: (): boolean => {
      const waits = one.current !== null;
      one.current?.enter();
      return waits;
    },
    /** Something else has been entered. */
    forget,
  };
}
