import type { CourseCard } from './match.events.js';

/**
 * In the American format, MM/DD/YYYY, by time zone: every build of Node has it, and falls back to it from those that it
 * lacks. Cached because creating a format takes far longer than using it; there are few time zones.
 */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

/**
 * The course-local date at a moment (ISO 8601), YYYY-MM-DD.
 *
 * @throws RangeError if the time zone is not an IANA name; the course importer rejects those.
 */
export function courseDay({ timeZone }: Pick<CourseCard, 'timeZone'>, moment: string): string {
  let format = FORMATS.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
    FORMATS.set(timeZone, format);
  }
  return format.format(new Date(moment)).replace(/(..)\/(..)\/(.*)/, '$3-$1-$2');
}
