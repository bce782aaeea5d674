import { courseDay } from '@fairmark/events';
import { APP_SCHEMA } from '@fairmark/server';
import { Inject, Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { Refusal } from '../http/refusal.js';
import { CLOCK, PG_POOL, type Clock } from '../platform/tokens.js';

/** Which day it is on a course, by its own clock. */
@Injectable()
export class CourseDays {
  constructor(
    @Inject(PG_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Today's date on the course's own calendar.
   *
   * @throws Refusal COURSE_NOT_FOUND
   */
  async today(courseId: string): Promise<string> {
    // Of the whole course only this is needed, and a leaderboard is looked at often.
    const { rows } = await this.pool.query<{ timeZone: string }>({
      name: 'time zone of a course',
      text: `select time_zone as "timeZone" from ${APP_SCHEMA}.courses where id = $1`,
      values: [courseId],
    });
    const [course] = rows;
    if (course === undefined) throw new Refusal('COURSE_NOT_FOUND');
    return courseDay(course, this.clock().toISOString());
  }
}
