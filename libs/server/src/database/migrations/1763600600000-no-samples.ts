import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Columns of schema app that hold what must be gone with an account, and indexes on expressions of them. */
const COLUMNS = {
  users: ['full_name', 'email', 'golflink_number', 'password_hash', 'avatar'],
  avatars: ['id', 'webp'],
  mail_links: ['token_hash'],
  mail_outbox: ['link_token'],
};
const INDEXES = ['users_email', 'users_name', 'users_search'];

/**
 * Postgres keeps samples of every column for its planner, and those of a deleted account stay until the next look. No samples
 * are taken of personal data, and those that were taken are thrown away.
 */
export class NoSamples1763600600000 implements MigrationInterface {
  readonly name = 'NoSamples1763600600000';

  async up(runner: QueryRunner): Promise<void> {
    for (const [table, columns] of Object.entries(COLUMNS)) {
      for (const column of columns) {
        await runner.query(`alter table app.${table} alter column ${column} set statistics 0`);
        await clear(runner, table, column);
      }
    }
    for (const index of INDEXES) {
      await runner.query(`alter index app.${index} alter column 1 set statistics 0`);
      await clear(runner, index, 'lower');
    }
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: start the previous build instead, its schema is still there');
  }
}

/** Before Postgres 18 there is no such function: there, samples that an earlier build let be taken stay. */
async function clear(runner: QueryRunner, relation: string, column: string): Promise<void> {
  await runner.query(`
    do $$ begin
      if to_regproc('pg_catalog.pg_clear_attribute_stats') is not null then
        perform pg_clear_attribute_stats('app', '${relation}', '${column}', false);
      end if;
    end $$`);
}
