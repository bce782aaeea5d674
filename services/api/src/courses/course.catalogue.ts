import { Injectable } from '@nestjs/common';
import { LIMITS } from '@fairmark/contract';
import { CourseRow } from '@fairmark/platform';
import { DataSource } from 'typeorm';

/** Finds courses. They change by an import alone (import.main.ts). */
@Injectable()
export class CourseCatalogue {
  constructor(private readonly database: DataSource) {}

  /** The course, or null. `id` is a UUID. */
  byId(id: string): Promise<CourseRow | null> {
    return this.database.getRepository(CourseRow).findOneBy({ id });
  }

  /** The course of a club's number, or null: a golfer's home course (decisions C28). */
  byGolflinkCourseId(golflinkCourseId: string): Promise<CourseRow | null> {
    return this.database.getRepository(CourseRow).findOneBy({ golflinkCourseId });
  }

  /** Courses whose club, course or full name contains the text, whatever its case, in order of name; the first ones for ''. */
  search(text: string): Promise<CourseRow[]> {
    const wanted = text.trim().replaceAll(/\s+/g, ' ');
    const query = this.database.getRepository(CourseRow).createQueryBuilder('course');
    if (wanted !== '') {
      const escaped = wanted.replaceAll(/[\\%_]/g, String.raw`\$&`);
      query.where("course.search_text like lower(:pattern) escape '\\'", { pattern: `%${escaped}%` });
    }
    return query.orderBy('lower(course.name)').addOrderBy('course.id').limit(LIMITS.courseSearchResults).getMany();
  }
}
