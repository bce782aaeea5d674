// A day is a date at the course, not a moment, so it is formatted in UTC.
const OF_COURSE = { day: 'numeric', month: 'short', timeZone: 'UTC' } as const;
const SHORT_DAY = { ...OF_COURSE, year: 'numeric' } as const;
const DAY = { ...SHORT_DAY, weekday: 'short' } as const;
const WEEKDAY = { weekday: 'short', timeZone: 'UTC' } as const;
const LONG_DAY = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' } as const;
const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;
const TIME_OF_DAY = { ...TIME, day: 'numeric', month: 'short' } as const;
const WITH_SECONDS = { ...TIME, second: '2-digit' } as const;

/** Formatters, created on demand: creating one takes longer than loading all texts of a page. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** A moment (ISO 8601 or ms) by the viewer's clock or in a time zone (IANA name), as are all texts below. */
function formatted(at: string | number | Date, options: Intl.DateTimeFormatOptions, timeZone?: string): string {
  const key = JSON.stringify([options, timeZone]);
  const format = formatters.get(key) ?? new Intl.DateTimeFormat('en-AU', { timeZone, ...options });
  formatters.set(key, format);
  return format.format(new Date(at));
}

/** "Sat, 14 Nov 2026" for 2026-11-14. */
export const dayWords = (day: string): string => formatted(day, DAY);

/** "14 Nov 2026" for 2026-11-14. */
export const shortDay = (day: string): string => formatted(day, SHORT_DAY);

/** "14 Nov" for 2026-11-14, where the year is clear from the context. */
export const dayOfYear = (day: string): string => formatted(day, OF_COURSE);

/** "Sat 14 Nov" for 2026-11-14, for lists; "14 Nov 2025" if `now` is in another year. */
export function listDay(day: string, now = new Date()): string {
  return day.startsWith(String(now.getFullYear())) ? `${formatted(day, WEEKDAY)} ${dayOfYear(day)}` : shortDay(day);
}

/** "2026-11-14": the date of a moment, by the viewer's clock or in a time zone (IANA name). */
export function localDay(at: Date, timeZone?: string): string {
  // The Swedish locale formats dates as YYYY-MM-DD.
  return at.toLocaleDateString('sv-SE', { timeZone });
}

/** "2026-11-15" for 2026-11-14 and 1. */
export function plusDays(day: string, days: number): string {
  const moved = new Date(day);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** "22 Nov 2026, 10:42 am". */
export const momentWords = (at: string, timeZone?: string): string => formatted(at, MOMENT, timeZone);

/** "10:42 am". */
export const timeWords = (at: string | number, timeZone?: string): string => formatted(at, TIME, timeZone);

/** "10:42:05 am". */
export const clockWords = (at: string | number, timeZone?: string): string => formatted(at, WITH_SECONDS, timeZone);

/** "Saturday 14 November" for 2026-11-14. */
export const longDay = (day: string): string => formatted(day, LONG_DAY).replace(',', '');

/** "10:42 am", with its day unless that is today's: "21 Nov, 10:42 am". @param at ISO 8601 */
export function recentTime(at: string): string {
  const today = new Date(at).toDateString() === new Date().toDateString();
  return formatted(at, today ? TIME : TIME_OF_DAY);
}
