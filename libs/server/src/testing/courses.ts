import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import type { CourseInput } from '../courses/course-file.js';
import type { Problem } from '../courses/import/entry-file.js';
import { readCourses, courseRow } from '../courses/import/import-courses.js';
import type { CourseRow } from '../database/entities.js';

/** Also where this package is reached through the link in node_modules. */
const REPOSITORY = path.resolve(realpathSync(import.meta.dirname), '../../../..');

/** The invented courses that every installation starts with, and the examples of docs/courses.md. */
export const DEMO_COURSES = path.join(REPOSITORY, 'cli/demo/courses.json');
export const EXAMPLE_JSON = path.join(REPOSITORY, 'docs/examples/courses.json');
export const EXAMPLE_CSV = path.join(REPOSITORY, 'docs/examples/courses.csv');

export function coursesOf(file: string): CourseInput[] {
  const { entries, problems } = readCourses(file, readFileSync(file));
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return entries.map(({ entry }) => entry);
}

/** The demo courses as rows of the database. */
export function demoCourses(): CourseRow[] {
  return coursesOf(DEMO_COURSES).map((course) => courseRow(course));
}

export function demoCourse(golflinkCourseId: string): CourseRow {
  const found = demoCourses().find((course) => course.golflinkCourseId === golflinkCourseId);
  if (found === undefined) throw new Error(`No demo course ${golflinkCourseId}`);
  return found;
}

export function problemsOf(name: string, text: string | Uint8Array): Problem[] {
  return readCourses(name, typeof text === 'string' ? Buffer.from(text) : text).problems;
}

/** `line: field message` for each problem. */
export const linesOf = (problems: Problem[]): string[] =>
  problems.map(({ line, field, message }) => `${line}: ${field} ${message}`);
