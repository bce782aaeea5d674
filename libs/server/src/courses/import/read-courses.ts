import { COURSE, type CourseInput } from '../course-file.js';
import { checkCourse } from './check-course.js';
import { readCsvCourses } from './csv-courses.js';
import { FILE_BOUNDS, type Problem, type ReadEntry } from './entry-file.js';
import { readEntries, type EntryFile } from './read-entries.js';

/** `entries`: the courses with their places in the file. */
export type ReadCourses =
  { ok: true; courses: CourseInput[]; entries: ReadEntry<CourseInput>[] } | { ok: false; problems: Problem[] };

const COURSE_FILE: EntryFile<CourseInput> = {
  noun: 'course',
  max: FILE_BOUNDS.courses,
  readCsv: readCsvCourses,
  schema: COURSE,
  check: checkCourse,
};

/** Reads a `.json` or `.csv` file of courses. If there are problems, returns all of them, by line, and no courses. */
export function readCourses(fileName: string, bytes: Uint8Array): ReadCourses {
  const { entries, problems } = readEntries(fileName, bytes, COURSE_FILE);
  problems.push(...repeatedCourses(entries));
  if (problems.length > 0) return { ok: false, problems: problems.sort((one, other) => one.line - other.line) };
  return { ok: true, courses: entries.map(({ entry }) => entry), entries };
}

function repeatedCourses(courses: readonly ReadEntry<CourseInput>[]): Problem[] {
  const seen = { golflinkCourseId: new Set<string>(), name: new Set<string>() };
  return courses.flatMap(({ entry, problem }) =>
    (['golflinkCourseId', 'name'] as const).flatMap((field) => {
      const given = entry[field].toLowerCase();
      if (seen[field].has(given))
        return [problem({ path: [field], message: 'is that of another course in this file' })];
      seen[field].add(given);
      return [];
    }),
  );
}
