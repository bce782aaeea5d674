/** How pages write days and moments. */

// A day is a course's own date, no moment.
const OF_COURSE = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
const DAY = new Intl.DateTimeFormat('en-AU', { ...OF_COURSE, year: 'numeric', weekday: 'short' });
const SHORT_DAY = new Intl.DateTimeFormat('en-AU', { ...OF_COURSE, year: 'numeric' });
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-AU', OF_COURSE);
const WEEKDAY = new Intl.DateTimeFormat('en-AU', { weekday: 'short', timeZone: 'UTC' });

/** "Sat, 14 Nov 2026" of 2026-11-14. */
export const dayWords = (day: string): string => DAY.format(new Date(day));

/** "14 Nov 2026" of 2026-11-14. */
export const shortDay = (day: string): string => SHORT_DAY.format(new Date(day));

/** "14 Nov" of 2026-11-14, where the year is clear from what stands around. */
export const dayOfYear = (day: string): string => DAY_OF_YEAR.format(new Date(day));

/** "Sat 14 Nov" of 2026-11-14 as a list has it, "14 Nov 2025" where `now` is in another year. */
export function listDay(day: string, now: Date): string {
  return day.startsWith(String(now.getFullYear()))
    ? `${WEEKDAY.format(new Date(day))} ${dayOfYear(day)}`
    : shortDay(day);
}

const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const;
const WHEN = new Intl.DateTimeFormat('en-AU', MOMENT);

/** "22 Nov 2026, 10:42 am", by the viewer's clock unless a zone (an IANA name) is named. @param at ISO 8601 */
export function momentWords(at: string, timeZone?: string): string {
  const when = timeZone === undefined ? WHEN : new Intl.DateTimeFormat('en-AU', { ...MOMENT, timeZone });
  return when.format(new Date(at));
}
