import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What became of each nightly backup, for those who watch. */
export class Backups1763601600000 implements MigrationInterface {
  readonly name = 'Backups1763601600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table app.backups (
        made_at timestamptz primary key,
        folder text not null,
        -- Null: it was made, and nothing is wrong with it.
        problem text,
        events bigint,
        bytes bigint,
        -- Of the disk that the folder is on.
        free_bytes bigint not null
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: start the previous build instead, its schema is still there');
  }
}
