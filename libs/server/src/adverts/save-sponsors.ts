import { randomUUID } from 'node:crypto';
import type { StoredAdvertImage } from '../database/entities.js';
import type { Client } from 'pg';
import { withLock } from '../courses/import/import-database.js';
import type { LoadedPictures } from '../courses/import/load-pictures.js';
import type { DrawnSize } from './advert-picture.js';
import type { SponsorRecord } from './sponsor-file.js';

/** A course and its new adverts. */
export interface SponsoredCourse {
  id: string;
  name: string;
  /** IANA name; an advert's days are days in this zone. */
  timeZone: string;
  records: readonly SponsorRecord[];
}

/** What an import changed at one course. */
export interface SavedCourse {
  name: string;
  adverts: number;
  advertsBefore: number;
  hasDefault: boolean;
}

/** Replaces adverts of courses, and removes unused pictures. Days become moments, from midnight to midnight. */
export async function saveSponsors(
  client: Client,
  courses: readonly SponsoredCourse[],
  pictures: LoadedPictures<DrawnSize[]>,
): Promise<SavedCourse[]> {
  return withLock(client, 'app.adverts', async () => {
    const saved: SavedCourse[] = [];
    await savePictures(client, pictures);
    for (const course of courses) saved.push(await saveCourse(client, course, pictures));
    await removeUnshownPictures(client);
    return saved;
  });
}

async function savePictures(client: Client, pictures: LoadedPictures<DrawnSize[]>): Promise<void> {
  for (const { id, webp } of [...pictures.values()].flat()) {
    await client.query(
      'insert into app.advert_pictures (id, webp, imported) values ($1, $2, true) on conflict (id) do update set imported = true',
      [id, webp],
    );
  }
}

async function saveCourse(
  client: Client,
  course: SponsoredCourse,
  pictures: LoadedPictures<DrawnSize[]>,
): Promise<SavedCourse> {
  const { rowCount } = await client.query('delete from app.adverts where course_id = $1', [course.id]);
  await client.query('delete from app.default_adverts where course_id = $1', [course.id]);
  let adverts = 0;
  for (const record of course.records) {
    const image = JSON.stringify(storedImage(record, pictures));
    if (record.record === 'default') {
      await client.query(SAVE_DEFAULT, [course.id, record.text, image]);
    } else {
      adverts += 1;
      const { sponsorName, text, slot, weekendSlot, from, until } = record;
      const values = [course.id, adverts, sponsorName, text, slot, weekendSlot, image, from, until, course.timeZone];
      await client.query(SAVE_ADVERT, [randomUUID(), ...values]);
    }
  }
  const hasDefault = course.records.some(({ record }) => record === 'default');
  return { name: course.name, adverts, advertsBefore: rowCount ?? 0, hasDefault };
}

const SAVE_DEFAULT = `
  insert into app.default_adverts (course_id, text, image) values ($1, $2, nullif($3::jsonb, 'null'))`;
const SAVE_ADVERT = `
  insert into app.adverts (id, course_id, place, sponsor_name, text, slot, weekend_slot, image, starts_at, ends_at)
  values ($1, $2, $3, $4, $5, $6, $7, nullif($8::jsonb, 'null'),
          $9::date::timestamp at time zone $11, ($10::date + 1)::timestamp at time zone $11)`;

function storedImage({ image, alt }: SponsorRecord, pictures: LoadedPictures<DrawnSize[]>): StoredAdvertImage | null {
  const sizes = image === null ? undefined : pictures.get(image);
  if (sizes === undefined || alt === null) return null;
  return { alt, sizes: sizes.map(({ id, width }) => ({ id, width })) };
}

async function removeUnshownPictures(client: Client): Promise<void> {
  await client.query(
    `delete from app.advert_pictures where imported and id not in
       (select size->>'id'
          from (select image from app.adverts union all select image from app.default_adverts) shown,
               jsonb_array_elements(shown.image->'sizes') size)`,
  );
}
