import { courseDay } from '@fairmark/events';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** A calendar date, YYYY-MM-DD. */
export type Day = string;

/** The date so many days later, or earlier where negative. */
export const plusDays = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Days since 1970, which tell one date from the next as a number. */
export const dayNumber = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** 0 Sunday to 6 Saturday. */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The moment (milliseconds since 1970) at which clocks of a time zone begin a date. */
export function midnight(day: Day, timeZone: string): number {
  const dateAt = (moment: number): Day => courseDay({ timeZone }, new Date(moment).toISOString());
  // Zones lie up to 14 hours ahead of and 12 behind UTC, by quarters of an hour.
  const utc = Date.parse(`${day}T00:00:00Z`);
  for (let moment = utc - 14 * HOUR_MS; moment <= utc + 12 * HOUR_MS; moment += 15 * MINUTE_MS) {
    if (dateAt(moment) === day) return moment;
  }
  throw new RangeError(`No clock of ${timeZone} shows ${day}`);
}

/** When something happens, in minutes from the tee-off of a round, as moments of one day that is not later than now. */
export interface Timetable {
  at(minutes: number): Date;
}

/**
 * A round on a day of its course: teeing off at `teeOff` (minutes after midnight), over by `lastMinute`. On a day that is
 * not over yet the round moves forward, and is played faster where even that is not enough, so that it begins on its day and
 * ends by `now`. Null: the day has not begun there.
 */
export function timetable(
  { day, timeZone }: { day: Day; timeZone: string },
  { teeOff, lastMinute }: { teeOff: number; lastMinute: number },
  now: number,
): Timetable | null {
  const dayBegins = midnight(day, timeZone);
  const room = now - dayBegins;
  if (room <= 0) return null;
  const length = lastMinute * MINUTE_MS;
  const pace = Math.min(1, room / (Math.max(length, 0) + MINUTE_MS));
  const start = Math.max(Math.min(dayBegins + teeOff * MINUTE_MS, now - length * pace), dayBegins);
  return { at: (minutes) => new Date(start + minutes * MINUTE_MS * pace) };
}
