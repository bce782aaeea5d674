import type { Migration } from './migration.js';

/** Finds courses by any part of a name: a trigram index serves `like '%…%'`. Lines keep one name from running into the next. */
export const courseSearch: Migration = {
  name: 'CourseSearch1763600100000',
  sql: `
    create extension if not exists pg_trgm;
    alter table app.courses add column search_text text not null
      generated always as (lower(name || chr(10) || club_name || chr(10) || course_name)) stored;
    create index courses_search on app.courses using gin (search_text gin_trgm_ops);
    drop index app.courses_name;
    create index courses_name on app.courses (lower(name), id);
  `,
};
