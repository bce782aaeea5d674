import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts, sessions, mail links, the mail outbox and courses. */
export class Accounts1763600000000 implements MigrationInterface {
  readonly name = 'Accounts1763600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table app.users (
        id uuid primary key,
        full_name text not null,
        email text not null,
        golflink_number text not null,
        handicap double precision not null,
        gender text not null check (gender in ('FEMALE', 'MALE')),
        password_hash text not null,
        avatar text,
        email_verified_at timestamptz,
        token_version integer not null default 1,
        created_at timestamptz not null default now()
      );
      create unique index users_email on app.users (lower(email));
      create index users_name on app.users (lower(full_name) text_pattern_ops);
      create table app.sessions (
        id uuid primary key,
        user_id uuid not null references app.users (id) on delete cascade,
        created_at timestamptz not null default now(),
        expires_at timestamptz not null,
        ended_at timestamptz
      );
      create index sessions_user on app.sessions (user_id);
      create table app.mail_links (
        token_hash text primary key,
        user_id uuid not null references app.users (id) on delete cascade,
        purpose text not null check (purpose in ('VERIFY', 'RESET')),
        expires_at timestamptz not null,
        used_at timestamptz,
        created_at timestamptz not null default now()
      );
      create index mail_links_user on app.mail_links (user_id);
      create table app.mail_outbox (
        cause text primary key,
        kind text not null,
        user_id uuid not null references app.users (id) on delete cascade,
        link_token text,
        created_at timestamptz not null default now(),
        queued_at timestamptz,
        sent_at timestamptz
      );
      create index mail_outbox_waiting on app.mail_outbox (created_at) where queued_at is null;
      create index mail_outbox_user on app.mail_outbox (user_id);
      create table app.courses (
        id uuid primary key,
        name text not null,
        club_name text not null,
        course_name text not null,
        state text not null,
        time_zone text not null,
        golflink_course_id text not null unique,
        tees jsonb not null,
        holes jsonb not null,
        slope_ratings jsonb not null,
        scratch_ratings jsonb not null,
        par_ratings jsonb not null,
        image jsonb
      );
      create index courses_name on app.courses (lower(name));
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: start the previous build instead, its schema is still there');
  }
}
