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

/** The date of a moment by the viewer's clock, as a date field takes it: "2026-11-14". */
export function localDay(at: Date): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

const MOMENT = { dateStyle: 'medium', timeStyle: 'short' } as const;
const TIME = { hour: 'numeric', minute: '2-digit' } as const;
const TIME_OF_DAY = { ...TIME, day: 'numeric', month: 'short' } as const;

/** How moments are written, each made when it is first needed: to make them takes longer than to load the words of every page. */
const made = new Map<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>();

function written(at: string | Date, options: Intl.DateTimeFormatOptions): string {
  const format = made.get(options) ?? new Intl.DateTimeFormat('en-AU', options);
  made.set(options, format);
  return format.format(new Date(at));
}

/** "22 Nov 2026, 10:42 am", by the viewer's clock unless a zone (an IANA name) is named. @param at ISO 8601 */
export function momentWords(at: string, timeZone?: string): string {
  if (timeZone === undefined) return written(at, MOMENT);
  return new Intl.DateTimeFormat('en-AU', { ...MOMENT, timeZone }).format(new Date(at));
}

/** Time of day, by the viewer's clock: "10:42 am". @param at ISO 8601 */
export const timeWords = (at: string): string => written(at, TIME);

/** "10:42 am", with its day unless that is today's: "21 Nov, 10:42 am". @param at ISO 8601 */
export function recentTime(at: string, now = new Date()): string {
  const today = new Date(at).toDateString() === now.toDateString();
  return written(at, today ? TIME : TIME_OF_DAY);
}
