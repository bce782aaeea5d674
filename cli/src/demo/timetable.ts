import { dayBegins, plusDays } from '@fairmark/events';
import type { PlannedMatch } from './plan.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Far beyond any day: the round is moved back until its last step happens now. */
const AS_LATE_AS_POSSIBLE = 48 * 60;

/** What a timetable needs to know of a match. */
interface Round extends Pick<PlannedMatch, 'day' | 'teeOff'> {
  course: { timeZone: string };
  steps: readonly { path: string; minute: number }[];
}

/**
 * When the steps of a match happen: teeing off at `teeOff` on the course's clocks, started on its day. On a day that is not over
 * yet the round moves forward, and is played faster where even that is not enough, so that it starts on its day and ends by `now`.
 * Null: the day has not begun there.
 */
export function timetable({ day, course, teeOff, steps }: Round, now: number): ((minute: number) => Date) | null {
  const begins = Date.parse(dayBegins(course, day));
  const ends = Date.parse(dayBegins(course, plusDays(day, 1)));
  const room = now - begins;
  if (room <= 0) return null;
  const start = steps.find(({ path }) => path.endsWith('/start'))?.minute ?? 0;
  const last = steps.at(-1)?.minute ?? 0;
  const [before, after] = [-start * MINUTE_MS, last * MINUTE_MS];
  const pace = Math.min(1, room / (before + Math.max(after, 0) + MINUTE_MS));
  // Clocks change in the small hours: counted back from the next midnight, the day always has 24 hours.
  const onTheClock = ends - DAY_MS + (teeOff ?? AS_LATE_AS_POSSIBLE) * MINUTE_MS;
  const teesOff = Math.max(Math.min(onTheClock, now - after * pace), begins + before * pace);
  return (minute) => new Date(teesOff + minute * MINUTE_MS * pace);
}
