import path from 'node:path';
import type { CourseRating } from '@fairmark/contract';
import { namedUuid } from '@fairmark/events';
import type { Client } from 'pg';
import { COURSE, RATING_SETS, TIME_ZONES, type CourseInput } from '../course-file.js';
import { COURSE_PICTURE } from '../../pictures/club-picture.js';
import { checkCourse, compareCourses } from './check-course.js';
import { readCsvCourses } from './csv-courses.js';
import { byLine, readEntries, readStart, type Problem, type ReadEntries } from './entry-file.js';
import { withDatabase, withLock } from '../../database/queries.js';
import { loadPictures, type LoadedPictures } from './load-pictures.js';
import type { CourseRow } from '../../database/entities.js';

export type Imported = { ok: true; saved: Saved } | { ok: false; problems: Problem[] };

/** Imports a file of courses, or nothing if it has problems. Throws when the file or database cannot be reached. */
export async function importFile(file: string, databaseUrl: string): Promise<Imported> {
  const { entries, problems } = readCourses(path.basename(file), await readStart(file));
  if (problems.length > 0) return { ok: false, problems };
  const pictures = await loadPictures(file, entries, COURSE_PICTURE);
  if (problems.length > 0) return { ok: false, problems: problems.sort(byLine) };
  const courses = entries.map(({ entry }) => entry);
  return { ok: true, saved: await withDatabase(databaseUrl, (client) => saveCourses(client, courses, pictures)) };
}

/** Reads a `.json` or `.csv` file of courses: its valid ones, and the problems by line. Does not look up pictures. */
export function readCourses(fileName: string, bytes: Uint8Array): ReadEntries<CourseInput> {
  return readEntries(fileName, bytes, {
    noun: 'course',
    readCsv: readCsvCourses,
    schema: COURSE,
    check: checkCourse,
    compare: compareCourses,
  });
}

/** Namespace of course ids, which derive from the course number so that a repeated import finds the same courses. */
const COURSE_IDS = 'b0a3c6de-52a7-4d7f-9a3f-2f0f7d8f4a10';

export interface Saved {
  added: number;
  changed: number;
  unchanged: number;
}

export const courseId = (golflinkCourseId: string): string => namedUuid(golflinkCourseId, COURSE_IDS);

/** Converts a course to its row. Leaves out a picture that is not in `pictures`. */
export function courseRow(course: CourseInput, pictures: LoadedPictures = new Map()): CourseRow {
  const { ratings, holes, timeZone, image, ...named } = course;
  const [small, large] = (image === null ? undefined : pictures.get(image)) ?? [];
  const ratingsOf = (field: 'slope' | 'scratch' | 'par'): CourseRating[] =>
    ratings.map((entry) => ({
      ratingKind: entry.ratingKind,
      ...RATING_SETS[entry.ratingKind],
      ...(entry[field] === undefined ? { ratingCopy: entry.ratingCopy } : { rating: entry[field] }),
    }));
  return {
    ...named,
    id: courseId(course.golflinkCourseId),
    timeZone: timeZone ?? TIME_ZONES[course.state],
    holes: holes.toSorted((one, other) => one.number - other.number),
    slopeRatings: ratingsOf('slope'),
    scratchRatings: ratingsOf('scratch'),
    parRatings: ratingsOf('par'),
    image: small && large ? { small: addressOf(small), large: addressOf(large) } : null,
  };
}

const COURSE_PICTURE_ADDRESS = '/api/courses/pictures/';
const addressOf = ({ id }: { id: string }): { url: string } => ({ url: COURSE_PICTURE_ADDRESS + id });

/** Adds new courses, updates known ones under their old id, and removes unused pictures. Matches keep their cards. */
export async function saveCourses(
  client: Client,
  courses: readonly CourseInput[],
  pictures: LoadedPictures = new Map(),
): Promise<Saved> {
  // A course has two unique keys, but `on conflict` handles a race on only one of them: hence the lock.
  return withLock(client, 'app.courses', async () => {
    for (const { id, webp } of [...pictures.values()].flat()) await client.query(SAVE_PICTURE, [id, webp]);
    const columns = courses.map((course) => columnsOf(courseRow(course, pictures)));
    const { rows } = await client.query<{ added: boolean }>(SAVE, [JSON.stringify(columns)]);
    await client.query(REMOVE_UNSHOWN_PICTURES, [COURSE_PICTURE_ADDRESS]);
    const added = rows.filter((row) => row.added).length;
    return { added, changed: rows.length - added, unchanged: courses.length - rows.length };
  });
}

const columnsOf = (row: CourseRow): object =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key.replace(/[A-Z]/g, '_$&').toLowerCase(), value]));

const CHANGING =
  'name club_name course_name state time_zone tees holes slope_ratings scratch_ratings par_ratings image'.split(' ');
const COLUMNS = ['id', 'golflink_course_id', ...CHANGING].join(', ');
const listOf = (table: string): string => CHANGING.map((name) => `${table}.${name}`).join(', ');

const SAVE = `
  insert into app.courses as course (${COLUMNS})
  select ${COLUMNS} from jsonb_populate_recordset(null::app.courses, $1)
  on conflict (golflink_course_id) do update set (${CHANGING.join(', ')}) = row (${listOf('excluded')})
  where (${listOf('course')}) is distinct from (${listOf('excluded')})
  returning (course.xmax = 0) as added`;

const SAVE_PICTURE = 'insert into app.course_pictures (id, webp) values ($1, $2) on conflict do nothing';
const REMOVE_UNSHOWN_PICTURES = `
  delete from app.course_pictures where $1 || id not in
    (select size.value->>'url' from app.courses, jsonb_each(image) size where image is not null)`;
