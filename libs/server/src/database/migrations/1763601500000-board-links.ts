import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links by which a board on the wall of a clubhouse shows a course without a sign-in. Of a token only its SHA-256 is stored. */
export class BoardLinks1763601500000 implements MigrationInterface {
  readonly name = 'BoardLinks1763601500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table app.board_links (
        id uuid primary key,
        course_id uuid not null references app.courses (id) on delete cascade,
        token_hash text not null unique,
        label text not null,
        made_at timestamptz not null,
        -- Who of the committee; null: the account is gone.
        made_by uuid references app.users (id) on delete set null,
        -- To a minute.
        last_used_at timestamptz
      );
      create index board_links_course on app.board_links (course_id);
      create index board_links_maker on app.board_links (made_by);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: start the previous build instead, its schema is still there');
  }
}
