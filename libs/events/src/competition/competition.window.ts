import { WEEKDAYS, type Weekday } from '@fairmark/contract';
import { courseDay } from '../match/course-day.js';
import type { CompetitionState } from './competition.state.js';

/** When rounds of a competition count: days of the course's own calendar, YYYY-MM-DD. */

const DAY_MS = 86_400_000;
const QUARTER_MS = 15 * 60_000;

/** The date so many days later, or earlier where negative. */
export function plusDays(day: string, days: number): string {
  return new Date(atUtc(day) + days * DAY_MS).toISOString().slice(0, 10);
}

export function weekdayOf(day: string): Weekday {
  // 1 January 1970 was a Thursday.
  const days = atUtc(day) / DAY_MS + 3;
  return WEEKDAYS[((days % 7) + 7) % 7] ?? 'Monday';
}

/** When a date begins on the course's clocks, ISO 8601 in UTC. Days have 23 to 25 hours: clocks change at night. */
export function dayBegins({ timeZone }: { timeZone: string }, day: string): string {
  // Zones lie up to 14 hours ahead of and 12 behind UTC, by quarters of an hour.
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

/** First and last day, both included, of a competition that is created on a date and lasts so many weeks. */
export function competitionDays(created: string, weeks: number): { firstDay: string; lastDay: string } {
  return { firstDay: created, lastDay: plusDays(created, 7 * weeks - 1) };
}

/**
 * Rounds verified before this moment count: the end of the day after the last day, on the course's clocks. Then the
 * competition is finished, whenever that is recorded.
 */
export function verifiedBefore({ course, lastDay }: Pick<CompetitionState, 'course' | 'lastDay'>): string {
  return dayBegins(course, plusDays(lastDay, 2));
}

/** A round of this date can count: it lies in the window and is a playing day. */
export function isPlayingDay(
  { firstDay, lastDay, days }: Pick<CompetitionState, 'firstDay' | 'lastDay' | 'days'>,
  day: string,
): boolean {
  return day >= firstDay && day <= lastDay && days.includes(weekdayOf(day));
}

/** Whole weeks that have passed at a moment: 0 in the first one, at most as many as the competition lasts. */
export function weeksPlayed(
  { course, firstDay, duration }: Pick<CompetitionState, 'course' | 'firstDay' | 'duration'>,
  now: string,
): number {
  const days = (atUtc(courseDay(course, now)) - atUtc(firstDay)) / DAY_MS;
  return Math.min(Math.max(Math.floor(days / 7), 0), duration);
}

const atUtc = (day: string): number => Date.parse(`${day}T00:00:00Z`);
