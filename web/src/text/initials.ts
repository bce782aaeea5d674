/** First letters of the first and the last name, capital; of a single name one letter; `?` of none. */
export function initialsOf(name: string): string {
  const names = name.trim().split(/\s+/).filter(Boolean);
  const [first, last] = [names[0], names.length > 1 ? names.at(-1) : undefined];
  return [first, last].map((part) => Array.from(part ?? '')[0]?.toLocaleUpperCase('en-AU') ?? '').join('') || '?';
}
