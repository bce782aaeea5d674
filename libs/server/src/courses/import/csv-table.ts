import { CsvError, parse } from 'csv-parse/sync';
import { FileRefused, isRecord, type Report } from './entry-file.js';

/** A row below the header; lines count from 1. */
export interface Row {
  line: number;
  cells: ReadonlyMap<string, string>;
}

/** A column: the path of its value in an entry, how a cell becomes that, and whether every file has the column. */
export interface Column {
  name: string;
  path: readonly string[];
  read: (cell: string) => unknown;
  needed: boolean;
}

/** Columns, each as its name and, if that differs, the path of its value: `name=path.of.value`. */
export const columns = (read: Column['read'], needed: boolean, specs: string): Column[] =>
  specs.split(' ').map((spec) => {
    const [name = '', path = name] = spec.split('=');
    return { name, path: path.split('.'), read, needed };
  });

/** Reads the non-empty rows of a CSV file; none if its header is wrong. @throws FileRefused if it is not CSV */
export function readCsvTable(csv: string, columns: readonly Column[], report: Report): Row[] {
  const [header, ...lines] = readLines(csv);
  if (header === undefined) throw new FileRefused('is empty');
  const names = header.cells;
  const faults = [...faultsOf(names, columns)];
  for (const [name, message] of faults) report(header.line, name, message);
  if (faults.length > 0) return [];
  return lines.flatMap(({ line, cells }) => {
    if (cells.length === names.length) {
      return [{ line, cells: new Map(names.map((name, at) => [name, cells[at] ?? ''])) }];
    }
    report(line, 'row', `has ${cells.length} cells where the header has ${names.length}`);
    return [];
  });
}

function* faultsOf(names: readonly string[], columns: readonly Column[]): Generator<[name: string, message: string]> {
  for (const [at, name] of names.entries()) {
    if (name === '') yield ['header', 'has an empty name'];
    else if (!columns.some((column) => column.name === name)) yield [name, 'is not a known column'];
    else if (names.indexOf(name) < at) yield [name, 'occurs twice'];
  }
  for (const { name, needed } of columns) if (needed && !names.includes(name)) yield [name, 'is missing'];
}

function readLines(csv: string): { line: number; cells: string[] }[] {
  const lines: { line: number; cells: string[] }[] = [];
  try {
    parse(csv, {
      // Spreadsheets of some locales write semicolons.
      delimiter: /^[^,\n]*;/.test(csv) ? ';' : ',',
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
    return lines;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new FileRefused(`is not CSV: ${error.message}`, Number(error.lines));
  }
}

/** The values of a row's non-empty cells, at their paths within `tree`. */
export function valuesOf({ cells }: Row, columns: readonly Column[], tree: Tree = {}): Tree {
  for (const { name, path, read } of columns) {
    const cell = cells.get(name);
    if (cell) put(tree, path, read(cell));
  }
  return tree;
}

type Tree = Record<string, unknown>;

function put(tree: Tree, [key = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) tree[key] = value;
  else put(isRecord(tree[key]) ? tree[key] : (tree[key] = {}), rest, value);
}

/** The number in a cell; otherwise its text, which validation then refuses. */
export const numberOf = (cell: string): number | string => (/^-?\d{1,9}(\.\d{1,6})?$/.test(cell) ? Number(cell) : cell);
