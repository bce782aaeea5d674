/** Escapes a search text for use inside a LIKE pattern (escape '\\'). Trims it and collapses runs of spaces. */
export function likeLiteral(text: string): string {
  return text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\%_]/g, String.raw`\$&`);
}
