import type { CourseCard } from './match.events.js';

/** By time zone: asking one for a date is quick, making one takes far longer. There are as many as courses' zones. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

/**
 * The date on the course's own calendar at a moment, YYYY-MM-DD.
 *
 * @throws RangeError for a time zone that is no IANA name; the course importer lets none pass.
 */
export function courseDay({ timeZone }: Pick<CourseCard, 'timeZone'>, moment: string): string {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(new Date(moment))
      .map(({ type, value }) => [type, value]),
  );
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATS.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-AU', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  FORMATS.set(timeZone, format);
  return format;
}
