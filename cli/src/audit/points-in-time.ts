import type { RecordedEvent } from '@fairmark/events';
import { z } from 'zod';
import { Failed, Misused } from '../shell/failure.js';

/** Points in time as operators write and read them: on the clock of the course. */

const REVISION = /^\d{1,15}$/;
const TIME = /^(\d{4}-\d\d-\d\d)[T ]((?:[01]\d|2[0-3]):[0-5]\d)(?:(:[0-5]\d)(\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/;
/** Completes a time without a fraction, and one without seconds, to the last millisecond it can mean. */
const LAST_FRACTION = '.999';
const LAST_SECOND = ':59';
const DAY_MS = 86_400_000;

const HOW = "Write a time as '2026-11-21 08:30' (on the course's clock) or as 2026-11-20T21:30:00Z.";

/** Whether the text is a date that exists, as YYYY-MM-DD; 30 February does not. */
export function isDay(text: string): boolean {
  return z.iso.date().safeParse(text).success;
}

/**
 * Converts a time written by hand to ISO 8601 in UTC. Without a zone it is on the clock of `timeZone`. Times are shown
 * in whole seconds, so a time without a fraction means the last millisecond of its second, and one without seconds that
 * of its minute. Where clocks go back, the later of the two hours is meant. Throws `Misused` for anything else.
 */
export function timeOf(given: string, timeZone: string): string {
  const [, day = '', minute = '', second = LAST_SECOND, fraction = LAST_FRACTION, zone] = TIME.exec(given.trim()) ?? [];
  const moment = Date.parse(`${day}T${minute}${second}${fraction}${zone ?? 'Z'}`);
  if (!isDay(day) || Number.isNaN(moment)) throw new Misused(`'${given}' is not a time. ${HOW}`);
  if (zone !== undefined) return iso(moment);
  // Clocks may change on this day: try the offset of the day after, then that of the day before.
  for (const near of [DAY_MS, -DAY_MS]) {
    const there = iso(moment - offsetOf(timeZone, moment + near));
    if (localTime(there, timeZone) === `${day} ${minute}${second}`) return there;
  }
  throw new Failed(`${given} does not exist in ${timeZone}: the clocks went forward.`);
}

const iso = (moment: number): string => new Date(moment).toISOString();

/** The revision with this number, or the last one up to this time. Throws `Failed` or `Misused` if there is none. */
export function revisionOf(events: readonly RecordedEvent[], given: string, timeZone: string): bigint {
  const last = events.at(-1)?.revision ?? -1n;
  if (REVISION.test(given.trim())) {
    const revision = BigInt(given.trim());
    if (revision <= last) return revision;
    throw new Failed(`The round has no revision ${revision}: its last one is ${last}.`);
  }
  const time = timeOf(given, timeZone);
  const event = events.findLast(({ metadata }) => metadata.recordedAt <= time);
  if (event !== undefined) return event.revision;
  const first = events[0]?.metadata.recordedAt ?? '';
  throw new Failed(`The round began later than ${given}: at ${localTime(first, timeZone)}, ${timeZone}.`);
}

/** A moment on the clock of a time zone, in the Swedish format: `2026-11-21 08:30:05`. */
export function localTime(moment: string, timeZone: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  return format.format(new Date(moment));
}

/** The time on another clock (`moment`) when the server's shows `ours`, without the date if both have the same one. */
export function clockText(moment: string, ours: string, timeZone: string): string {
  const [there, here] = [localTime(moment, timeZone), localTime(ours, timeZone)];
  return there.slice(0, 10) === here.slice(0, 10) ? there.slice(11) : there;
}

const DAY_IN_WORDS = new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', dateStyle: 'full' });

/** A date in words: `Saturday 21 November 2026`. `day`: YYYY-MM-DD. */
export function dayWords(day: string): string {
  return DAY_IN_WORDS.format(new Date(day)).replace(',', '');
}

/** How far the clock of a time zone is ahead of UTC at a moment, in milliseconds. */
function offsetOf(timeZone: string, moment: number): number {
  const local = localTime(iso(moment), timeZone);
  return Date.parse(`${local.replace(' ', 'T')}Z`) - Math.floor(moment / 1_000) * 1_000;
}
