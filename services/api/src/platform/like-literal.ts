/**
 * Escapes a search text for use inside a LIKE pattern, trimmed. Other words may stand between its words:
 * "anne smith" finds Anne Marie Smith. An apostrophe matches any character, because phones type ’ where names
 * have ', and the other way round.
 */
export function likeLiteral(text: string): string {
  return text
    .trim()
    .replaceAll(/[\\%_]/g, String.raw`\$&`)
    .replaceAll(/\s+/g, '% ')
    .replaceAll(/['‘’]/g, '_');
}
