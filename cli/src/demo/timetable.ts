import { dayBegins, plusDays } from '@fairmark/events';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** A calendar date, YYYY-MM-DD. */
export type Day = string;

/** Days since 1970, which tell one date from the next as a number. */
export const dayNumber = (day: Day): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS;

/** 0 Sunday to 6 Saturday. */
export const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** When something happens, in minutes from the tee-off of a round, as moments of one day that is not later than now. */
export interface Timetable {
  at(minutes: number): Date;
}

/**
 * A round on a day of its course: teeing off at `teeOff` (on the course's clocks, in minutes), started at `startMinute` (0 or
 * less, its lobby is earlier), over by `lastMinute`. On a day that is not over yet the round moves forward, and is played faster
 * where even that is not enough, so that it starts on its day and ends by `now`. Null: the day has not begun there.
 */
export function timetable(
  { day, timeZone }: { day: Day; timeZone: string },
  { teeOff, startMinute, lastMinute }: { teeOff: number; startMinute: number; lastMinute: number },
  now: number,
): Timetable | null {
  const begins = Date.parse(dayBegins({ timeZone }, day));
  const ends = Date.parse(dayBegins({ timeZone }, plusDays(day, 1)));
  const room = now - begins;
  if (room <= 0) return null;
  const [before, after] = [-startMinute * MINUTE_MS, lastMinute * MINUTE_MS];
  const pace = Math.min(1, room / (before + Math.max(after, 0) + MINUTE_MS));
  // Clocks change in the small hours: counted back from the next midnight, the day always has 24 hours.
  const onTheClock = ends - DAY_MS + teeOff * MINUTE_MS;
  const teesOff = Math.max(Math.min(onTheClock, now - after * pace), begins + before * pace);
  return { at: (minutes) => new Date(teesOff + minutes * MINUTE_MS * pace) };
}
