import { LIMITS } from '@fairmark/contract';

export const PAD_COLUMNS = 4;

/** Index of the last key, No Score or 13+, after the numbers. */
export const LAST_KEY = LIMITS.pickerStrokesMax;

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -PAD_COLUMNS,
  ArrowDown: PAD_COLUMNS,
};

/** The index (0 is key "1") that an arrow key, Home or End moves to, without wrapping; null for other keys. */
export function nextPlace(from: number, key: string): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return LAST_KEY;
  const step = STEPS[key];
  if (step === undefined) return null;
  if (from + step < 0) return from;
  return Math.min(LAST_KEY, from + step);
}

/** The strokes for digits typed on a keyboard: 1 to 12, 0 means 10; null for anything else. */
export function strokesOfDigits(typed: string): number | null {
  if (typed === '0') return 10;
  return /^([1-9]|1[0-2])$/.test(typed) ? Number(typed) : null;
}

/** Parses strokes beyond the pad: a whole number from 13 to 30, or null. */
export function typedStrokes(text: string): number | null {
  if (!/^\s*\d{1,2}\s*$/.test(text)) return null;
  const strokes = Number(text);
  return strokes > LIMITS.pickerStrokesMax && strokes <= LIMITS.strokesMax ? strokes : null;
}
