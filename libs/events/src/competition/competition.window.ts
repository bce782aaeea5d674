import { WEEKDAYS, type Weekday } from '@fairmark/contract';
import { courseDay } from '../match/course-day.js';
import type { CompetitionState } from './competition.state.js';

/** When rounds of a competition count. Days are course-local dates, YYYY-MM-DD. */

const DAY_MS = 86_400_000;
const QUARTER_MS = 15 * 60_000;

/** The date `days` later, or earlier if `days` is negative. */
export function plusDays(day: string, days: number): string {
  return new Date(atUtc(day) + days * DAY_MS).toISOString().slice(0, 10);
}

export function weekdayOf(day: string): Weekday {
  return WEEKDAYS.at(new Date(day).getUTCDay() - 1) ?? 'Monday';
}

/** When a course-local date begins, ISO 8601 in UTC. A day has 23 to 25 hours because of daylight saving. */
export function dayBegins({ timeZone }: { timeZone: string }, day: string): string {
  // Time zones are at most 14 hours ahead of UTC and 12 behind, in quarters of an hour.
  let before = atUtc(day) / QUARTER_MS - 4 * 15;
  let from = before + 4 * 28;
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    const reached = courseDay({ timeZone }, new Date(middle * QUARTER_MS).toISOString()) >= day;
    if (reached) from = middle;
    else before = middle;
  }
  return new Date(from * QUARTER_MS).toISOString();
}

/** First and last day, inclusive, of a competition that is created on a date and lasts `weeks`. */
export function competitionDays(created: string, weeks: number): { firstDay: string; lastDay: string } {
  return { firstDay: created, lastDay: plusDays(created, 7 * weeks - 1) };
}

/**
 * Rounds verified before this moment count: the end of the day after the last day, course-local. The competition is
 * finished from then on, even before that is recorded.
 */
export function verifiedBefore({ course, lastDay }: Pick<CompetitionState, 'course' | 'lastDay'>): string {
  return dayBegins(course, plusDays(lastDay, 2));
}

/** Whether a round of this date can count: it is in the window and on a playing day. */
export function isPlayingDay(
  { firstDay, lastDay, days }: Pick<CompetitionState, 'firstDay' | 'lastDay' | 'days'>,
  day: string,
): boolean {
  return day >= firstDay && day <= lastDay && days.includes(weekdayOf(day));
}

/** Whole weeks that have passed at `now`: 0 during the first week, at most `duration`. */
export function weeksPlayed(
  { course, firstDay, duration }: Pick<CompetitionState, 'course' | 'firstDay' | 'duration'>,
  now: string,
): number {
  const days = (atUtc(courseDay(course, now)) - atUtc(firstDay)) / DAY_MS;
  return Math.min(Math.max(Math.floor(days / 7), 0), duration);
}

const atUtc = (day: string): number => Date.parse(`${day}T00:00:00Z`);
