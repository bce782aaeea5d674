export const LIMITS_OPERATORS_DEVICES = {
  // Uses of actions with a daily limit, by command, so that a retried command counts once.
  DailyCaps1763600900000: `
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
  `,
  // Pictures of courses, in every size. An id is the hash of the bytes; `app.courses.image` has the addresses.
  CoursePictures1763601000000: 'create table app.course_pictures (id text primary key, webp bytea not null)',
  // Blocked accounts, and an append-only record of what operators did to accounts and competitions. Acts hold
  // only ids; reasons are personal data, deleted with the account that they concern.
  OperatorActs1763601100000: `
    alter table app.users add column blocked_at timestamptz;
    create table app.operator_acts (
      id uuid primary key,
      done_at timestamptz not null default clock_timestamp(),
      operator text not null,
      act text not null,
      subject uuid not null
    );
    create index operator_acts_time on app.operator_acts (done_at);
    create trigger unchangeable before update or delete or truncate on app.operator_acts
      for each statement execute function app.refuse_change();
    create table app.operator_reasons (
      act_id uuid primary key references app.operator_acts (id),
      user_id uuid not null references app.users (id) on delete cascade,
      reason text not null
    );
    create index operator_reasons_user on app.operator_reasons (user_id);
    alter table app.operator_reasons alter column reason set statistics 0;
  `,
  // Anchors of a log that was copied into another store continue the chain of the old log, with new positions.
  AnchorParts1763601200000: `
    alter table app.anchors add column part smallint not null default 1 check (part > 0);
    alter table app.anchors drop constraint anchors_pkey, add primary key (part, position);
  `,
  // The device that opened a session, so that golfers can tell sessions apart, when the session was last used, and
  // when the password was last confirmed in it.
  Devices1763601400000: `
    alter table app.sessions
      add column device_id uuid,
      add column device text,
      add column used_at timestamptz not null default now(),
      add column confirmed_at timestamptz;
  `,
  // Links with which a screen in a clubhouse shows a course's board without a sign-in. Only the SHA-256 of a
  // token is stored.
  BoardLinks1763601500000: `
    create table app.board_links (
      id uuid primary key,
      course_id uuid not null references app.courses (id) on delete cascade,
      token_hash text not null unique,
      label text not null,
      made_at timestamptz not null,
      made_by uuid references app.users (id) on delete set null,
      last_used_at timestamptz
    );
    create index board_links_course on app.board_links (course_id);
    create index board_links_maker on app.board_links (made_by);
  `,
  // The outcome of each nightly backup, for monitoring.
  Backups1763601600000: `
    create table app.backups (
      made_at timestamptz primary key,
      folder text not null,
      problem text,
      events bigint,
      bytes bigint,
      free_bytes bigint not null
    );
  `,
  // How often a golfer signed in, was refused or changed the password, by hour, without address or device.
  SignIns1763601700000: `
    create table app.sign_ins (
      user_id uuid not null references app.users (id) on delete cascade,
      hour timestamptz not null,
      kind text not null,
      times integer not null check (times > 0),
      primary key (user_id, hour, kind)
    );
    create index sign_ins_time on app.sign_ins (hour);
  `,
  // Role history. A trigger writes it, so that it includes changes by earlier builds and by plain SQL. It begins
  // with this migration. Ids stay after their accounts are deleted.
  RoleChanges1763601800000: `
    create table app.role_changes (
      id uuid primary key default gen_random_uuid(),
      changed_at timestamptz not null default clock_timestamp(),
      change text not null check (change in ('GRANTED', 'REVOKED')),
      user_id uuid not null,
      role text not null,
      course_id uuid,
      changed_by text
    );
    create index role_changes_time on app.role_changes (changed_at);
    create trigger unchangeable before update or delete or truncate on app.role_changes
      for each statement execute function app.refuse_change();
    create function app.keep_role_change() returns trigger language plpgsql as $$
    declare
      changed app.user_roles := case tg_op when 'DELETE' then old else new end;
    begin
      -- A restore brings the history before the roles.
      if tg_op = 'INSERT' and 'GRANTED' = (
        select change from app.role_changes
        where (user_id, role) = (changed.user_id, changed.role) and course_id is not distinct from changed.course_id
        order by changed_at desc limit 1
      ) then
        return null;
      end if;
      insert into app.role_changes (change, user_id, role, course_id, changed_by)
      values (case tg_op when 'DELETE' then 'REVOKED' else 'GRANTED' end, changed.user_id, changed.role, changed.course_id,
        case tg_op when 'DELETE' then nullif(current_setting('fairmark.operator', true), '') else changed.granted_by end);
      return null;
    end $$;
    insert into app.role_changes (change, user_id, role, course_id, changed_by)
      select 'GRANTED', user_id, role, course_id, granted_by from app.user_roles;
    create trigger kept after insert or delete on app.user_roles
      for each row execute function app.keep_role_change();
    create trigger unchangeable before update or truncate on app.user_roles
      for each statement execute function app.refuse_change();
  `,
  // Authenticators of golfers with a role (RFC 6238), and when a session last proved possession of one.
  SecondFactors1763601900000: `
    create table app.second_factors (
      user_id uuid primary key references app.users (id) on delete cascade,
      secret text not null,
      confirmed_at timestamptz,
      last_step bigint not null default 0
    );
    alter table app.second_factors alter column secret set statistics 0;
    alter table app.sessions add column proved_at timestamptz;
  `,
  // Phones type names without accents: "zoe" finds Zoë. No statement used the other indexes.
  PlainNames1763602000000: `
    create function app.plain_name(name text) returns text immutable parallel safe language sql
      return regexp_replace(normalize(lower(name), NFD), '[\\u0300-\\u036f]', '', 'g');
    drop index app.users_search, app.users_name, app.mail_outbox_waiting, app.mail_outbox_due;
    create index users_search on app.users using gin (app.plain_name(full_name) gin_trgm_ops);
    alter index app.users_search alter column 1 set statistics 0;
  `,
};
