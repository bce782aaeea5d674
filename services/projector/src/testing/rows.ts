import { randomUUID } from 'node:crypto';
import type { Gender } from '@fairmark/contract';
import type { Pool } from 'pg';

/** The password of every account that a test makes. */
export const PASSWORD = 'a long walk spoiled';
/** Its hash at the least cost. */
const HASH = '$argon2id$v=19$m=8,t=1,p=1$Dp/WkIhp9WAot8DlcYbdCg$W6TLpeSyhagJAxEMN5LxUC6O7j4rR5CrZ+Muvqy6Q3g';

export interface GolferRow {
  id: string;
  fullName: string;
  email: string;
  golflinkNumber: string;
  handicap: number;
  gender: Gender;
  verified: boolean;
}

/** Inserts an account. */
export async function addGolfer(pool: Pool, given: Partial<GolferRow> = {}): Promise<GolferRow> {
  const { id = randomUUID(), fullName = 'Kim Nguyen', golflinkNumber = '1234567', verified = true } = given;
  const { email = `golfer.${id.slice(0, 8)}@golfers.test`, handicap = 9.1, gender = 'FEMALE' } = given;
  await pool.query(
    `insert into app.users (id, full_name, email, golflink_number, handicap, gender, password_hash, email_verified_at)
     values ($1, $2, $3, $4, $5, $6, $7, case when $8 then now() end)`,
    [id, fullName, email, golflinkNumber, handicap, gender, HASH, verified],
  );
  return { id, fullName, email, golflinkNumber, handicap, gender, verified };
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
