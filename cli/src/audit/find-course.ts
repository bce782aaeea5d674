import type { Course } from '@fairmark/contract';
import type { Queries } from '@fairmark/server';
import { Failed } from '../shell/failure.js';

export type KnownCourse = Pick<Course, 'id' | 'name' | 'golflinkCourseId' | 'timeZone'>;

/** Finds a course by id, five-digit number or full name, ignoring case. Throws `Failed` unless exactly one matches. */
export async function findCourse(database: Queries, given: string): Promise<KnownCourse> {
  const named = 'id::text = lower($1) or golflink_course_id = $1 or lower(name) = lower($1)';
  const [only, ...others] = await coursesWhere(database, named, given);
  if (only !== undefined && others.length === 0) return only;
  if (only !== undefined) {
    const all = [only, ...others].map(describe);
    throw new Failed(`More than one course is called '${given}'. Name one by its number:\n${all.join('\n')}`, all);
  }
  const alike = 'position(lower($1) in lower(name)) > 0 or position(lower($1) in lower(club_name)) > 0';
  const rows = await coursesWhere(database, alike, given);
  const hint = rows.length === 0 ? '' : ` Did you mean one of these?\n${rows.map(describe).join('\n')}`;
  throw new Failed(
    `There is no course '${given}'. Name a course by its id, its five-digit GOLF Link number or its full name.${hint}`,
  );
}

/** At most as many courses as an error message can list. */
async function coursesWhere(database: Queries, condition: string, given: string): Promise<KnownCourse[]> {
  const { rows } = await database.query<KnownCourse>(
    `select id, name, golflink_course_id as "golflinkCourseId", time_zone as "timeZone" from app.courses
     where ${condition} order by name, golflink_course_id limit 10`,
    [given.trim()],
  );
  return rows;
}

const describe = ({ name, golflinkCourseId }: KnownCourse): string => `  ${golflinkCourseId}  ${name}`;
