import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pictures of courses, in every size. Their ids are hashes of their bytes: `app.courses.image` holds their addresses. */
export class CoursePictures1763601000000 implements MigrationInterface {
  readonly name = 'CoursePictures1763601000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table app.course_pictures (id text primary key, webp bytea not null)');
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: start the previous build instead, its schema is still there');
  }
}
