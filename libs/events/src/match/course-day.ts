import type { CourseCard } from './match.events.js';

/** By time zone. Cached because creating a format takes far longer than using it; there are few time zones. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

/**
 * The course-local date at a moment (ISO 8601), YYYY-MM-DD.
 *
 * @throws RangeError if the time zone is not an IANA name; the course importer rejects those.
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
