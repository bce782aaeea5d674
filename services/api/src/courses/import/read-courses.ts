import type { z } from 'zod';
import { checkCourse } from './check-course.js';
import { COURSE, type CourseInput } from './course-file.js';
import { readCsvCourses } from './csv-courses.js';
import { readJsonCourses } from './json-courses.js';
import {
  FILE_BOUNDS,
  isRecord,
  type Finding,
  type LocatedCourse,
  type Path,
  type Problem,
  type ReadFile,
} from './problem.js';

export type ReadCourses = { ok: true; courses: CourseInput[] } | { ok: false; problems: Problem[] };

const READERS: Readonly<Record<string, (text: string) => ReadFile>> = {
  '.json': readJsonCourses,
  '.csv': readCsvCourses,
};

const NOT_TEXT = 'is not UTF-8 text: save it as UTF-8';

/**
 * Reads a file of courses by its ending, `.json` or `.csv`. All of its problems at once, in order of lines; a file with
 * any problem has no courses.
 */
export function readCourses(fileName: string, bytes: Uint8Array): ReadCourses {
  const reader = READERS[/\.[^.]*$/.exec(fileName.toLowerCase())?.[0] ?? ''];
  if (reader === undefined) return refused('must end in .json or .csv');
  if (bytes.length > FILE_BOUNDS.bytes) return refused(`must be ${FILE_BOUNDS.bytes / 1024 / 1024} MB or less`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refused(NOT_TEXT);
  }
  // What UTF-16 looks like when it is read as UTF-8.
  if (text.includes('\0')) return refused(NOT_TEXT);
  const { courses: located, problems } = reader(text);
  if (located.length > FILE_BOUNDS.courses) return refused(`must have ${FILE_BOUNDS.courses} courses or less`);
  if (located.length === 0 && problems.length === 0) return refused('has no courses');
  const courses = located.flatMap((course) => readCourse(course, problems));
  problems.push(...repeatedCourses(located));
  if (problems.length === 0) return { ok: true, courses };
  return { ok: false, problems: problems.sort((one, other) => one.line - other.line) };
}

function refused(message: string): ReadCourses {
  return { ok: false, problems: [{ line: 1, field: 'file', message }] };
}

function readCourse(course: LocatedCourse, problems: Problem[]): CourseInput[] {
  const read = COURSE.safeParse(course.value);
  const findings = read.success
    ? checkCourse(read.data)
    : read.error.issues.flatMap((issue) => findingsOf(issue, course));
  problems.push(...findings.map(({ path, message }) => ({ ...course.locate(path), message })));
  return read.success ? [read.data] : [];
}

function findingsOf(issue: z.core.$ZodIssue, course: LocatedCourse): Finding[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...issue.path, key], message: issue.message }));
  }
  const missing = issue.path.length > 0 && valueAt(course.value, issue.path) === undefined;
  return [{ path: issue.path, message: missing ? 'is missing' : issue.message }];
}

function valueAt(tree: unknown, path: Path): unknown {
  let at = tree;
  for (const key of path) at = isRecord(at) ? at[key] : undefined;
  return at;
}

/** A file names a course once. */
function repeatedCourses(courses: LocatedCourse[]): Problem[] {
  const seen = new Set<string>();
  const problems: Problem[] = [];
  for (const course of courses) {
    for (const [field, name] of Object.entries(namesOf(course.value))) {
      const key = JSON.stringify([field, name]);
      if (seen.has(key)) {
        problems.push({ ...course.locate([field]), message: 'is that of another course of this file' });
      }
      seen.add(key);
    }
  }
  return problems;
}

/** What tells courses apart: the number, and the full name. */
function namesOf(value: unknown): Record<string, string> {
  const { golflinkCourseId, name } = isRecord(value) ? value : {};
  return {
    ...(typeof golflinkCourseId === 'string' ? { golflinkCourseId } : {}),
    ...(typeof name === 'string' ? { name: name.trim().toLowerCase() } : {}),
  };
}
