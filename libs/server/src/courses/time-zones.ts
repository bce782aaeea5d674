import type { AustralianState } from '@fairmark/contract';

/**
 * A state's time zone (IANA). A course of a place that keeps another time, such as Broken Hill, Eucla or Lord Howe Island,
 * names its own when it is imported.
 */
export const TIME_ZONES: Readonly<Record<AustralianState, string>> = {
  ACT: 'Australia/Sydney',
  NSW: 'Australia/Sydney',
  NT: 'Australia/Darwin',
  QLD: 'Australia/Brisbane',
  SA: 'Australia/Adelaide',
  TAS: 'Australia/Hobart',
  VIC: 'Australia/Melbourne',
  WA: 'Australia/Perth',
};

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-AU', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
