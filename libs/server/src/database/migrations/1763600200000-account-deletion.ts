import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An account that is being deleted is out of everything at once; its row goes when its matches have let it go. */
export class AccountDeletion1763600200000 implements MigrationInterface {
  readonly name = 'AccountDeletion1763600200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table app.users add column deletion_requested_at timestamptz;
      create index users_deletion on app.users (deletion_requested_at) where deletion_requested_at is not null;
      create index users_search on app.users using gin (lower(full_name) gin_trgm_ops);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: start the previous build instead, its schema is still there');
  }
}
