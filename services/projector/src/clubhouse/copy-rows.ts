import { ROW_TABLES, type ClubhouseRows, type Value } from './row-tables.js';

/** Rows as the text that COPY reads: for each table its columns, and a line per row. */
export class CopyTexts {
  /** Characters so far. */
  size = 0;
  private texts = ROW_TABLES.map(() => '');

  add(rows: ClubhouseRows): void {
    ROW_TABLES.forEach((table, i) => {
      let lines = '';
      for (const row of table.byRow(rows)) lines += lineOf(row);
      if (lines === '') return;
      this.texts[i] += lines;
      this.size += lines.length;
    });
  }

  /** The tables with rows, as `NAME (COLUMN, …)`, and their lines. */
  tables(): { into: string; lines: string }[] {
    return ROW_TABLES.map(({ name, columns }, i) => ({
      into: `${name} (${columns.map((column) => column.name).join(', ')})`,
      lines: this.texts[i] ?? '',
    })).filter(({ lines }) => lines !== '');
  }
}

const SPECIAL = /[\\\t\n\r]/g;
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function lineOf(row: readonly Value[]): string {
  return `${row.map(textOf).join('\t')}\n`;
}

function textOf(value: Value): string {
  if (value === null) return '\\N';
  return typeof value === 'string' ? value.replace(SPECIAL, escaped) : String(value);
}

const escaped = (character: string): string => ESCAPES[character] ?? character;
