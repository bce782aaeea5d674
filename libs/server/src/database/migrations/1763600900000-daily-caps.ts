import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What golfers did that a day has a limit for, by the command that did it: a command that is sent again counts once. */
export class DailyCaps1763600900000 implements MigrationInterface {
  readonly name = 'DailyCaps1763600900000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table app.capped_uses (
        command_id uuid not null,
        cap text not null,
        user_id uuid not null references app.users (id) on delete cascade,
        uses integer not null check (uses > 0),
        used_at timestamptz not null,
        primary key (command_id, cap)
      );
      create index capped_uses_golfer on app.capped_uses (user_id, cap, used_at);
      create index capped_uses_time on app.capped_uses (used_at);
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: start the previous build instead, its schema is still there');
  }
}
