import type { CourseCard } from './match.events.js';

/**
 * In the British format, DD/MM/YYYY, by time zone: each Node has it, but some builds have no other language. Cached
 * because creating a format takes far longer than using it; there are few time zones.
 */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

/**
 * The course-local date at a moment (ISO 8601), YYYY-MM-DD.
 *
 * @throws RangeError if the time zone is not an IANA name; the course importer rejects those.
 */
export function courseDay({ timeZone }: Pick<CourseCard, 'timeZone'>, moment: string): string {
  return formatOf(timeZone).format(new Date(moment)).split('/').reverse().join('-');
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = FORMATS.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-GB', { timeZone });
  FORMATS.set(timeZone, format);
  return format;
}
