// A day is a date at the course, not a moment, so it is formatted in UTC.
const OF_COURSE = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
const DAY = new Intl.DateTimeFormat('en-AU', { ...OF_COURSE, year: 'numeric', weekday: 'short' });
const SHORT_DAY = new Intl.DateTimeFormat('en-AU', { ...OF_COURSE, year: 'numeric' });
const DAY_OF_YEAR = new Intl.DateTimeFormat('en-AU', OF_COURSE);
const WEEKDAY = new Intl.DateTimeFormat('en-AU', { weekday: 'short', timeZone: 'UTC' });

/** "Sat, 14 Nov 2026" for 2026-11-14. */
export const dayWords = (day: string): string => DAY.format(new Date(day));

/** "14 Nov 2026" for 2026-11-14. */
export const shortDay = (day: string): string => SHORT_DAY.format(new Date(day));

/** "14 Nov" for 2026-11-14, where the year is clear from the context. */
export const dayOfYear = (day: string): string => DAY_OF_YEAR.format(new Date(day));

/** "Sat 14 Nov" for 2026-11-14, for lists; "14 Nov 2025" if `now` is in another year. */
export function listDay(day: string, now: Date): string {
  return day.startsWith(String(now.getFullYear()))
    ? `${WEEKDAY.format(new Date(day))} ${dayOfYear(day)}`
    : shortDay(day);
}

/** "2026-11-14": the date of a moment, by the viewer's clock or in a time zone (IANA name). */
export function localDay(at: Date, timeZone?: string): string {
  // The Swedish locale formats dates as YYYY-MM-DD.
  return at.toLocaleDateString('sv-SE', { timeZone });
}

const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;
const TIME_OF_DAY = { ...TIME, day: 'numeric', month: 'short' } as const;

/** Formatters, created on demand: creating one takes longer than loading all texts of a page. */
const formatters = new Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>();

function formatted(at: string | Date, options: Intl.DateTimeFormatOptions): string {
  const format = formatters.get(options) ?? new Intl.DateTimeFormat('en-AU', options);
  formatters.set(options, format);
  return format.format(new Date(at));
}

/** "22 Nov 2026, 10:42 am", by the viewer's clock or in a time zone (IANA name). @param at ISO 8601 */
export function momentWords(at: string, timeZone?: string): string {
  if (timeZone === undefined) return formatted(at, MOMENT);
  return new Intl.DateTimeFormat('en-AU', { ...MOMENT, timeZone }).format(new Date(at));
}

/** Time of day, by the viewer's clock: "10:42 am". @param at ISO 8601 */
export const timeWords = (at: string): string => formatted(at, TIME);

/** "10:42 am", with its day unless that is today's: "21 Nov, 10:42 am". @param at ISO 8601 */
export function recentTime(at: string, now = new Date()): string {
  const today = new Date(at).toDateString() === now.toDateString();
  return formatted(at, today ? TIME : TIME_OF_DAY);
}
