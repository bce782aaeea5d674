import type { AustralianState, Match } from '@fairmark/contract';

/** Where a round's day is counted (decisions C24). */
const TIME_ZONES: Readonly<Record<AustralianState, string>> = {
  ACT: 'Australia/Sydney',
  NSW: 'Australia/Sydney',
  NT: 'Australia/Darwin',
  QLD: 'Australia/Brisbane',
  SA: 'Australia/Adelaide',
  TAS: 'Australia/Hobart',
  VIC: 'Australia/Melbourne',
  WA: 'Australia/Perth',
};

/** The day on which a round started, at its course: "Sat, 14 Nov 2026". */
export function courseDate({
  startedAt,
  createdAt,
  course,
}: Pick<Match, 'startedAt' | 'createdAt' | 'course'>): string {
  return new Intl.DateTimeFormat('en-AU', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: TIME_ZONES[course.state],
  }).format(new Date(startedAt ?? createdAt));
}
