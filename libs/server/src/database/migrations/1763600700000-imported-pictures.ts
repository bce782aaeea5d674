import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether an import brought a picture, beside when a content service's was had: the same picture may be both. The earlier
 * build, which may still run, says nothing of it: the default keeps what its imports bring.
 */
export class ImportedPictures1763600700000 implements MigrationInterface {
  readonly name = 'ImportedPictures1763600700000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table app.advert_pictures add column imported boolean not null default true;
      update app.advert_pictures set imported = false where fetched_at is not null;
    `);
  }

  async down(): Promise<void> {
    throw new Error('Migrations only go forward: start the previous build instead, its schema is still there');
  }
}
