/** Columns of schema app with personal data, which must vanish with the account, and expression indexes on them. */
const PERSONAL = {
  users: ['full_name', 'email', 'golflink_number', 'password_hash', 'avatar'],
  avatars: ['id', 'webp'],
  mail_links: ['token_hash'],
  mail_outbox: ['link_token'],
};
const PERSONAL_INDEXES = ['users_email', 'users_name', 'users_search'];

const NO_SAMPLES = [
  ...Object.entries(PERSONAL).flatMap(([table, columns]) => columns.map((column) => noSamples('table', table, column))),
  ...PERSONAL_INDEXES.map((index) => noSamples('index', index, 'lower')),
].join('\n');

/** Postgres before 18 lacks the function; there, samples taken under an earlier build remain. */
function noSamples(kind: 'table' | 'index', relation: string, column: string): string {
  return `
    alter ${kind} app.${relation} alter column ${kind === 'table' ? column : 1} set statistics 0;
    do $$ begin
      if to_regproc('pg_catalog.pg_clear_attribute_stats') is not null then
        perform pg_clear_attribute_stats('app', '${relation}', '${column}', false);
      end if;
    end $$;`;
}

export const MAILS_OVERSIGHT = {
  // Mails caused by events: when they are due, what they are about (only ids), and the checkpoint of the reactor
  // that adds them. An earlier build ignores these rows, and this build finds them again.
  Mails1763600500000: `
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
  `,
  // Postgres keeps samples of column values for its planner, and those of a deleted account stay until the next
  // ANALYZE. Takes no more samples of personal data, and discards those that were taken.
  NoSamples1763600600000: NO_SAMPLES,
  // Whether an import added a picture; a content service may have provided the same one. The earlier build, which
  // may still run, does not set it: the default keeps the pictures that its imports add.
  ImportedPictures1763600700000: `
    alter table app.advert_pictures add column imported boolean not null default true;
    update app.advert_pictures set imported = false where fetched_at is not null;
  `,
  // Roles of auditors, support staff and committees, the append-only record of audit reads, notes of committees,
  // requested rebuilds, and anchors of the log.
  Oversight1763600800000: `
    create table app.user_roles (
      user_id uuid not null references app.users (id) on delete cascade,
      role text not null check (role in ('AUDITOR', 'SUPPORT', 'COMMITTEE')),
      course_id uuid references app.courses (id) on delete cascade,
      granted_at timestamptz not null default now(),
      granted_by text not null,
      check ((role = 'COMMITTEE') = (course_id is not null))
    );
    create unique index user_roles_once on app.user_roles (user_id, role, course_id) nulls not distinct;
    create table app.audit_reads (
      id uuid primary key,
      read_at timestamptz not null default clock_timestamp(),
      reader text not null,
      way text not null check (way in ('WEB', 'CLI')),
      what text not null,
      subject text not null
    );
    create index audit_reads_time on app.audit_reads (read_at);
    create index audit_reads_subject on app.audit_reads (subject, read_at);
    create function app.refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception '% of %.%: it is only ever added to', tg_op, tg_table_schema, tg_table_name
        using errcode = 'restrict_violation';
    end $$;
    create trigger unchangeable before update or delete or truncate on app.audit_reads
      for each statement execute function app.refuse_change();
    create table app.correction_notes (
      command_id uuid not null,
      match_id uuid not null,
      user_id uuid not null references app.users (id) on delete cascade,
      written_by uuid not null references app.users (id) on delete cascade,
      salt text not null,
      note text not null,
      created_at timestamptz not null default now(),
      primary key (command_id, match_id)
    );
    create index correction_notes_match on app.correction_notes (match_id);
    create index correction_notes_user on app.correction_notes (user_id);
    create index correction_notes_writer on app.correction_notes (written_by);
    alter table app.correction_notes alter column salt set statistics 0, alter column note set statistics 0;
    create table app.rebuild_jobs (
      id uuid primary key,
      projection text not null,
      state text not null check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED', 'CANCELLED')),
      phase text,
      events bigint not null default 0,
      total bigint,
      events_per_second integer,
      seconds_left integer,
      requested_by text not null,
      requested_at timestamptz not null default clock_timestamp(),
      heard_at timestamptz,
      cancel_requested boolean not null default false,
      ended_at timestamptz,
      message text
    );
    create unique index rebuild_jobs_open on app.rebuild_jobs (projection) where state in ('WAITING', 'RUNNING');
    create index rebuild_jobs_latest on app.rebuild_jobs (projection, requested_at desc);
    create table app.anchors (
      position bigint primary key,
      body text not null,
      kept_by text[] not null default '{}',
      made_at timestamptz not null default clock_timestamp()
    );
  `,
};
