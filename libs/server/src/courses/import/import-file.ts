import path from 'node:path';
import { drawCoursePicture } from '../course-picture.js';
import { FILE_BOUNDS, readStart, type Problem } from './entry-file.js';
import { withDatabase } from './import-database.js';
import { loadPictures } from './load-pictures.js';
import { readCourses } from './read-courses.js';
import { saveCourses, type Saved } from './save-courses.js';

export type Imported = { ok: true; saved: Saved } | { ok: false; problems: Problem[] };

/** Imports a file of courses, or nothing if it has problems. Throws when the file or database cannot be reached. */
export async function importFile(file: string, databaseUrl: string): Promise<Imported> {
  const read = readCourses(path.basename(file), await readStart(file));
  if (!read.ok) return read;
  const problems: Problem[] = [];
  const loading = { folder: path.dirname(file), max: FILE_BOUNDS.pictures, draw: drawCoursePicture };
  const pictures = await loadPictures(read.entries, loading, problems);
  if (problems.length > 0) return { ok: false, problems };
  return { ok: true, saved: await withDatabase(databaseUrl, (client) => saveCourses(client, read.courses, pictures)) };
}
