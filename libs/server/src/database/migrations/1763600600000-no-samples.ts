import type { Migration } from './migration.js';

/** Columns of schema app that hold what must be gone with an account, and indexes on expressions of them. */
const COLUMNS = {
  users: ['full_name', 'email', 'golflink_number', 'password_hash', 'avatar'],
  avatars: ['id', 'webp'],
  mail_links: ['token_hash'],
  mail_outbox: ['link_token'],
};
const INDEXES = ['users_email', 'users_name', 'users_search'];

/** Before Postgres 18 there is no such function: there, samples that an earlier build let be taken stay. */
const clear = (relation: string, column: string): string => `
  do $$ begin
    if to_regproc('pg_catalog.pg_clear_attribute_stats') is not null then
      perform pg_clear_attribute_stats('app', '${relation}', '${column}', false);
    end if;
  end $$;`;

const withoutSamples = (table: string, column: string): string => `
  alter table app.${table} alter column ${column} set statistics 0;
  ${clear(table, column)}`;

/**
 * Postgres keeps samples of every column for its planner, and those of a deleted account stay until the next look. No samples
 * are taken of personal data, and those that were taken are thrown away.
 */
export const noSamples: Migration = {
  name: 'NoSamples1763600600000',
  sql: [
    ...Object.entries(COLUMNS).flatMap(([table, columns]) => columns.map((column) => withoutSamples(table, column))),
    ...INDEXES.map((index) => `alter index app.${index} alter column 1 set statistics 0; ${clear(index, 'lower')}`),
  ].join('\n'),
};
