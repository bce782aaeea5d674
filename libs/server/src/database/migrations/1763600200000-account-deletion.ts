import type { Migration } from './migration.js';

/** An account that is being deleted is out of everything at once; its row goes when its matches have let it go. */
export const accountDeletion: Migration = {
  name: 'AccountDeletion1763600200000',
  sql: `
    alter table app.users add column deletion_requested_at timestamptz;
    create index users_deletion on app.users (deletion_requested_at) where deletion_requested_at is not null;
    create index users_search on app.users using gin (lower(full_name) gin_trgm_ops);
  `,
};
