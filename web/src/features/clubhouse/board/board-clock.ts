/** Formats times in a course's time zone. Create one per course: creating it is slower than using it. */
export interface CourseClock {
  /** "2:41 pm". @param at ms */
  time: (at: number) => string;
  /** "Saturday 21 November". @param day YYYY-MM-DD */
  date: (day: string) => string;
  /** The date at the course, YYYY-MM-DD. @param at ms */
  day: (at: number) => string;
}

const DATE = new Intl.DateTimeFormat('en-AU', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' });

/** The clock of a course. @param timeZone IANA name */
export function courseClock(timeZone: string): CourseClock {
  const time = new Intl.DateTimeFormat('en-AU', { hour: 'numeric', minute: '2-digit', timeZone });
  // The Swedish locale formats dates as YYYY-MM-DD.
  const day = new Intl.DateTimeFormat('sv-SE', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone });
  return {
    time: (at) => time.format(at),
    date: (of) => DATE.format(new Date(of)).replace(',', ''),
    day: (at) => day.format(at),
  };
}
