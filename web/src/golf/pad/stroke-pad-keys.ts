import { LIMITS } from '@fairmark/contract';

/** Keys side by side on the pad. */
export const PAD_COLUMNS = 4;

/** The last key, No Score or 13+: its place follows the numbers. */
export const LAST_KEY = LIMITS.pickerStrokesMax;

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -PAD_COLUMNS,
  ArrowDown: PAD_COLUMNS,
};

/** Where an arrow key, Home or End leads from a place of the pad (0 is the key "1"), never round its ends; null for any other key. */
export function nextPlace(from: number, key: string): number | null {
  if (key === 'Home') return 0;
  if (key === 'End') return LAST_KEY;
  const step = STEPS[key];
  if (step === undefined) return null;
  if (from + step < 0) return from;
  return Math.min(LAST_KEY, from + step);
}

/** The strokes that digits of a keyboard enter: 1 to 12, and 10 for 0. Null for anything else. */
export function strokesOfDigits(typed: string): number | null {
  if (typed === '0') return 10;
  return /^([1-9]|1[0-2])$/.test(typed) ? Number(typed) : null;
}

/** Strokes typed by hand where the pad ends: a whole number from 13 to 30, or null. */
export function typedStrokes(text: string): number | null {
  if (!/^\s*\d{1,2}\s*$/.test(text)) return null;
  const strokes = Number(text);
  return strokes > LIMITS.pickerStrokesMax && strokes <= LIMITS.strokesMax ? strokes : null;
}
