import type { Queries } from '@fairmark/server';
import { Failed } from '../shell/failure.js';

/** A course as commands name it. */
export interface KnownCourse {
  id: string;
  name: string;
  golflinkCourseId: string;
  timeZone: string;
}

interface CourseRow {
  id: string;
  name: string;
  golflink_course_id: string;
  time_zone: string;
}

/** Courses that a message lists. */
const SHOWN = 10;

/** The course that somebody names by its id, its five digits or its whole name, however it is written. Throws `Failed`. */
export async function findCourse(database: Queries, given: string): Promise<KnownCourse> {
  const { rows } = await database.query<CourseRow>(
    `select id, name, golflink_course_id, time_zone from app.courses
     where id::text = lower($1) or golflink_course_id = $1 or lower(name) = lower($1)
     order by name, golflink_course_id limit ${SHOWN}`,
    [given.trim()],
  );
  const [only, another] = rows;
  if (only !== undefined && another === undefined) return knownCourse(only);
  if (only !== undefined) {
    const all = rows.map(inWords);
    throw new Failed(`More than one course is called '${given}'. Name one by its number:\n${all.join('\n')}`, all);
  }
  throw new Failed(await noSuchCourse(database, given));
}

async function noSuchCourse(database: Queries, given: string): Promise<string> {
  const { rows } = await database.query<CourseRow>(
    `select id, name, golflink_course_id, time_zone from app.courses
     where position(lower($1) in lower(name)) > 0 or position(lower($1) in lower(club_name)) > 0
     order by name, golflink_course_id limit ${SHOWN}`,
    [given.trim()],
  );
  const hint = rows.length === 0 ? '' : ` Did you mean one of these?\n${rows.map(inWords).join('\n')}`;
  return `There is no course '${given}': it is named by its id, its five-digit GOLF Link number, or its whole name.${hint}`;
}

function inWords({ name, golflink_course_id: number }: CourseRow): string {
  return `  ${number}  ${name}`;
}

function knownCourse({ id, name, golflink_course_id: golflinkCourseId, time_zone: timeZone }: CourseRow): KnownCourse {
  return { id, name, golflinkCourseId, timeZone };
}
