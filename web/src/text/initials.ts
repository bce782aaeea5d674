/** Capital initials of the first and last name; one letter for a single name; `?` for none. */
export function initialsOf(name: string): string {
  const names = name.trim().split(/\s+/).filter(Boolean);
  const [first, last] = [names[0], names.length > 1 ? names.at(-1) : undefined];
  return [first, last].map((part) => Array.from(part ?? '')[0]?.toLocaleUpperCase('en-AU') ?? '').join('') || '?';
}
