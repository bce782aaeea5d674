import { Injectable } from '@nestjs/common';
import { LIMITS } from '@fairmark/contract';
import { CourseRow } from '@fairmark/server';
import { DataSource } from 'typeorm';
import { likeLiteral } from '../platform/like-literal.js';

/** Finds courses. They change by an import alone (cli/src/import/courses.command.ts). */
@Injectable()
export class CourseCatalogue {
  constructor(private readonly database: DataSource) {}

  /** The course, or null. `id` is a UUID. */
  byId(id: string): Promise<CourseRow | null> {
    return this.database.getRepository(CourseRow).findOneBy({ id });
  }

  /** The bytes of a course's picture (WebP), or null. `id` is the end of its address. */
  async picture(id: string): Promise<Buffer | null> {
    const rows: { webp: Buffer }[] = await this.database.query('select webp from app.course_pictures where id = $1', [
      id,
    ]);
    return rows[0]?.webp ?? null;
  }

  /** Courses whose club, course or full name contains the text, whatever its case, in order of name; the first ones for ''. */
  search(text: string): Promise<CourseRow[]> {
    const literal = likeLiteral(text);
    const query = this.database.getRepository(CourseRow).createQueryBuilder('course');
    if (literal !== '') {
      query.where("course.search_text like lower(:pattern) escape '\\'", { pattern: `%${literal}%` });
    }
    return query.orderBy('lower(course.name)').addOrderBy('course.id').limit(LIMITS.courseSearchResults).getMany();
  }
}
