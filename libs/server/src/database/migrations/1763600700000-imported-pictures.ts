import type { Migration } from './migration.js';

/**
 * Whether an import brought a picture, beside when a content service's was had: the same picture may be both. The earlier
 * build, which may still run, says nothing of it: the default keeps what its imports bring.
 */
export const importedPictures: Migration = {
  name: 'ImportedPictures1763600700000',
  sql: `
    alter table app.advert_pictures add column imported boolean not null default true;
    update app.advert_pictures set imported = false where fetched_at is not null;
  `,
};
