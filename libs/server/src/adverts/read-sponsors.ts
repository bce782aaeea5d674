import { columns, numberOf, readCsvTable, valuesOf } from '../courses/import/csv-table.js';
import { fieldOf, type EntryFile, type FileEntry, type Refuse } from '../courses/import/entry-file.js';
import { ADVERTS_OF_COURSE_MAX, SPONSOR_RECORD, type SponsorRecord, type AdvertInput } from './sponsor-file.js';

export type LocatedRecord = FileEntry<SponsorRecord>;

const COLUMNS = [
  ...columns(String, true, 'record golflinkCourseId text'),
  ...columns(numberOf, false, 'slot weekendSlot'),
  ...columns(String, false, 'sponsorName from until image alt'),
];

/** How a file of adverts is read. Each row of CSV is a record; an empty cell means that the field is not given. */
export const SPONSOR_FILE: EntryFile<SponsorRecord> = {
  noun: 'record',
  readCsv: (csv, report) =>
    readCsvTable(csv, COLUMNS, report).map((row) => ({
      entry: valuesOf(row, COLUMNS),
      line: row.line,
      refuse: (path, message) => report(row.line, fieldOf(path), message),
    })),
  schema: SPONSOR_RECORD,
  check: checkRecord,
  compare: (records) => {
    for (const ofCourse of byCourse(records).values()) compareRecords(ofCourse);
  },
};

/** Groups records by the course's number, in the file's order. */
export function byCourse(records: readonly LocatedRecord[]): Map<string, LocatedRecord[]> {
  const courses = new Map<string, LocatedRecord[]>();
  for (const located of records) {
    const { golflinkCourseId } = located.entry;
    const ofCourse = courses.get(golflinkCourseId);
    if (ofCourse === undefined) courses.set(golflinkCourseId, [located]);
    else ofCourse.push(located);
  }
  return courses;
}

function checkRecord(record: SponsorRecord, refuse: Refuse): void {
  const { image, alt } = record;
  if (image !== null && alt === null) refuse(['alt'], 'is missing: it describes the picture');
  if (image === null && alt !== null) refuse(['alt'], 'describes a picture, but there is no image');
  if (record.record === 'default') return;
  const { slot, weekendSlot, from, until } = record;
  if (slot === null && weekendSlot === null) {
    refuse(['slot'], 'or weekendSlot is needed: without one the advert never shows');
  }
  if (from !== null && until !== null && until < from) refuse(['until'], 'is before from');
}

/** Compares a course's records, up to the one after which it certainly has too many. */
function compareRecords(records: readonly LocatedRecord[]): void {
  for (const [at, { entry, refuse }] of records.slice(0, ADVERTS_OF_COURSE_MAX + 2).entries()) {
    const before = records.slice(0, at);
    if (entry.record === 'advert') {
      compareAdvert(entry, before, refuse);
      continue;
    }
    const other = before.find((record) => record.entry.record === 'default');
    if (other) refuse(['record'], `default exists already for this course, on line ${other.line}`);
  }
}

/** Refuses a second advert for a slot on the same day, since it would be undefined which of them is shown. */
function compareAdvert(advert: AdvertInput, before: readonly LocatedRecord[], refuse: Refuse): void {
  const adverts = before.flatMap(({ entry, line }) => (entry.record === 'advert' ? [{ ...entry, line }] : []));
  for (const other of adverts.filter((one) => overlap(one, advert))) {
    for (const slot of ['slot', 'weekendSlot'] as const) {
      if (advert[slot] === null || advert[slot] !== other[slot]) continue;
      refuse([slot], `${advert[slot]} belongs to the advert on line ${other.line} on some of these days`);
      return;
    }
  }
  if (adverts.length < ADVERTS_OF_COURSE_MAX) return;
  refuse(['golflinkCourseId'], `has more than ${ADVERTS_OF_COURSE_MAX} adverts`);
}

function overlap(one: AdvertInput, other: AdvertInput): boolean {
  const startsInTime = (a: AdvertInput, b: AdvertInput): boolean =>
    a.from === null || b.until === null || a.from <= b.until;
  return startsInTime(one, other) && startsInTime(other, one);
}
