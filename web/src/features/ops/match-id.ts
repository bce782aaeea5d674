const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/i;

/** The match that a text names: its id, its stream, or the link of its scorecard or of one of its holes. Null: none. */
export function matchIdOf(text: string): string | null {
  return UUID.exec(text)?.[0].toLowerCase() ?? null;
}
