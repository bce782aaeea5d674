import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Mails that the log causes: when they are due, what they are about (ids alone), and how far the log has been read for them.
 * A build that knows nothing of them passes over their rows, and this one finds them again.
 */
export class Mails1763600500000 implements MigrationInterface {
  readonly name = 'Mails1763600500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table app.mail_outbox
        add column about jsonb,
        add column due_at timestamptz not null default now();
      create index mail_outbox_due on app.mail_outbox (due_at) where queued_at is null;
      create index mail_outbox_open on app.mail_outbox (queued_at)
        where sent_at is null and (link_token is not null or about is not null);
      create table app.mail_checkpoint (
        one boolean primary key default true check (one),
        log_id text not null,
        position bigint
      );
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: start the previous build instead, its schema is still there');
  }
}
