import type { z } from 'zod';
import { readJsonList } from './json-list.js';
import { findingsOf, type Finding, type Problem, type ReadFile } from './problem.js';
import { readText } from './text-file.js';

export interface EntryFile<Entry> {
  /** What an entry is called. */
  noun: string;
  /** The most entries that a file may have. */
  max: number;
  readCsv: (text: string) => ReadFile;
  /** Fields, their types and ranges. */
  schema: z.ZodType<Entry>;
  /** The rules over several fields of an entry, each of which is in its range already. */
  check: (entry: Entry) => Finding[];
}

/** A sound entry: where it stands, and how to report a problem with it. */
export interface ReadEntry<Entry> {
  entry: Entry;
  line: number;
  problem: (finding: Finding) => Problem;
}

export interface ReadEntries<Entry> {
  /** Entries whose fields are sound. */
  entries: ReadEntry<Entry>[];
  /** Each entry, sound or not. */
  all: { value: unknown; problem: (finding: Finding) => Problem }[];
  problems: Problem[];
}

/** Reads a file of entries by its ending, `.json` or `.csv`, and all of its problems at once. */
export function readEntries<Entry>(fileName: string, bytes: Uint8Array, kind: EntryFile<Entry>): ReadEntries<Entry> {
  const refused = (message: string) => ({ entries: [], all: [], problems: [{ line: 1, field: 'file', message }] });
  const file = readText(fileName, bytes);
  if (!file.ok) return refused(file.message);
  const { entries: located, problems } =
    file.format === 'csv' ? kind.readCsv(file.text) : readJsonList(file.text, kind.noun);
  if (located.length > kind.max) return refused(`must have ${kind.max} ${kind.noun}s or less`);
  if (located.length === 0 && problems.length === 0) return refused(`has no ${kind.noun}s`);
  const all = located.map(({ value, locate }) => ({
    value,
    line: locate([]).line,
    problem: ({ path, message }: Finding): Problem => ({ ...locate(path), message }),
  }));
  const entries = all.flatMap(({ value, line, problem }): ReadEntry<Entry>[] => {
    const read = kind.schema.safeParse(value);
    const findings = read.success
      ? kind.check(read.data)
      : read.error.issues.flatMap((issue) => findingsOf(issue, value));
    problems.push(...findings.map(problem));
    return read.success ? [{ entry: read.data, line, problem }] : [];
  });
  return { entries, all, problems };
}
