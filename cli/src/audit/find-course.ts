import type { Course } from '@fairmark/contract';
import type { Queries } from '@fairmark/server';
import { Failed } from '../shell/failure.js';

type KnownCourse = Pick<Course, 'id' | 'name' | 'golflinkCourseId' | 'timeZone'>;

/** Courses with this id, number or name, or else with this text in a name: as many as an error message can list. */
const COURSES = `
  select json_build_object('id', id, 'name', name, 'golflinkCourseId', golflink_course_id, 'timeZone', time_zone) as course, exact
  from app.courses, lateral (select id::text = lower($1) or golflink_course_id = $1 or lower(name) = lower($1) as exact) named
  where exact or position(lower($1) in lower(name)) > 0 or position(lower($1) in lower(club_name)) > 0
  order by exact desc, name, golflink_course_id limit 10`;

/** Finds a course by id, five-digit number or full name, ignoring case. Throws `Failed` unless exactly one matches. */
export async function findCourse(database: Queries, given: string): Promise<KnownCourse> {
  const { rows } = await database.query<{ course: KnownCourse; exact: boolean }>(COURSES, [given.trim()]);
  const [first, second] = rows;
  if (first?.exact === true && second?.exact !== true) return first.course;
  const listed = rows.filter(({ exact }) => exact === first?.exact).map(({ course }) => describe(course));
  const lines = listed.join('\n');
  if (first?.exact === true) {
    throw new Failed(`More than one course is called '${given}'. Name one by its number:\n${lines}`, listed);
  }
  const hint = listed.length === 0 ? '' : ` Did you mean one of these?\n${lines}`;
  throw new Failed(
    `There is no course '${given}'. Name a course by its id, its five-digit GOLF Link number or its full name.${hint}`,
  );
}

const describe = ({ name, golflinkCourseId }: KnownCourse): string => `  ${golflinkCourseId}  ${name}`;
