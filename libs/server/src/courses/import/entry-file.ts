import { createReadStream } from 'node:fs';
import { parse, type ValueNode } from '@humanwhocodes/momoa';
import type { z } from 'zod';

/** A problem in a file: the line (from 1), the field, and what is wrong. */
export interface Problem {
  line: number;
  field: string;
  message: string;
}

/** Leads to a value in an entry: keys, and indexes from 0. */
export type Path = readonly PropertyKey[];

/** A problem with a value of an entry. */
export interface Finding {
  path: Path;
  message: string;
}

/** An entry (a course or advert) before validation, and where the file has the value at a path, or what encloses it. */
export interface RawEntry {
  value: unknown;
  locate: (path: Path) => { line: number; field?: string };
}

/** The result of parsing a file. */
export interface ReadFile {
  entries: RawEntry[];
  problems: Problem[];
}

/** Size limit of a file. All courses of Australia, some 1,800, need less. */
export const FILE_BYTES_MAX = 16 * 1024 * 1024;

/** After so many problems the rest of a file's entries is not checked. */
export const PROBLEMS_MAX = 200;

/** A valid entry, its line, and a function that locates a finding in the file. */
export interface ReadEntry<Entry> {
  entry: Entry;
  line: number;
  problem: (finding: Finding) => Problem;
}

/** The valid entries of a file, and its problems. */
export interface ReadEntries<Entry> {
  entries: ReadEntry<Entry>[];
  problems: Problem[];
}

export function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

/** A path as problems name it, such as `holes[3].par.mens`; empty for the entry itself. */
export function fieldOf(path: Path): string {
  const parts = path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`));
  return parts.join('').replace(/^\./, '');
}

/** Reads at most `max` + 1 bytes of a file, enough for the caller to see that it is too large. */
export async function readStart(file: string, max = FILE_BYTES_MAX): Promise<Buffer> {
  return Buffer.concat(await createReadStream(file, { end: max }).toArray());
}

/** A kind of import file. */
export interface EntryFile<Entry> {
  noun: string;
  readCsv: (text: string) => ReadFile;
  schema: z.ZodType<Entry>;
  /** Checks rules that span several fields, each of which is already in its range. */
  check: (entry: Entry) => Finding[];
}

/** Reads a `.json` or `.csv` file: the entries that match the schema, and the problems. */
export function readEntries<Entry>(
  fileName: string,
  bytes: Uint8Array,
  { noun, readCsv, schema, check }: EntryFile<Entry>,
): ReadEntries<Entry> {
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
    if (problems.length >= PROBLEMS_MAX) break;
    const problem = ({ path, message }: Finding): Problem => {
      const { line, field = fieldOf(path) || noun } = locate(path);
      return { line, field, message };
    };
    const read = schema.safeParse(value);
    const findings = read.success ? check(read.data) : read.error.issues.flatMap((issue) => findingsOf(issue, value));
    problems.push(...findings.map(problem));
    if (read.success) entries.push({ entry: read.data, line: locate([]).line, problem });
  }
  return { entries, problems };
}

function findingsOf(issue: z.core.$ZodIssue, entry: unknown): Finding[] {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [...path, key], message }));
  const value = path.reduce<unknown>((outer, key) => (isRecord(outer) ? outer[key] : undefined), entry);
  return [{ path, message: value === undefined ? 'is missing' : message }];
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

/** Reads a JSON list of entries. `noun` names an entry in messages. */
function readJsonList(text: string, noun: string): ReadFile {
  const failed = (line: number, message: string): ReadFile => ({
    entries: [],
    problems: [{ line, field: 'file', message }],
  });
  let root: ValueNode;
  try {
    root = parse(text, { mode: 'json' }).body;
  } catch (error) {
    // The parser is recursive, so deep nesting overflows the stack.
    if (error instanceof RangeError) return failed(1, 'is nested too deeply');
    const { line, message } = syntaxError(error, text);
    return failed(line, `is not JSON: ${message}`);
  }
  if (root.type !== 'Array') return failed(root.loc.start.line, `must be a list of ${noun}s`);
  const values = JSON.parse(text) as unknown[];
  const entries = root.elements.map(({ value: node }, at) => ({
    value: values[at],
    locate: (path: Path) => ({ line: lineOf(node, path) }),
  }));
  return { entries, problems: root.elements.flatMap(({ value: node }) => [...repeatedKeys(node, [])]) };
}

function syntaxError(error: unknown, text: string): { line: number; message: string } {
  if (!(error instanceof Error) || !('line' in error)) throw error;
  const message = error.message.replace(/ \(\d+:\d+\)$/, '');
  // For an unexpected end, the parser reports the line of the last token.
  const atEnd = message.startsWith('Unexpected end of input');
  return { line: atEnd ? text.split('\n').length : Number(error.line), message };
}

function membersOf(node: ValueNode): { key: string | number; line: number; value: ValueNode }[] {
  if (node.type === 'Array') return node.elements.map(({ value, loc }, key) => ({ key, line: loc.start.line, value }));
  if (node.type !== 'Object') return [];
  return node.members.map(({ name, value, loc }) => {
    const key = name.type === 'String' ? name.value : name.name;
    return { key, line: loc.start.line, value };
  });
}

/** The line of the value at a path or, if it is missing, of the nearest value that encloses it. */
function lineOf(node: ValueNode, [key, ...rest]: Path): number {
  const member = membersOf(node).findLast((each) => each.key === key);
  return member === undefined ? node.loc.start.line : lineOf(member.value, rest);
}

function* repeatedKeys(node: ValueNode, path: Path): Generator<Problem> {
  const seen = new Set<PropertyKey>();
  for (const { key, line, value } of membersOf(node)) {
    const inner = [...path, key];
    if (seen.has(key)) yield { line, field: fieldOf(inner), message: 'occurs twice' };
    seen.add(key);
    yield* repeatedKeys(value, inner);
  }
}
