import type { CourseCard } from './match.events.js';

/**
 * The date on the course's own calendar at a moment, YYYY-MM-DD (decisions C24).
 *
 * @throws RangeError for a time zone that is no IANA name; the course importer lets none pass.
 */
export function courseDay({ timeZone }: Pick<CourseCard, 'timeZone'>, moment: string): string {
  const format = new Intl.DateTimeFormat('en-AU', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const parts = new Map(format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}
