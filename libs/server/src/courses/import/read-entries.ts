import type { z } from 'zod';
import {
  fieldOf,
  FILE_BYTES_MAX,
  isRecord,
  PROBLEMS_MAX,
  type Finding,
  type Problem,
  type ReadEntry,
  type ReadFile,
} from './entry-file.js';
import { readJsonList } from './json-list.js';

/** A kind of import file. */
export interface EntryFile<Entry> {
  noun: string;
  readCsv: (text: string) => ReadFile;
  schema: z.ZodType<Entry>;
  /** Checks rules that span several fields, each of which is already in its range. */
  check: (entry: Entry) => Finding[];
}

/** Reads a `.json` or `.csv` file: the entries that match the schema, and the problems, up to `PROBLEMS_MAX` of entries. */
export function readEntries<Entry>(
  fileName: string,
  bytes: Uint8Array,
  { noun, readCsv, schema, check }: EntryFile<Entry>,
): { entries: ReadEntry<Entry>[]; problems: Problem[] } {
  const refused = (message: string) => ({ entries: [], problems: [{ line: 1, field: 'file', message }] });
  const format = /\.(json|csv)$/.exec(fileName.toLowerCase())?.[1];
  if (format === undefined) return refused('must end in .json or .csv');
  if (bytes.length > FILE_BYTES_MAX) return refused(`must be ${FILE_BYTES_MAX / 1024 / 1024} MB or less`);
  const text = textOf(bytes);
  if (text === null) return refused('is not UTF-8 text: save it as UTF-8');
  const { entries: raw, problems } = format === 'csv' ? readCsv(text) : readJsonList(text, noun);
  if (raw.length === 0 && problems.length === 0) return refused(`has no ${noun}s`);
  const entries: ReadEntry<Entry>[] = [];
  for (const { value, locate } of raw) {
    const left = PROBLEMS_MAX - problems.length;
    if (left <= 0) break;
    const problem = ({ path, message }: Finding): Problem => {
      const { line, field = fieldOf(path) || noun } = locate(path);
      return { line, field, message };
    };
    const read = schema.safeParse(value);
    const findings = read.success ? check(read.data) : read.error.issues.flatMap((issue) => findingsOf(issue, value));
    problems.push(...findings.slice(0, left).map(problem));
    if (read.success) entries.push({ entry: read.data, line: locate([]).line, problem });
  }
  return { entries, problems };
}

function findingsOf(issue: z.core.$ZodIssue, entry: unknown): Finding[] {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [...path, key], message }));
  const value = path.reduce<unknown>((outer, key) => (isRecord(outer) ? outer[key] : undefined), entry);
  return [{ path, message: path.length > 0 && value === undefined ? 'is missing' : message }];
}

function textOf(bytes: Uint8Array): string | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // UTF-16 read as UTF-8 contains NULs.
    return text.includes('\0') ? null : text;
  } catch {
    return null;
  }
}
