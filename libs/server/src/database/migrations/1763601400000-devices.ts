import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which device opened a session, for the golfer to tell them apart, when it was last used, and when its password was confirmed. */
export class Devices1763601400000 implements MigrationInterface {
  readonly name = 'Devices1763601400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table app.sessions
        add column device_id uuid,
        add column device text,
        add column used_at timestamptz not null default now(),
        add column confirmed_at timestamptz;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: start the previous build instead, its schema is still there');
  }
}
