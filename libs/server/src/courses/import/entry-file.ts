import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { parse, type DocumentNode, type ValueNode } from '@humanwhocodes/momoa';
import type { z } from 'zod';

/** A problem in a file: the line (from 1), the field, and what is wrong. */
export interface Problem {
  line: number;
  field: string;
  message: string;
}

/** Adds a problem to those of a file. */
export type Report = (line: number, field: string, message: string) => void;

/** Leads to a value in an entry: keys, and indexes from 0. */
export type Path = readonly PropertyKey[];

/** Reports a problem with the value at a path of an entry. */
export type Refuse = (path: Path, message: string) => void;

/** A whole file is of no use. */
export class FileRefused extends Error {
  constructor(
    message: string,
    readonly line = 1,
  ) {
    super(message);
  }
}

/** An entry of a file (a course or advert), its line, and a function that adds a problem with it. */
export interface FileEntry<Entry = unknown> {
  entry: Entry;
  line: number;
  refuse: Refuse;
}

/** The valid entries of a file, and its problems, by line; entries that are refused later add to them. */
export interface ReadEntries<Entry> {
  entries: FileEntry<Entry>[];
  problems: Problem[];
}

/** A kind of import file. */
export interface EntryFile<Entry> {
  noun: string;
  /** Throws FileRefused if the text is no table. */
  readCsv: (text: string, report: Report) => FileEntry[];
  schema: z.ZodType<Entry>;
  /** Checks rules that span several fields, each of which is already in its range. */
  check: (entry: Entry, refuse: Refuse) => void;
  /** Checks rules that span several entries. */
  compare: (entries: readonly FileEntry<Entry>[]) => void;
}

/** Size limit of a file. All courses of Australia, some 1,800, need less. */
const FILE_BYTES_MAX = 16 * 1024 * 1024;

/** After so many problems the rest of a file's entries is not checked. */
export const PROBLEMS_MAX = 200;

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

/** Reads a `.json` or `.csv` file: the entries that match the schema, and the problems. */
export function readEntries<Entry>(fileName: string, bytes: Uint8Array, kind: EntryFile<Entry>): ReadEntries<Entry> {
  const problems: Problem[] = [];
  const entries: FileEntry<Entry>[] = [];
  const report: Report = (line, field, message) => void problems.push({ line, field, message });
  try {
    const format = /\.(json|csv)$/.exec(fileName.toLowerCase())?.[1];
    if (format === undefined) throw new FileRefused('must end in .json or .csv');
    const text = textOf(bytes);
    const raw = format === 'csv' ? kind.readCsv(text, report) : readJsonList(text, kind.noun, report);
    if (raw.length === 0 && problems.length === 0) throw new FileRefused(`has no ${kind.noun}s`);
    for (const { entry, line, refuse } of raw) {
      if (problems.length >= PROBLEMS_MAX) break;
      const read = kind.schema.safeParse(entry);
      for (const issue of read.error?.issues ?? []) refuseFor(issue, entry, refuse);
      if (!read.success) continue;
      kind.check(read.data, refuse);
      entries.push({ entry: read.data, line, refuse });
    }
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    report(error.line, 'file', error.message);
  }
  kind.compare(entries);
  return { entries, problems: problems.sort(byLine) };
}

export const byLine = (one: Problem, other: Problem): number => one.line - other.line;

function refuseFor(issue: z.core.$ZodIssue, entry: unknown, refuse: Refuse): void {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys') {
    for (const key of issue.keys) refuse([...path, key], message);
    return;
  }
  const value = path.reduce<unknown>((outer, key) => (isRecord(outer) ? outer[key] : undefined), entry);
  refuse(path, value === undefined ? 'is missing' : message);
}

function textOf(bytes: Uint8Array): string {
  if (bytes.length > FILE_BYTES_MAX) throw new FileRefused(`must be ${FILE_BYTES_MAX / 1024 / 1024} MB or less`);
  // UTF-16 read as UTF-8 contains NULs.
  if (!isUtf8(bytes) || bytes.includes(0)) throw new FileRefused('is not UTF-8 text: save it as UTF-8');
  return new TextDecoder().decode(bytes);
}

/** Reads a JSON list of entries. `noun` names an entry in messages. */
function readJsonList(text: string, noun: string, report: Report): FileEntry[] {
  const { body: root } = parseJson(text);
  if (root.type !== 'Array') throw new FileRefused(`must be a list of ${noun}s`, root.loc.start.line);
  const values = JSON.parse(text) as unknown[];
  return root.elements.map(({ value: node }, at) => {
    reportRepeatedKeys(node, [], report);
    const refuse: Refuse = (path, message) => report(lineOf(node, path), fieldOf(path) || noun, message);
    return { entry: values[at], line: node.loc.start.line, refuse };
  });
}

function parseJson(text: string): DocumentNode {
  try {
    return parse(text, { mode: 'json' });
  } catch (error) {
    // The parser is recursive, so deep nesting overflows the stack.
    if (error instanceof RangeError) throw new FileRefused('is nested too deeply');
    if (!(error instanceof Error) || !('line' in error)) throw error;
    const message = error.message.replace(/ \(\d+:\d+\)$/, '');
    // For an unexpected end, the parser reports the line of the last token.
    const atEnd = message.startsWith('Unexpected end of input');
    throw new FileRefused(`is not JSON: ${message}`, atEnd ? text.split('\n').length : Number(error.line));
  }
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

function reportRepeatedKeys(node: ValueNode, path: Path, report: Report): void {
  const seen = new Set<PropertyKey>();
  for (const { key, line, value } of membersOf(node)) {
    const inner = [...path, key];
    if (seen.has(key)) report(line, fieldOf(inner), 'occurs twice');
    seen.add(key);
    reportRepeatedKeys(value, inner, report);
  }
}
