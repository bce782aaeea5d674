/**
 * A text that a search looks for, as the literal part of a LIKE pattern (escape '\\'): no spaces around it, one where there are
 * several, and what LIKE takes for patterns standing for itself.
 */
export function likeLiteral(text: string): string {
  return text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\%_]/g, String.raw`\$&`);
}
