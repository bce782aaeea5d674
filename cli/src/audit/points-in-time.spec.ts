import type { RecordedEvent } from '@fairmark/events';
import { dayWords, isDay, localTime, timeOf, revisionOf } from './points-in-time.js';

const SYDNEY = 'Australia/Sydney';
const recorded = (...times: string[]): RecordedEvent[] =>
  times.map((recordedAt, i) => ({ revision: BigInt(i), metadata: { recordedAt } }) as RecordedEvent);

describe('a time as an operator types it', () => {
  it.each([
    ['2026-11-21 08:30', SYDNEY, '2026-11-20T21:30:59.999Z'],
    ['2026-11-21T08:30:15', SYDNEY, '2026-11-20T21:30:15.999Z'],
    ['2026-11-21 08:30:15.25', SYDNEY, '2026-11-20T21:30:15.250Z'],
    ['2026-07-21 08:30', SYDNEY, '2026-07-20T22:30:59.999Z'],
    ['2026-11-21 08:30', 'Australia/Adelaide', '2026-11-20T22:00:59.999Z'],
    ['2026-11-20T21:30:00Z', SYDNEY, '2026-11-20T21:30:00.999Z'],
    ['2026-11-20T21:30:00.000Z', SYDNEY, '2026-11-20T21:30:00.000Z'],
    ['2026-11-21T08:30+11:00', SYDNEY, '2026-11-20T21:30:59.999Z'],
    // Clocks go back at three: half past two occurs twice, and the later one is meant.
    ['2026-04-05 02:30', SYDNEY, '2026-04-04T16:30:59.999Z'],
    ['2026-04-05 01:59:59', SYDNEY, '2026-04-04T14:59:59.999Z'],
    // They go forward at two.
    ['2026-10-04 03:00', SYDNEY, '2026-10-03T16:00:59.999Z'],
    ['2026-10-04 01:59', SYDNEY, '2026-10-03T15:59:59.999Z'],
  ])('%s in %s is read as %s', (given, timeZone, moment) => {
    expect(timeOf(given, timeZone)).toBe(moment);
  });

  it.each([
    'noon',
    '2026-11-21',
    '21.11.2026 08:30',
    '2026-13-01 08:30',
    '2026-11-21 24:00',
    '2026-11-21 08:60',
    '2026-02-30T08:30:00.5+11:00',
    '2026-11-21T08:30+25:00',
  ])('is refused when it is %s', (given) => expect(() => timeOf(given, SYDNEY)).toThrow(`'${given}' is not a time`));

  it('has a day that exists in the calendar', () => {
    expect(['2026-02-28', '2028-02-29', '2026-12-31'].filter(isDay)).toHaveLength(3);
    expect(['2026-02-29', '2026-02-30', '2026-04-31', '2026-13-01', '2026-1-1', 'today'].filter(isDay)).toEqual([]);
  });

  it('is refused when it falls into the hour that clocks skip', () => {
    expect(() => timeOf('2026-10-04 02:30', SYDNEY)).toThrow('2026-10-04 02:30 does not exist in Australia/Sydney');
  });

  it('means a revision, or the last revision recorded by that time', () => {
    const events = recorded('2026-11-20T21:30:00.000Z', '2026-11-20T21:31:00.000Z', '2026-11-20T21:31:00.000Z');
    expect(revisionOf(events, '1', SYDNEY)).toBe(1n);
    expect(revisionOf(events, '2026-11-21 08:31', SYDNEY)).toBe(2n);
    expect(revisionOf(events, '2026-11-21 08:30:59', SYDNEY)).toBe(0n);
    expect(() => revisionOf(events, '3', SYDNEY)).toThrow('The round has no revision 3: its last one is 2.');
    expect(() => revisionOf(events, '2026-11-21 08:29', SYDNEY)).toThrow(
      'The round began later than 2026-11-21 08:29: at 2026-11-21 08:30:00, Australia/Sydney.',
    );
  });

  it('includes an event recorded within the second or minute that was typed', () => {
    const events = recorded('2026-11-20T21:30:05.400Z', '2026-11-20T21:30:59.400Z', '2026-11-20T21:31:00.400Z');
    for (const [i, { metadata }] of events.entries()) {
      expect(revisionOf(events, localTime(metadata.recordedAt, SYDNEY), SYDNEY)).toBe(BigInt(i));
      expect(revisionOf(events, `${metadata.recordedAt.slice(0, 19)}Z`, SYDNEY)).toBe(BigInt(i));
      expect(revisionOf(events, metadata.recordedAt, SYDNEY)).toBe(BigInt(i));
    }
    expect(revisionOf(events, '2026-11-21 08:30', SYDNEY)).toBe(1n);
    expect(revisionOf(events, '2026-11-20T21:30Z', SYDNEY)).toBe(1n);
    expect(revisionOf(events, '2026-11-20T21:30:59.399Z', SYDNEY)).toBe(0n);
    expect(() => revisionOf(events, '2026-11-21 08:30:04', SYDNEY)).toThrow('The round began later');
  });

  it('is shown by the clock of the course', () => {
    expect(localTime('2026-11-20T13:00:00.999Z', SYDNEY)).toBe('2026-11-21 00:00:00');
    expect(dayWords('2026-11-21')).toBe('Saturday 21 November 2026');
  });
});
