import path from 'node:path';
import { importSponsors } from '@fairmark/server/adverts/import-sponsors';
import sharp from 'sharp';
import { TestFolder } from '../../testing/test-folder.js';

const REPOSITORY = path.resolve(import.meta.dirname, '../../../../..');

/** The invented sponsors of the demo's courses, and the examples of docs/adverts.md. */
export const DEMO_SPONSORS = path.join(REPOSITORY, 'cli/demo/sponsors.json');
export const EXAMPLE_JSON = path.join(REPOSITORY, 'docs/examples/sponsors.json');
export const EXAMPLE_CSV = path.join(REPOSITORY, 'docs/examples/sponsors.csv');

/** Lantern Bay East, of the demo courses. */
export const LANTERN_BAY = '30990';

/** An advert as a record of a file. */
export const advert = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  record: 'advert',
  golflinkCourseId: LANTERN_BAY,
  sponsorName: 'Tee & Sons',
  text: 'Everything for the first tee',
  slot: 1,
  ...fields,
});

/** The default advert of a course, as a record of a file. */
export const standIn = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  record: 'default',
  golflinkCourseId: LANTERN_BAY,
  text: 'Ask in the pro shop',
  ...fields,
});

/** A picture of one colour. */
export const plain = (width: number, height: number, background = '#0f4c35') =>
  sharp({ create: { width, height, channels: 3, background } });

export class ClubFolder extends TestFolder {
  /** Imports these records, which must have no problems. */
  async brings(records: object[], databaseUrl: string): Promise<void> {
    const imported = await importSponsors(this.file('club.json', records), databaseUrl);
    if (!imported.ok) throw new Error(JSON.stringify(imported.problems));
  }

  async picture(name: string, width = 400, height = 330, background = '#0f4c35'): Promise<string> {
    this.file(name, await plain(width, height, background).png().toBuffer());
    return name;
  }
}
