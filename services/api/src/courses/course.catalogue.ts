import { Inject, Injectable } from '@nestjs/common';
import { LIMITS } from '@fairmark/contract';
import { courseDay } from '@fairmark/events';
import { CourseRow } from '@fairmark/server/database/entities';
import type { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { Refusal } from '../http/refusal.js';
import { likeLiteral } from '../platform/like-literal.js';
import { CLOCK, PG_POOL, type Clock } from '../platform/tokens.js';

/** Finds courses, which only an import changes (cli/src/import/import.command.ts). */
@Injectable()
export class CourseCatalogue {
  constructor(
    private readonly database: DataSource,
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The course with this id. @throws Refusal COURSE_NOT_FOUND */
  async byId(id: string): Promise<CourseRow> {
    const course = await this.database.getRepository(CourseRow).findOneBy({ id });
    if (course === null) throw new Refusal('COURSE_NOT_FOUND');
    return course;
  }

  /** Today's date on the course's calendar. @throws Refusal COURSE_NOT_FOUND */
  async today(id: string): Promise<string> {
    // Leaderboards are read often and need only this column of the course.
    const { rows } = await this.pool.query<{ timeZone: string }>({
      name: 'time zone of a course',
      text: 'select time_zone as "timeZone" from app.courses where id = $1',
      values: [id],
    });
    const [course] = rows;
    if (course === undefined) throw new Refusal('COURSE_NOT_FOUND');
    return courseDay(course, this.clock().toISOString());
  }

  /** Courses whose club, course or full name contains the text, ignoring case, sorted by name; '' matches all. */
  search(text: string): Promise<CourseRow[]> {
    const literal = likeLiteral(text);
    const query = this.database.getRepository(CourseRow).createQueryBuilder('course');
    if (literal !== '') {
      query.where('course.search_text like lower(:pattern)', { pattern: `%${literal}%` });
    }
    return query.orderBy('lower(course.name)').addOrderBy('course.id').limit(LIMITS.courseSearchResults).getMany();
  }
}
