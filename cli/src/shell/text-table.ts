/** A column of a table for terminals. `right`: numbers. */
export interface TextColumn {
  title: string;
  right?: boolean;
}

/** Between two columns. */
const GAP = '  ';

/** Line breaks, other white space and control characters, and what turns the direction of the text behind it. */
const NOT_IN_A_LINE = /[\s\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu;

/**
 * Text that somebody wrote, on one line: what a terminal would obey rather than show becomes a space, so that no text looks like
 * lines of ours.
 */
export function oneLine(text: string): string {
  return text.replaceAll(NOT_IN_A_LINE, ' ');
}

/** A table as lines of text: a head, a rule, the rows, each column as wide as its widest cell. Each row stays on its line. */
export function textTable(columns: readonly TextColumn[], given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map(oneLine));
  const widths = columns.map(({ title }, i) => Math.max(title.length, ...rows.map((row) => widthOf(row[i]))));
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ right = false }, i) => padded(cells[i] ?? '', widths[i] ?? 0, right))
      .join(GAP)
      .trimEnd();
  const rule = widths
    .map((width) => '-'.repeat(width))
    .join(GAP)
    .trimEnd();
  return [line(columns.map(({ title }) => title)), rule, ...rows.map(line)].join('\n');
}

/** Text broken into lines of at most so many characters, between words and nowhere else; a longer word is broken. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of oneLine(text).split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (longer.length <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = word;
    while (line.length > width) {
      lines.push(line.slice(0, width));
      line = line.slice(width);
    }
  }
  return [...lines, line];
}

function widthOf(cell: string | undefined): number {
  return cell?.length ?? 0;
}

function padded(cell: string, width: number, right: boolean): string {
  return right ? cell.padStart(width) : cell.padEnd(width);
}
