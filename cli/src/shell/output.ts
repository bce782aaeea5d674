/** A number as people read it. */
export function counted(count: number | bigint, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-AU')} ${count === 1 || count === 1n ? one : many}`;
}

/** Between two columns. */
const GAP = '  ';

/** White space, control characters, and characters that change the direction of the text after them. */
const NOT_IN_A_LINE = /[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu;

/** A golfer's text on one line. Control characters become spaces, so that no text can imitate our output. */
function oneLine(text: string): string {
  return text.replaceAll(NOT_IN_A_LINE, ' ');
}

/** A table as text: a head, a rule, a line for each row, columns as wide as needed. `right`: columns with numbers. */
export function textTable(
  titles: readonly string[],
  given: readonly (readonly string[])[],
  right: readonly string[] = [],
): string {
  const rows = given.map((row) => row.map(oneLine));
  const widths = titles.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const cell = (text: string, i: number): string =>
    right.includes(titles[i] ?? '') ? text.padStart(widths[i] ?? 0) : text.padEnd(widths[i] ?? 0);
  const rule = widths.map((width) => '-'.repeat(width));
  return [titles, rule, ...rows].map((cells) => cells.map(cell).join(GAP).trimEnd()).join('\n');
}

/** Breaks text into lines of at most `width` characters, between words; a longer word is split. */
export function wrapped(text: string, width: number): string[] {
  const line = new RegExp(` ?(.{1,${width}}(?= |$)|.{${width}})`, 'g');
  return Array.from(oneLine(text).matchAll(line), ([, words = '']) => words);
}
