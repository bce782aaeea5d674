/** HTML that is safe to show: made by `markup` alone. */
export class Html {
  constructor(readonly text: string) {}
}

/** What a template takes: texts and numbers are escaped, pieces of HTML stand as they are. */
export type HtmlPart = string | number | Html | readonly Html[];

/** HTML from a template: whatever is put into it is text, unless it was made here too. */
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

/** For text and for values in double quotes. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
