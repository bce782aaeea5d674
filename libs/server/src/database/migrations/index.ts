import type { MigrationInterface, QueryRunner } from 'typeorm';
import { ACCOUNTS_COURSES_ADVERTS } from './accounts-courses-adverts.js';
import { LIMITS_OPERATORS_DEVICES } from './limits-operators-devices.js';
import { MAILS_OVERSIGHT } from './mails-oversight.js';

/** In order, by the names recorded in databases. Never edit a released migration; a release only adds to the schema. */
export const MIGRATIONS = Object.entries({
  ...ACCOUNTS_COURSES_ADVERTS,
  ...MAILS_OVERSIGHT,
  ...LIMITS_OPERATORS_DEVICES,
}).map(([name, sql]) => forward(name, sql));

function forward(name: string, sql: string) {
  return class implements MigrationInterface {
    static readonly name = name;
    readonly name = name;

    async up(runner: QueryRunner): Promise<void> {
      await runner.query(sql);
    }

    async down(): Promise<void> {
      throw new Error('Migrations only go forward: start the previous build instead, its schema is still there');
    }
  };
}
