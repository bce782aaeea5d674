import { revisionAt, type RecordedEvent } from '@fairmark/events';
import { Failed, Misused } from '../cli/failure.js';

/** Moments as operators write them, and times as they read them: on the course's own clock. */

const REVISION = /^\d{1,15}$/;
const ABSOLUTE = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;
const LOCAL = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?$/;
const DAY_MS = 86_400_000;

const HOW = "Write a time as '2026-11-21 08:30' (on the course's clock) or as 2026-11-20T21:30:00Z.";

/**
 * A moment as somebody writes it, ISO 8601 in UTC: with a zone, or else on the clock of that time zone. Of an hour that clocks go
 * through twice it is the later one. Throws `Misused` for what is no time.
 */
export function momentOf(given: string, timeZone: string): string {
  const text = given.trim();
  if (ABSOLUTE.test(text) && !Number.isNaN(Date.parse(text))) return new Date(text).toISOString();
  const [local = null, day = '', minute = '', second = ':00'] = LOCAL.exec(text) ?? [];
  const asUtc = local === null ? Number.NaN : Date.parse(`${day}T${minute}${second}Z`);
  if (Number.isNaN(asUtc)) throw new Misused(`'${given}' is no time. ${HOW}`);
  const wanted = `${day} ${minute}${second}`;
  for (const near of [DAY_MS, -DAY_MS]) {
    const moment = new Date(asUtc - offsetOf(timeZone, asUtc + near)).toISOString();
    if (localTime(moment, timeZone) === wanted) return moment;
  }
  throw new Failed(`There is no ${given} in ${timeZone}: the clocks were put forward.`);
}

/** A revision that somebody names, or the last one at a moment that somebody names. Throws what says why there is none. */
export function revisionOf(events: readonly RecordedEvent[], given: string, timeZone: string): bigint {
  const last = events.at(-1)?.revision ?? -1n;
  if (REVISION.test(given.trim())) {
    const revision = BigInt(given.trim());
    if (revision <= last) return revision;
    throw new Failed(`The round has no revision ${revision}: its last one is ${last}.`);
  }
  const revision = revisionAt(events, momentOf(given, timeZone));
  if (revision !== null) return revision;
  const first = events[0]?.metadata.recordedAt ?? '';
  throw new Failed(`The round began later than ${given}: at ${localTime(first, timeZone)}, ${timeZone}.`);
}

/** Making one takes far longer than using it. */
const FORMATS = new Map<string, Intl.DateTimeFormat>();

/** A moment on a clock: `2026-11-21 08:30:05`. */
export function localTime(moment: string, timeZone: string): string {
  const known = FORMATS.get(timeZone);
  const format =
    known ??
    new Intl.DateTimeFormat('en-AU', {
      timeZone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
  FORMATS.set(timeZone, format);
  const part = new Map(format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
  const day = `${part.get('year')}-${part.get('month')}-${part.get('day')}`;
  return `${day} ${part.get('hour')}:${part.get('minute')}:${part.get('second')}`;
}

/** A date in words: `Saturday 21 November 2026`. `day`: YYYY-MM-DD. */
export function dayWords(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  const format = new Intl.DateTimeFormat('en-AU', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  });
  return format.format(date).replace(',', '');
}

/** How far the clock of a time zone is ahead of UTC at a moment, in milliseconds. */
function offsetOf(timeZone: string, moment: number): number {
  const local = localTime(new Date(moment).toISOString(), timeZone);
  return Date.parse(`${local.replace(' ', 'T')}Z`) - Math.floor(moment / 1_000) * 1_000;
}
