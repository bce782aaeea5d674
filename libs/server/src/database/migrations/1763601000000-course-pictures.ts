import type { Migration } from './migration.js';

/** Pictures of courses, in every size. Their ids are hashes of their bytes: `app.courses.image` holds their addresses. */
export const coursePictures: Migration = {
  name: 'CoursePictures1763601000000',
  sql: 'create table app.course_pictures (id text primary key, webp bytea not null)',
};
