import path from 'node:path';
import type { Client } from 'pg';
import { readStart, type Problem } from '../courses/import/entry-file.js';
import { withDatabase } from '../courses/import/import-database.js';
import { loadPictures } from '../courses/import/load-pictures.js';
import { drawAdvertPicture } from './advert-picture.js';
import { byCourse, readSponsors, type LocatedRecord } from './read-sponsors.js';
import { saveSponsors, type SavedCourse } from './save-sponsors.js';
import { SPONSOR_BOUNDS } from './sponsor-file.js';

export type ImportedSponsors = { ok: true; courses: SavedCourse[] } | { ok: false; problems: Problem[] };

interface KnownCourse {
  id: string;
  number: string;
  name: string;
  timeZone: string;
  sponsored: boolean;
}

/** Replaces all adverts of every course in a file; nothing if it has problems. Throws without file or database. */
export async function importSponsors(
  file: string,
  databaseUrl: string,
  { whereNone = false }: { whereNone?: boolean } = {},
): Promise<ImportedSponsors> {
  const { records, problems } = readSponsors(path.basename(file), await readStart(file));
  return withDatabase(databaseUrl, async (client) => {
    const known = await knownCourses(client, records);
    for (const [number, [first]] of byCourse(records)) {
      const message = 'is not the number of a known course: import the course first';
      if (known.has(number) || first === undefined) continue;
      problems.push(first.problem({ path: ['golflinkCourseId'], message }));
    }
    const wanted = records.filter(({ entry }) => !(whereNone && known.get(entry.golflinkCourseId)?.sponsored));
    const loading = { folder: path.dirname(file), max: SPONSOR_BOUNDS.pictures, draw: drawAdvertPicture };
    const pictures = await loadPictures(wanted, loading, problems);
    if (problems.length > 0) return { ok: false, problems: problems.sort((one, other) => one.line - other.line) };
    const courses = [...byCourse(wanted)].flatMap(([number, ofCourse]) => {
      const course = known.get(number);
      return course === undefined ? [] : [{ ...course, records: ofCourse.map(({ entry }) => entry) }];
    });
    return { ok: true, courses: await saveSponsors(client, courses, pictures) };
  });
}

async function knownCourses(client: Client, records: readonly LocatedRecord[]): Promise<Map<string, KnownCourse>> {
  const { rows } = await client.query<KnownCourse>(
    `select id, golflink_course_id as number, name, time_zone as "timeZone",
            exists (select from app.adverts where course_id = course.id)
              or exists (select from app.default_adverts where course_id = course.id) as sponsored
       from app.courses course where golflink_course_id = any($1)`,
    [records.map(({ entry }) => entry.golflinkCourseId)],
  );
  return new Map(rows.map((row) => [row.number, row]));
}

/** Removes a course's adverts and default; null if there is no course with this number. */
export async function removeSponsors(golflinkCourseId: string, databaseUrl: string): Promise<SavedCourse | null> {
  return withDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<KnownCourse>(
      'select id, name, time_zone as "timeZone" from app.courses where golflink_course_id = $1',
      [golflinkCourseId],
    );
    const courses = rows.map((course) => ({ ...course, records: [] }));
    return (await saveSponsors(client, courses, new Map()))[0] ?? null;
  });
}
