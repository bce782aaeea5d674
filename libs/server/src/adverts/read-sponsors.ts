import { numberOf, readCsvTable } from '../courses/import/csv-table.js';
import type { Problem, ReadFile } from '../courses/import/problem.js';
import { readEntries, type EntryFile, type ReadEntry } from '../courses/import/read-entries.js';
import { checkCourseRecords, checkRecord } from './check-sponsors.js';
import { SPONSOR_BOUNDS, SPONSOR_RECORD, type SponsorRecord } from './sponsor-file.js';

/** A record of a file, with its line. */
export type LocatedRecord = ReadEntry<SponsorRecord>;

/** The sound records of a file, and everything that is wrong with it so far. */
export interface ReadSponsors {
  records: LocatedRecord[];
  problems: Problem[];
}

const SPONSOR_FILE: EntryFile<SponsorRecord> = {
  noun: 'record',
  max: SPONSOR_BOUNDS.records,
  readCsv: readCsvSponsors,
  schema: SPONSOR_RECORD,
  check: checkRecord,
};

/** Reads a file of adverts by its ending, `.json` or `.csv`. Courses and pictures are not looked up yet. */
export function readSponsors(fileName: string, bytes: Uint8Array): ReadSponsors {
  const { entries: records, problems } = readEntries(fileName, bytes, SPONSOR_FILE);
  for (const ofCourse of byCourse(records).values()) problems.push(...checkCourseRecords(ofCourse));
  return { records, problems };
}

/** The records of each course, by its number, in the file's order. */
export function byCourse(records: readonly LocatedRecord[]): Map<string, LocatedRecord[]> {
  const courses = new Map<string, LocatedRecord[]>();
  for (const located of records) {
    const { golflinkCourseId } = located.entry;
    courses.set(golflinkCourseId, [...(courses.get(golflinkCourseId) ?? []), located]);
  }
  return courses;
}

const NUMBERS = ['slot', 'weekendSlot'];
const REQUIRED = ['record', 'golflinkCourseId', 'text'];
const COLUMNS = [...REQUIRED, ...NUMBERS, 'sponsorName', 'from', 'until', 'image', 'alt'];

/** Reads a CSV file of adverts: a row is a record, an empty cell is a field that is not given. */
function readCsvSponsors(text: string): ReadFile {
  const problems: Problem[] = [];
  const rows = readCsvTable(text, { known: COLUMNS, required: REQUIRED }, problems);
  const entries = rows.map(({ line, cells }) => ({
    value: Object.fromEntries(
      [...cells]
        .filter(([, cell]) => cell !== '')
        .map(([name, cell]) => [name, NUMBERS.includes(name) ? numberOf(cell) : cell]),
    ),
    locate: ([name = 'row']: readonly PropertyKey[]) => ({ line, field: String(name) }),
  }));
  return { entries, problems };
}
