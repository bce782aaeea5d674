import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';

export interface GolferRow {
  id: string;
  fullName: string;
  email: string;
  verified: boolean;
}

/** Inserts an account. */
export async function addGolfer(pool: Pool, given: Partial<GolferRow> = {}): Promise<{ id: string; email: string }> {
  const id = given.id ?? randomUUID();
  const { fullName = 'Kim Nguyen', email = `golfer.${id.slice(0, 8)}@golfers.test`, verified = true } = given;
  await pool.query(
    `insert into app.users (id, full_name, email, golflink_number, handicap, gender, password_hash, email_verified_at)
     values ($1, $2, $3, '1234567', 9.1, 'FEMALE', 'x', case when $4 then now() end)`,
    [id, fullName, email, verified],
  );
  return { id, email };
}

/** Inserts a course without tees and holes. */
export async function addCourse(pool: Pool, id: string, name: string, golflinkCourseId: string): Promise<void> {
  await pool.query(
    `insert into app.courses (id, name, club_name, course_name, state, time_zone, golflink_course_id, tees, holes,
       slope_ratings, scratch_ratings, par_ratings)
     values ($1, $2, 'Club', 'Main', 'VIC', 'Australia/Melbourne', $3, '[]', '[]', '[]', '[]', '[]')`,
    [id, name, golflinkCourseId],
  );
}
