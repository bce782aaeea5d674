import { checkCourse } from './check-course.js';
import { COURSE, type CourseInput } from '../course-file.js';
import { readCsvCourses } from './csv-courses.js';
import { findingsOf } from './findings.js';
import { readJsonCourses } from './json-courses.js';
import type { NamedPicture } from './load-pictures.js';
import { FILE_BOUNDS, isRecord, type LocatedEntry, type Problem, type ReadFile } from './problem.js';
import { readText, type FileFormat } from './text-file.js';

/** `pictures`: those that the courses name, not looked up yet. */
export type ReadCourses =
  { ok: true; courses: CourseInput[]; pictures: NamedPicture[] } | { ok: false; problems: Problem[] };

const READERS: Readonly<Record<FileFormat, (text: string) => ReadFile>> = {
  json: readJsonCourses,
  csv: readCsvCourses,
};

/**
 * Reads a file of courses by its ending, `.json` or `.csv`. All of its problems at once, in order of lines; a file with
 * any problem has no courses.
 */
export function readCourses(fileName: string, bytes: Uint8Array): ReadCourses {
  const file = readText(fileName, bytes);
  if (!file.ok) return refused(file.message);
  const { entries: located, problems } = READERS[file.format](file.text);
  if (located.length > FILE_BOUNDS.courses) return refused(`must have ${FILE_BOUNDS.courses} courses or less`);
  if (located.length === 0 && problems.length === 0) return refused('has no courses');
  const pictures: NamedPicture[] = [];
  const courses = located.flatMap((course) => {
    const read = readCourse(course, problems);
    for (const { image } of read) {
      if (image !== null) pictures.push({ image, problem: (message) => ({ ...course.locate(['image']), message }) });
    }
    return read;
  });
  problems.push(...repeatedCourses(located));
  if (problems.length === 0) return { ok: true, courses, pictures };
  return { ok: false, problems: problems.sort((one, other) => one.line - other.line) };
}

function refused(message: string): ReadCourses {
  return { ok: false, problems: [{ line: 1, field: 'file', message }] };
}

function readCourse(course: LocatedEntry, problems: Problem[]): CourseInput[] {
  const read = COURSE.safeParse(course.value);
  const findings = read.success
    ? checkCourse(read.data)
    : read.error.issues.flatMap((issue) => findingsOf(issue, course.value));
  problems.push(...findings.map(({ path, message }) => ({ ...course.locate(path), message })));
  return read.success ? [read.data] : [];
}

/** A file names a course once. */
function repeatedCourses(courses: LocatedEntry[]): Problem[] {
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
