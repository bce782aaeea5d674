import type { z } from 'zod';
import { isRecord, type Finding, type Path } from './problem.js';

/** What the check of an entry's fields found, said of the fields. */
export function findingsOf(issue: z.core.$ZodIssue, value: unknown): Finding[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: issue.message }));
  }
  const missing = issue.path.length > 0 && valueAt(value, issue.path) === undefined;
  return [{ path: issue.path, message: missing ? 'is missing' : issue.message }];
}

function valueAt(tree: unknown, path: Path): unknown {
  let at = tree;
  for (const key of path) at = isRecord(at) ? at[key] : undefined;
  return at;
}
