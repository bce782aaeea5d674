import { numberOf, readCsvTable } from '../courses/import/csv-table.js';
import {
  readEntries,
  type Finding,
  type Problem,
  type ReadEntry,
  type ReadFile,
} from '../courses/import/entry-file.js';
import { ADVERTS_OF_COURSE_MAX, SPONSOR_RECORD, type SponsorRecord, type AdvertInput } from './sponsor-file.js';

export type LocatedRecord = ReadEntry<SponsorRecord>;

/** Reads a file of adverts: its valid records and the problems. Does not look up courses or pictures. */
export function readSponsors(fileName: string, bytes: Uint8Array): { records: LocatedRecord[]; problems: Problem[] } {
  const { entries: records, problems } = readEntries(fileName, bytes, {
    noun: 'record',
    readCsv: readCsvSponsors,
    schema: SPONSOR_RECORD,
    check: checkRecord,
  });
  for (const ofCourse of byCourse(records).values()) problems.push(...checkCourseRecords(ofCourse));
  return { records, problems };
}

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

const NUMBERS = ['slot', 'weekendSlot'];
const REQUIRED = ['record', 'golflinkCourseId', 'text'];
const COLUMNS = [...REQUIRED, ...NUMBERS, 'sponsorName', 'from', 'until', 'image', 'alt'];

/** Reads a CSV file of adverts. Each row is a record; an empty cell means that the field is not given. */
function readCsvSponsors(text: string): ReadFile {
  const problems: Problem[] = [];
  const rows = readCsvTable(text, { known: COLUMNS, required: REQUIRED }, problems);
  const entries = rows.map(({ line, cells }) => ({
    value: Object.fromEntries(
      [...cells]
        .filter(([, cell]) => cell !== '')
        .map(([name, cell]) => [name, NUMBERS.includes(name) ? numberOf(cell) : cell]),
    ),
    locate: () => ({ line }),
  }));
  return { entries, problems };
}

function checkRecord(record: SponsorRecord): Finding[] {
  const findings: Finding[] = [];
  const add = (field: string, message: string): void => void findings.push({ path: [field], message });
  if (record.image !== null && record.alt === null) add('alt', 'is missing: it describes the picture');
  if (record.image === null && record.alt !== null) add('alt', 'describes a picture, but there is no image');
  if (record.record === 'default') return findings;
  if (record.slot === null && record.weekendSlot === null) {
    add('slot', 'or weekendSlot is needed: without one the advert never shows');
  }
  if (record.from !== null && record.until !== null && record.until < record.from) add('until', 'is before from');
  return findings;
}

/** Up to the record after which a course certainly has too many. */
function checkCourseRecords(records: readonly LocatedRecord[]): Problem[] {
  return records.slice(0, ADVERTS_OF_COURSE_MAX + 2).flatMap(({ entry, problem }, at) => {
    const before = records.slice(0, at);
    const finding = entry.record === 'default' ? checkDefault(before) : checkAdvert(entry, before);
    return finding === null ? [] : [problem(finding)];
  });
}

type Before = readonly Pick<LocatedRecord, 'entry' | 'line'>[];

function checkDefault(before: Before): Finding | null {
  const other = before.find(({ entry }) => entry.record === 'default');
  if (other === undefined) return null;
  return { path: ['record'], message: `default exists already for this course, on line ${other.line}` };
}

/** Refuses a second advert for a slot on the same day, since it would be undefined which of them is shown. */
function checkAdvert(advert: AdvertInput, before: Before): Finding | null {
  let count = 0;
  for (const { entry, line } of before) {
    if (entry.record !== 'advert') continue;
    count += 1;
    if (!overlap(entry, advert)) continue;
    for (const slot of ['slot', 'weekendSlot'] as const) {
      if (advert[slot] === null || advert[slot] !== entry[slot]) continue;
      return { path: [slot], message: `${advert[slot]} belongs to the advert on line ${line} on some of these days` };
    }
  }
  if (count < ADVERTS_OF_COURSE_MAX) return null;
  return { path: ['golflinkCourseId'], message: `has more than ${ADVERTS_OF_COURSE_MAX} adverts` };
}

function overlap(one: AdvertInput, other: AdvertInput): boolean {
  const startsInTime = (a: AdvertInput, b: AdvertInput): boolean =>
    a.from === null || b.until === null || a.from <= b.until;
  return startsInTime(one, other) && startsInTime(other, one);
}
