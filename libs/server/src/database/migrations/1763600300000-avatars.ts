import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Golfers' pictures, gone with the account. */
export class Avatars1763600300000 implements MigrationInterface {
  readonly name = 'Avatars1763600300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table app.avatars (
        id text primary key,
        user_id uuid not null unique references app.users (id) on delete cascade,
        webp bytea not null,
        created_at timestamptz not null default now()
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: start the previous build instead, its schema is still there');
  }
}
