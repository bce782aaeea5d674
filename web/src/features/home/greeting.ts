/** The greeting for an hour (0 to 23). */
export function greetingAt(hour: number): string {
  if (hour >= 4 && hour < 12) return 'Good morning';
  if (hour >= 12 && hour < 18) return 'Good afternoon';
  return 'Good evening';
}

const DAY = new Intl.DateTimeFormat('en-AU', { weekday: 'long', day: 'numeric', month: 'long' });

/** "Saturday 14 November"; `longDay` is in a chunk that the home page does not load. */
export function dayWords(date: Date): string {
  return DAY.format(date).replace(',', '');
}
