import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Blocked accounts, and what operators did to accounts and competitions. Acts can only be added to and hold ids alone; why they were
 * done are a person's words, which go with the account that they are about.
 */
export class OperatorActs1763601100000 implements MigrationInterface {
  readonly name = 'OperatorActs1763601100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table app.users add column blocked_at timestamptz;

      create table app.operator_acts (
        id uuid primary key,
        done_at timestamptz not null default clock_timestamp(),
        -- FAIRMARK_OPERATOR, or the account on the operator's machine.
        operator text not null,
        act text not null,
        -- A golfer's id or a competition's.
        subject uuid not null
      );
      create index operator_acts_time on app.operator_acts (done_at);
      create trigger unchangeable before update or delete or truncate on app.operator_acts
        for each statement execute function app.refuse_change();

      create table app.operator_reasons (
        act_id uuid primary key references app.operator_acts (id),
        -- Whose account, or who hosted the competition.
        user_id uuid not null references app.users (id) on delete cascade,
        reason text not null
      );
      create index operator_reasons_user on app.operator_reasons (user_id);
      alter table app.operator_reasons alter column reason set statistics 0;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: start the previous build instead, its schema is still there');
  }
}
