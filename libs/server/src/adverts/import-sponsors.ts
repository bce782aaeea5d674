import path from 'node:path';
import { Client } from 'pg';
import { importConnection } from '../courses/import/import-file.js';
import { loadPictures } from '../courses/import/load-pictures.js';
import type { Problem } from '../courses/import/problem.js';
import { readStart } from '../courses/import/text-file.js';
import { drawAdvertPicture } from './advert-picture.js';
import { byCourse, readSponsors, type LocatedRecord } from './read-sponsors.js';
import { saveSponsors, type SavedCourse, type SponsoredCourse } from './save-sponsors.js';
import { SPONSOR_BOUNDS } from './sponsor-file.js';

export type ImportedSponsors = { ok: true; courses: SavedCourse[] } | { ok: false; problems: Problem[] };

export interface SponsorImportOptions {
  /** Leaves courses alone that have an advert or a default already. */
  whereNone?: boolean;
}

interface KnownCourse {
  id: string;
  number: string;
  name: string;
  timeZone: string;
  sponsored: boolean;
}

/**
 * Imports a file of adverts, or nothing of it and every problem. The adverts of every course that it names are replaced.
 * Throws when the file or the database cannot be reached.
 */
export async function importSponsors(
  file: string,
  databaseUrl: string,
  { whereNone = false }: SponsorImportOptions = {},
): Promise<ImportedSponsors> {
  const { records, problems } = readSponsors(path.basename(file), await readStart(file));
  const client = new Client(importConnection(databaseUrl));
  await client.connect();
  try {
    const known = await knownCourses(client, records);
    problems.push(...unknownCourses(records, known));
    const wanted = records.filter(({ record }) => !(whereNone && known.get(record.golflinkCourseId)?.sponsored));
    const named = wanted.flatMap(({ record: { image }, problem }) =>
      image === null ? [] : [{ image, problem: (message: string) => problem({ path: ['image'], message }) }],
    );
    const loading = { folder: path.dirname(file), max: SPONSOR_BOUNDS.pictures, draw: drawAdvertPicture };
    const pictures = await loadPictures(named, loading, problems);
    if (problems.length > 0) return { ok: false, problems: problems.sort((one, other) => one.line - other.line) };
    return { ok: true, courses: await saveSponsors(client, coursesOf(wanted, known), pictures) };
  } finally {
    await client.end();
  }
}

async function knownCourses(client: Client, records: readonly LocatedRecord[]): Promise<Map<string, KnownCourse>> {
  const { rows } = await client.query<KnownCourse>(
    `select id, golflink_course_id as number, name, time_zone as "timeZone",
            exists (select from app.adverts where course_id = course.id)
              or exists (select from app.default_adverts where course_id = course.id) as sponsored
       from app.courses course where golflink_course_id = any($1)`,
    [records.map(({ record }) => record.golflinkCourseId)],
  );
  return new Map(rows.map((row) => [row.number, row]));
}

/** Said once for each course. */
function unknownCourses(records: readonly LocatedRecord[], known: ReadonlyMap<string, KnownCourse>): Problem[] {
  const message = 'is the number of no course here: import the course first';
  return [...byCourse(records)].flatMap(([number, [first]]) =>
    known.has(number) || first === undefined ? [] : [first.problem({ path: ['golflinkCourseId'], message })],
  );
}

function coursesOf(records: readonly LocatedRecord[], known: ReadonlyMap<string, KnownCourse>): SponsoredCourse[] {
  return [...byCourse(records)].flatMap(([number, located]) => {
    const course = known.get(number);
    return course === undefined ? [] : [{ ...course, records: located.map(({ record }) => record) }];
  });
}

/** Removes the adverts and the default of a course; null: there is no course of this number. */
export async function removeSponsors(golflinkCourseId: string, databaseUrl: string): Promise<SavedCourse | null> {
  const client = new Client(importConnection(databaseUrl));
  await client.connect();
  try {
    const { rows } = await client.query<KnownCourse>(
      'select id, name, time_zone as "timeZone" from app.courses where golflink_course_id = $1',
      [golflinkCourseId],
    );
    const saved = await saveSponsors(
      client,
      rows.map((course) => ({ ...course, records: [] })),
      new Map(),
    );
    return saved[0] ?? null;
  } finally {
    await client.end();
  }
}
