const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/** A text on one line, without characters that could end a header or change the text's direction. */
export function oneLine(text: string): string {
  return text.replaceAll(CONTROL, ' ').trim();
}

/** Makes a golfer's input safe for a mail: on one line, and in a form that mail programs do not turn into a link. */
export function plainName(name: string): string {
  return oneLine(name)
    .replaceAll(/:\/+/g, ' ')
    .replaceAll('@', ' at ')
    .replaceAll(/\.(?=[^\s.])/g, '. ');
}

/** "Ann", "Ann and Bob", "Ann, Bob and Cat", "Ann, Bob and 3 others": at most `most` names. */
export function listed(names: readonly string[], most = 3): string {
  const shown = names.length > most ? [...names.slice(0, most - 1), `${names.length - most + 1} others`] : names;
  return new Intl.ListFormat('en-AU').format(shown);
}

export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** "hole 4", "holes 4 and 7", "holes 1, 2 and 5": all of them. */
export function holesWords(holes: readonly number[]): string {
  return `${holes.length === 1 ? 'hole' : 'holes'} ${listed(holes.map(String), 18)}`;
}

/** "Sunday 22 November 2026" for a course-local date, YYYY-MM-DD. */
export function dayWords(day: string): string {
  return dayIn('UTC', new Date(day));
}

/** "9:05 am on Sunday 22 November 2026", in a time zone (IANA name). */
export function momentWords(moment: Date, timeZone: string): string {
  const time = new Intl.DateTimeFormat('en-AU', { timeZone, timeStyle: 'short' });
  const clock = time.format(moment).replaceAll(/\s/g, ' ').toLowerCase();
  return `${clock} on ${dayIn(timeZone, moment)}`;
}

function dayIn(timeZone: string, moment: Date): string {
  return new Intl.DateTimeFormat('en-AU', { timeZone, dateStyle: 'full' }).format(moment).replace(',', '');
}
