import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sponsors' adverts of courses, what stands in their place, and the pictures of both. */
export class Adverts1763600400000 implements MigrationInterface {
  readonly name = 'Adverts1763600400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table app.advert_pictures (
        id text primary key,
        webp bytea not null,
        fetched_at timestamptz
      );
      create index advert_pictures_fetched on app.advert_pictures (fetched_at) where fetched_at is not null;
      create table app.adverts (
        id uuid primary key,
        course_id uuid not null references app.courses (id) on delete cascade,
        place integer not null,
        sponsor_name text not null,
        text text not null,
        slot smallint check (slot between 1 and 18),
        weekend_slot smallint check (weekend_slot between 1 and 2),
        starts_at timestamptz,
        ends_at timestamptz check (ends_at > starts_at),
        image jsonb,
        unique (course_id, place)
      );
      create table app.default_adverts (
        course_id uuid primary key references app.courses (id) on delete cascade,
        text text not null,
        image jsonb
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: start the previous build instead, its schema is still there');
  }
}
