import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A step of schema `app`. It only goes forward: the previous build still works on what it leaves. */
export interface Migration {
  /** Frozen; its last 13 digits order the migrations. */
  readonly name: string;
  readonly sql: string;
}

/** A migration as TypeORM wants it. */
export const migrationClass = ({ name, sql }: Migration): new () => MigrationInterface =>
  class {
    readonly name = name;

    async up(runner: QueryRunner): Promise<void> {
      await runner.query(sql);
    }

    async down(): Promise<void> {
      throw new Error('Migrations only go forward: start the previous build instead, its schema is still there');
    }
  };
