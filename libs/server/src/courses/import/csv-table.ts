import { CsvError, parse } from 'csv-parse/sync';
import type { Problem } from './entry-file.js';

/** A row below the header; lines count from 1. */
export interface Row {
  line: number;
  cells: ReadonlyMap<string, string>;
}

interface Columns {
  known: Iterable<string>;
  required: readonly string[];
}

interface Line {
  line: number;
  cells: string[];
}

/** Reads the non-empty rows of a CSV file; none if it is not CSV or its header is wrong. Adds to `problems`. */
export function readCsvTable(text: string, { known, required }: Columns, problems: Problem[]): Row[] {
  const [header, ...lines] = readLines(text, problems);
  if (problems.length > 0) return [];
  if (header === undefined) {
    problems.push({ line: 1, field: 'file', message: 'is empty' });
    return [];
  }
  const names = header.cells;
  const refuse = (field: string, message: string): void => void problems.push({ line: header.line, field, message });
  const columns = new Set(known);
  for (const [at, name] of names.entries()) {
    if (name === '') refuse('header', 'has an empty name');
    else if (!columns.has(name)) refuse(name, 'is not a known column');
    else if (names.indexOf(name) < at) refuse(name, 'occurs twice');
  }
  for (const name of required) if (!names.includes(name)) refuse(name, 'is missing');
  if (problems.length > 0) return [];
  return lines.flatMap(({ line, cells }) => {
    if (cells.length === names.length) {
      return [{ line, cells: new Map(names.map((name, at) => [name, cells[at] ?? ''])) }];
    }
    const message = `has ${cells.length} cells where the header has ${names.length}`;
    problems.push({ line, field: 'row', message });
    return [];
  });
}

function readLines(text: string, problems: Problem[]): Line[] {
  const lines: Line[] = [];
  try {
    parse(text, {
      // Spreadsheets of some locales write semicolons.
      delimiter: /^[^,\n]*;/.test(text) ? ';' : ',',
      relax_column_count: true,
      skip_records_with_empty_values: true,
      trim: true,
      // The `trim` option trims outside quotes, this inside them.
      cast: (cell) => cell.trim(),
      max_record_size: 20_000,
      on_record: (cells: string[], { lines: line }) => {
        lines.push({ line, cells });
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    problems.push({ line: Number(error.lines), field: 'file', message: `is not CSV: ${error.message}` });
  }
  return lines;
}

/** The number in a cell; otherwise its text, which validation then refuses. */
export const numberOf = (cell: string): number | string => (/^-?\d{1,9}(\.\d{1,6})?$/.test(cell) ? Number(cell) : cell);
