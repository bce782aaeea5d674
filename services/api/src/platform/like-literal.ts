/**
 * Escapes a search text for use inside a LIKE pattern (escape '\\'). Trims it and collapses runs of spaces. An apostrophe
 * matches any character, because phones type ’ where names have ', and the other way round.
 */
export function likeLiteral(text: string): string {
  return text
    .trim()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\%_]/g, String.raw`\$&`)
    .replaceAll(/['‘’]/g, '_');
}
