import { secondsWords, type StoryLine } from '@fairmark/contract';
import { clockWords, momentWords } from '../../../text/dates.js';
import { numberWords } from '../../../text/words.js';

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const;

/** A number of bytes as "1.2 MB". */
export function sizeWords(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1_000 ** power;
  return `${numberWords(Number(value.toPrecision(value < 10 ? 2 : 3)))} ${UNITS[power]}`;
}

const AS_WORDS = { HOST: 'host', PLAYER: 'player', MARKER: 'marker', COMMITTEE: 'committee' } as const;

/** "Sam Reid, as marker"; "The system" if no person did it. */
export function whoWords({ by, as }: Pick<StoryLine, 'by' | 'as'>): string {
  if (by === null) return 'The system';
  return as === null ? by.fullName : `${by.fullName}, as ${AS_WORDS[as]}`;
}

/** Seconds between action and arrival from which the phone counts as having been offline. */
const LATE_SECONDS = 30;

/** How long a phone held something back: "sent 3 min 20 s later"; empty if sent immediately. */
export function lateWords({ occurredAt, recordedAt }: Pick<StoryLine, 'occurredAt' | 'recordedAt'>): string {
  if (occurredAt === null) return '';
  const late = (Date.parse(recordedAt) - Date.parse(occurredAt)) / 1_000;
  return late < LATE_SECONDS ? '' : `sent ${secondsWords(late)} later`;
}

/** "9:03:05 am", with its day if `other` is on another one: "23 Nov 2026, 9:03:05 am". */
export function clockBeside(at: string, other: string, timeZone: string): string {
  const [day, same] = [at, other].map((one) => momentWords(one, timeZone).split(',')[0]);
  const clock = clockWords(at, timeZone);
  return day === same ? clock : `${day}, ${clock}`;
}

const SHOWN_OF_DEVICE = 8;

/** "phone 9f31c07e", by the end of its id as in exports; empty if it was not recorded. */
export function phoneWords({ deviceId }: Pick<StoryLine, 'deviceId'>): string {
  return deviceId === null ? '' : `phone ${deviceId.slice(-SHOWN_OF_DEVICE)}`;
}
