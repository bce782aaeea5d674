import { COURSE, type CourseInput } from '../course-file.js';
import { checkCourse } from './check-course.js';
import { readCsvCourses } from './csv-courses.js';
import type { NamedPicture } from './load-pictures.js';
import { FILE_BOUNDS, isRecord, type Problem } from './problem.js';
import { readEntries, type EntryFile, type ReadEntries } from './read-entries.js';

/** `pictures`: those that the courses name, not looked up yet. */
export type ReadCourses =
  { ok: true; courses: CourseInput[]; pictures: NamedPicture[] } | { ok: false; problems: Problem[] };

const COURSE_FILE: EntryFile<CourseInput> = {
  noun: 'course',
  max: FILE_BOUNDS.courses,
  readCsv: readCsvCourses,
  schema: COURSE,
  check: checkCourse,
};

/** Reads a `.json` or `.csv` file of courses. All problems at once, by lines; a file with any has no courses. */
export function readCourses(fileName: string, bytes: Uint8Array): ReadCourses {
  const { entries, all, problems } = readEntries(fileName, bytes, COURSE_FILE);
  problems.push(...repeatedCourses(all));
  if (problems.length > 0) return { ok: false, problems: problems.sort((one, other) => one.line - other.line) };
  const pictures = entries.flatMap(({ entry: { image }, problem }) =>
    image === null ? [] : [{ image, problem: (message: string) => problem({ path: ['image'], message }) }],
  );
  return { ok: true, courses: entries.map(({ entry }) => entry), pictures };
}

/** A file names a course once: by its number, and by its full name. */
function repeatedCourses(courses: ReadEntries<CourseInput>['all']): Problem[] {
  const seen = new Set<string>();
  return courses.flatMap(({ value, problem }) => {
    const { golflinkCourseId, name } = isRecord(value) ? value : {};
    const names = { golflinkCourseId, name: typeof name === 'string' ? name.trim().toLowerCase() : undefined };
    return Object.entries(names).flatMap(([field, given]) => {
      const key = JSON.stringify([field, given]);
      const repeated = typeof given === 'string' && seen.has(key);
      seen.add(key);
      return repeated ? [problem({ path: [field], message: 'is that of another course of this file' })] : [];
    });
  });
}
