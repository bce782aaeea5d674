import type { z } from 'zod';

/** Where in an entry's own tree a value stands: keys and places in lists, from 0. */
export type Path = readonly PropertyKey[];

/** What is wrong with a value of an entry. */
export interface Finding {
  path: Path;
  message: string;
}

/** What is wrong with a file, so that it can be mended: the line (from 1), the field, why. */
export interface Problem {
  line: number;
  field: string;
  message: string;
}

/** An entry as a file spells it (a course, an advert), with a way back to the place of each of its values. */
export interface LocatedEntry {
  value: unknown;
  /** Line and field of a value; of the nearest one around it where it is missing. */
  locate: (path: Path) => { line: number; field: string };
}

/** What a format's reader makes of a file. */
export interface ReadFile {
  entries: LocatedEntry[];
  problems: Problem[];
}

/** Bounds of a file, whatever its format. All of Australia has some 1,800 courses. */
export const FILE_BOUNDS = {
  bytes: 16 * 1024 * 1024,
  courses: 3_000,
  pictures: 2_000,
  csvRows: 100_000,
  depth: 20,
} as const;

/** Whether a value has fields that can be looked at. */
export function isRecord(value: unknown): value is Record<PropertyKey, unknown> {
  return typeof value === 'object' && value !== null;
}

/** What the check of an entry's fields found, field by field. */
export function findingsOf(issue: z.core.$ZodIssue, entry: unknown): Finding[] {
  const { path, message } = issue;
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => ({ path: [...path, key], message }));
  let value = entry;
  for (const key of path) value = isRecord(value) ? value[key] : undefined;
  return [{ path, message: path.length > 0 && value === undefined ? 'is missing' : message }];
}
