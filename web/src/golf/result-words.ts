/** How pages of results write days, countbacks and corrections. */

/** Stands beside every result that a committee put right after its card was signed. */
export const CORRECTED = 'Corrected by the committee';

const DAY = new Intl.DateTimeFormat('en-AU', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  // A day is a course's own date, no moment.
  timeZone: 'UTC',
});
const SHORT_DAY = new Intl.DateTimeFormat('en-AU', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "Sat, 14 Nov 2026" of 2026-11-14. */
export function dayWords(day: string): string {
  return DAY.format(new Date(day));
}

/** "14 Nov 2026" of 2026-11-14. */
export function shortDay(day: string): string {
  return SHORT_DAY.format(new Date(day));
}

/** "Ahead on countback, last 6": of the next one, who has the same total; null where no countback decided. */
export function countbackWords(countback: { decidedBy: string } | null): string | null {
  if (countback === null) return null;
  return `Ahead on countback, ${countback.decidedBy.replace(/\s*(\d+)$/, '\u00a0$1')}`;
}
