/** HTML that is safe to show; create it only with `markup`. */
export class Html {
  constructor(readonly text: string) {}
}

/** What a template accepts: strings and numbers are escaped, `Html` is inserted unchanged. */
export type HtmlPart = string | number | Html | readonly Html[];

/** Template tag for HTML. Escapes every value except `Html`. */
export function markup(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  const pieces = strings.map((string, i) => {
    const part = parts[i];
    return part === undefined ? string : `${string}${textOf(part)}`;
  });
  return new Html(pieces.join(''));
}

function textOf(part: HtmlPart): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part));
  return part.map(({ text }) => text).join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
