import path from 'node:path';
import type { Client } from 'pg';
import { byLine, readEntries, readStart, type Problem } from '../courses/import/entry-file.js';
import { withDatabase, withLock } from '../database/queries.js';
import { loadPictures, type LoadedPictures } from '../courses/import/load-pictures.js';
import type { StoredAdvertImage } from '../database/entities.js';
import { ADVERT_PICTURE } from '../pictures/club-picture.js';
import { byCourse, SPONSOR_FILE, type LocatedRecord } from './read-sponsors.js';
import type { SponsorRecord } from './sponsor-file.js';

/** What an import changed at one course. */
export interface SavedCourse {
  name: string;
  adverts: number;
  advertsBefore: number;
  hasDefault: boolean;
}

export type ImportedSponsors = { ok: true; courses: SavedCourse[] } | { ok: false; problems: Problem[] };

interface KnownCourse {
  id: string;
  number: string;
  name: string;
  /** IANA name; an advert's days are days in this zone. */
  timeZone: string;
  sponsored: boolean;
}

/** Replaces all adverts of every course in a file; nothing if it has problems. Throws without file or database. */
export async function importSponsors(
  file: string,
  databaseUrl: string,
  { whereNone = false }: { whereNone?: boolean } = {},
): Promise<ImportedSponsors> {
  const { entries: records, problems } = readEntries(path.basename(file), await readStart(file), SPONSOR_FILE);
  return withDatabase(databaseUrl, async (client) => {
    const courses = byCourse(records);
    const known = await knownCourses(client, [...courses.keys()]);
    for (const [number, [first]] of courses) {
      if (known.has(number)) continue;
      first?.refuse(['golflinkCourseId'], 'is not the number of a known course: import the course first');
    }
    const wanted = records.filter(({ entry }) => !(whereNone && known.get(entry.golflinkCourseId)?.sponsored));
    const pictures = await loadPictures(file, wanted, ADVERT_PICTURE);
    if (problems.length > 0) return { ok: false, problems: problems.sort(byLine) };
    return { ok: true, courses: await saveSponsors(client, byCourse(wanted), pictures) };
  });
}

/** Removes a course's adverts and default; null if there is no course with this number. */
export async function removeSponsors(golflinkCourseId: string, databaseUrl: string): Promise<SavedCourse | null> {
  return withDatabase(databaseUrl, async (client) => {
    const [removed = null] = await saveSponsors(client, new Map([[golflinkCourseId, []]]));
    return removed;
  });
}

/** The courses with these numbers, in their order; unknown numbers are left out. */
async function knownCourses(client: Client, numbers: readonly string[]): Promise<Map<string, KnownCourse>> {
  const { rows } = await client.query<KnownCourse>(
    `select id, golflink_course_id as number, name, time_zone as "timeZone",
            exists (select from app.adverts where course_id = course.id)
              or exists (select from app.default_adverts where course_id = course.id) as sponsored
       from app.courses course where golflink_course_id = any($1)
      order by array_position($1, golflink_course_id)`,
    [numbers],
  );
  return new Map(rows.map((row) => [row.number, row]));
}

/** Replaces adverts of known courses, and removes unused pictures. Days become moments, from midnight to midnight. */
function saveSponsors(
  client: Client,
  courses: ReadonlyMap<string, readonly LocatedRecord[]>,
  pictures: LoadedPictures = new Map(),
): Promise<SavedCourse[]> {
  return withLock(client, 'app.adverts', async () => {
    for (const { id, webp } of [...pictures.values()].flat()) await client.query(SAVE_PICTURE, [id, webp]);
    const saved: SavedCourse[] = [];
    for (const [number, { id, name, timeZone }] of await knownCourses(client, [...courses.keys()])) {
      const { rowCount: before } = await client.query('delete from app.adverts where course_id = $1', [id]);
      await client.query('delete from app.default_adverts where course_id = $1', [id]);
      const records = courses.get(number)?.map(({ entry }) => ({ ...entry, image: storedImage(entry, pictures) }));
      const rows = JSON.stringify(records ?? []);
      const { rowCount: adverts } = await client.query(SAVE_ADVERTS, [id, timeZone, rows]);
      const { rowCount: defaults } = await client.query(SAVE_DEFAULT, [id, rows]);
      saved.push({ name, adverts: adverts ?? 0, advertsBefore: before ?? 0, hasDefault: defaults === 1 });
    }
    await client.query(REMOVE_UNSHOWN_PICTURES);
    return saved;
  });
}

function storedImage({ image, alt }: SponsorRecord, pictures: LoadedPictures): StoredAdvertImage | null {
  const sizes = image === null ? undefined : pictures.get(image);
  if (sizes === undefined || alt === null) return null;
  return { alt, sizes: sizes.map(({ id, width }) => ({ id, width })) };
}

const SAVE_PICTURE = `
  insert into app.advert_pictures (id, webp, imported) values ($1, $2, true)
  on conflict (id) do update set imported = true`;
const SAVE_ADVERTS = `
  insert into app.adverts (id, course_id, place, sponsor_name, text, slot, weekend_slot, image, starts_at, ends_at)
  select gen_random_uuid(), $1, row_number() over (order by at), "sponsorName", text, slot, "weekendSlot", image,
    "from"::timestamp at time zone $2, ("until" + 1)::timestamp at time zone $2
  from rows from (jsonb_to_recordset($3) as (
    record text, "sponsorName" text, text text, slot smallint, "weekendSlot" smallint, image jsonb, "from" date, "until" date
  )) with ordinality advert (record, "sponsorName", text, slot, "weekendSlot", image, "from", "until", at)
  where record = 'advert'`;
const SAVE_DEFAULT = `
  insert into app.default_adverts (course_id, text, image)
  select $1, text, image from jsonb_to_recordset($2) as advert (record text, text text, image jsonb)
  where record = 'default'`;
const REMOVE_UNSHOWN_PICTURES = `
  delete from app.advert_pictures where imported and id not in
    (select size->>'id'
       from (select image from app.adverts union all select image from app.default_adverts) shown,
            jsonb_array_elements(shown.image->'sizes') size)`;
