import type { Migration } from './migration.js';

/** Golfers' pictures, gone with the account. */
export const avatars: Migration = {
  name: 'Avatars1763600300000',
  sql: `
    create table app.avatars (
      id text primary key,
      user_id uuid not null unique references app.users (id) on delete cascade,
      webp bytea not null,
      created_at timestamptz not null default now()
    );
  `,
};
