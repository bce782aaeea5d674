import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Anchors of a log that was copied into another store follow on those of the log before, at positions of its own. */
export class AnchorParts1763601200000 implements MigrationInterface {
  readonly name = 'AnchorParts1763601200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- 1: of the log that was anchored first; one more for each into which that was copied since.
      alter table app.anchors add column part smallint not null default 1 check (part > 0);
      alter table app.anchors drop constraint anchors_pkey, add primary key (part, position);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: start the previous build instead, its schema is still there');
  }
}
