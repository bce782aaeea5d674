import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds courses by any part of a name: a trigram index serves `like '%…%'`. Lines keep one name from running into the next. */
export class CourseSearch1763600100000 implements MigrationInterface {
  readonly name = 'CourseSearch1763600100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create extension if not exists pg_trgm;
      alter table app.courses add column search_text text not null
        generated always as (lower(name || chr(10) || club_name || chr(10) || course_name)) stored;
      create index courses_search on app.courses using gin (search_text gin_trgm_ops);
      drop index app.courses_name;
      create index courses_name on app.courses (lower(name), id);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: start the previous build instead, its schema is still there');
  }
}
