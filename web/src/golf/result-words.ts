/** How pages of results write countbacks and corrections. */

/** Stands beside every result that a committee put right after its card was signed. */
export const CORRECTED = 'Corrected by the committee';

/** "Ahead on countback, last 6": of the next one, who has the same total; null where no countback decided. */
export function countbackWords(countback: { decidedBy: string } | null): string | null {
  if (countback === null) return null;
  return `Ahead on countback, ${countback.decidedBy.replace(/\s*(\d+)$/, '\u00a0$1')}`;
}
