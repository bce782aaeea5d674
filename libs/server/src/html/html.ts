/** HTML that is safe to show; create it only with `markup`. */
export class Html {
  constructor(readonly text: string) {}
}

/** What a template accepts: strings and numbers are escaped, `Html` is inserted unchanged. */
export type HtmlPart = string | number | Html | readonly Html[];

/** Template tag for HTML. Escapes every value except `Html`. */
export function markup(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(textOf)));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function textOf(part: HtmlPart): string {
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(({ text }) => text).join('\n');
  return String(part).replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
