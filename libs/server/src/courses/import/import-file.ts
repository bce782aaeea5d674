import path from 'node:path';
import { COURSE, type CourseInput } from '../course-file.js';
import { drawCoursePicture } from '../course-picture.js';
import { checkCourse } from './check-course.js';
import { readCsvCourses } from './csv-courses.js';
import { readEntries, readStart, type Problem, type ReadEntries, type ReadEntry } from './entry-file.js';
import { withDatabase } from './import-database.js';
import { loadPictures } from './load-pictures.js';
import { saveCourses, type Saved } from './save-courses.js';

export type Imported = { ok: true; saved: Saved } | { ok: false; problems: Problem[] };

/** Imports a file of courses, or nothing if it has problems. Throws when the file or database cannot be reached. */
export async function importFile(file: string, databaseUrl: string): Promise<Imported> {
  const { entries, problems } = readCourses(path.basename(file), await readStart(file));
  if (problems.length > 0) return { ok: false, problems };
  const pictures = await loadPictures(file, entries, drawCoursePicture, problems);
  if (problems.length > 0) return { ok: false, problems };
  const courses = entries.map(({ entry }) => entry);
  return { ok: true, saved: await withDatabase(databaseUrl, (client) => saveCourses(client, courses, pictures)) };
}

/** Reads a `.json` or `.csv` file of courses: its valid ones, and the problems by line. Does not look up pictures. */
export function readCourses(fileName: string, bytes: Uint8Array): ReadEntries<CourseInput> {
  const { entries, problems } = readEntries(fileName, bytes, {
    noun: 'course',
    readCsv: readCsvCourses,
    schema: COURSE,
    check: checkCourse,
  });
  problems.push(...repeatedIn(entries, 'golflinkCourseId'), ...repeatedIn(entries, 'name'));
  return { entries, problems: problems.sort((one, other) => one.line - other.line) };
}

function repeatedIn(entries: readonly ReadEntry<CourseInput>[], field: 'golflinkCourseId' | 'name'): Problem[] {
  const given = entries.map(({ entry }) => entry[field].toLowerCase());
  const repeated = entries.filter((_, at) => given.indexOf(given[at] ?? '') < at);
  return repeated.map(({ problem }) => problem({ path: [field], message: 'is that of another course in this file' }));
}
