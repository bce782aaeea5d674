export const ACCOUNTS_COURSES_ADVERTS = {
  // Accounts, sessions, mail links, the mail outbox and courses.
  Accounts1763600000000: `
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
  `,
  // Finds courses by any part of a name: a trigram index serves `like '%…%'`. Line breaks keep a search from
  // matching across two names.
  CourseSearch1763600100000: `
    create extension if not exists pg_trgm;
    alter table app.courses add column search_text text not null
      generated always as (lower(name || chr(10) || club_name || chr(10) || course_name)) stored;
    create index courses_search on app.courses using gin (search_text gin_trgm_ops);
    drop index app.courses_name;
    create index courses_name on app.courses (lower(name), id);
  `,
  // An account being deleted is hidden immediately; its row is deleted once it has left all of its matches.
  AccountDeletion1763600200000: `
    alter table app.users add column deletion_requested_at timestamptz;
    create index users_deletion on app.users (deletion_requested_at) where deletion_requested_at is not null;
    create index users_search on app.users using gin (lower(full_name) gin_trgm_ops);
  `,
  // Golfers' pictures, deleted with the account.
  Avatars1763600300000: `
    create table app.avatars (
      id text primary key,
      user_id uuid not null unique references app.users (id) on delete cascade,
      webp bytea not null,
      created_at timestamptz not null default now()
    );
  `,
  // Sponsors' adverts of courses, the defaults for other slots, and the pictures of both.
  Adverts1763600400000: `
    create table app.advert_pictures (
      id text primary key,
      webp bytea not null,
      fetched_at timestamptz
    );
    create index advert_pictures_fetched on app.advert_pictures (fetched_at) where fetched_at is not null;
    create table app.adverts (
      id uuid primary key,
      course_id uuid not null references app.courses (id) on delete cascade,
      place integer not null,
      sponsor_name text not null,
      text text not null,
      slot smallint check (slot between 1 and 18),
      weekend_slot smallint check (weekend_slot between 1 and 2),
      starts_at timestamptz,
      ends_at timestamptz check (ends_at > starts_at),
      image jsonb,
      unique (course_id, place)
    );
    create table app.default_adverts (
      course_id uuid primary key references app.courses (id) on delete cascade,
      text text not null,
      image jsonb
    );
  `,
};
