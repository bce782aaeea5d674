import path from 'node:path';
import { COURSE, type CourseInput } from '../course-file.js';
import { drawCoursePicture } from '../course-picture.js';
import { checkCourse } from './check-course.js';
import { readCsvCourses } from './csv-courses.js';
import { readStart, type Problem, type ReadEntry } from './entry-file.js';
import { withDatabase } from './import-database.js';
import { loadPictures } from './load-pictures.js';
import { readEntries, type EntryFile } from './read-entries.js';
import { saveCourses, type Saved } from './save-courses.js';

export type Imported = { ok: true; saved: Saved } | { ok: false; problems: Problem[] };

/** Imports a file of courses, or nothing if it has problems. Throws when the file or database cannot be reached. */
export async function importFile(file: string, databaseUrl: string): Promise<Imported> {
  const read = readCourses(path.basename(file), await readStart(file));
  if (!read.ok) return read;
  const problems: Problem[] = [];
  const loading = { folder: path.dirname(file), draw: drawCoursePicture };
  const pictures = await loadPictures(read.entries, loading, problems);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, saved: await withDatabase(databaseUrl, (client) => saveCourses(client, read.courses, pictures)) };
}

/** `entries`: the courses with their places in the file. */
export type ReadCourses =
  | { ok: true; courses: CourseInput[]; entries: ReadEntry<CourseInput>[] }
  | { ok: false; problems: Problem[] };

const COURSE_FILE: EntryFile<CourseInput> = {
  noun: 'course',
  readCsv: readCsvCourses,
  schema: COURSE,
  check: checkCourse,
};

/** Reads a `.json` or `.csv` file of courses. If there are problems, returns them by line, and no courses. */
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
      const message = 'is that of another course in this file';
      if (seen[field].has(given)) return [problem({ path: [field], message })];
      seen[field].add(given);
      return [];
    }),
  );
}
