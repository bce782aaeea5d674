/** A column of a table for terminals. `right`: numbers. */
export interface TextColumn {
  title: string;
  right?: boolean;
}

/** Between two columns. */
const GAP = '  ';

/** A table as lines of text: a head, a rule, the rows, each column as wide as its widest cell. */
export function textTable(columns: readonly TextColumn[], rows: readonly (readonly string[])[]): string {
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

/** Text broken into lines of at most so many characters, between words; a longer word is broken. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
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
