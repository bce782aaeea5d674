import { LIMITS } from '@fairmark/contract';

/** The parts in which a handicap is picked. */
export interface HandicapParts {
  /** `+10` … `+1`, `+0`, `0` … `54`. */
  whole: string;
  /** 0 to 9. */
  decimal: number;
}

const MIN_TENTHS = Math.round(LIMITS.handicapMin * 10);
const MAX_TENTHS = Math.round(LIMITS.handicapMax * 10);

/** All whole parts, from the lowest handicap to the highest. */
export const WHOLES: readonly string[] = [
  ...Array.from({ length: Math.floor(-MIN_TENTHS / 10) + 1 }, (_, from) => `+${Math.floor(-MIN_TENTHS / 10) - from}`),
  ...Array.from({ length: Math.floor(MAX_TENTHS / 10) + 1 }, (_, whole) => String(whole)),
];

/** The decimals allowed for a whole part: fewer at the ends of the range. */
export function decimalsOf(whole: string): readonly number[] {
  const most = whole.startsWith('+') ? -MIN_TENTHS : MAX_TENTHS;
  const left = Math.min(9, most - Number(whole) * 10);
  return Array.from({ length: left + 1 }, (_, decimal) => decimal);
}

/** The parts of a handicap; a plus handicap is a negative number. 0 is `0`, not `+0`. */
export function partsOf(handicap: number): HandicapParts {
  const tenths = Math.min(MAX_TENTHS, Math.max(MIN_TENTHS, Math.round(handicap * 10)));
  const size = Math.abs(tenths);
  return { whole: `${tenths < 0 ? '+' : ''}${Math.floor(size / 10)}`, decimal: size % 10 };
}

/** The handicap from its parts, with one decimal; plus is negative, never −0; clamped to the range. */
export function handicapOf({ whole, decimal }: HandicapParts): number {
  const size = Number(whole) * 10 + Math.min(decimal, decimalsOf(whole).length - 1);
  return whole.startsWith('+') && size > 0 ? -size / 10 : size / 10;
}
