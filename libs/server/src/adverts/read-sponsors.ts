import { findingsOf } from '../courses/import/findings.js';
import { readJsonList } from '../courses/import/json-courses.js';
import type { Finding, LocatedEntry, Problem, ReadFile } from '../courses/import/problem.js';
import { readText, type FileFormat } from '../courses/import/text-file.js';
import { checkCourseRecords, checkRecord, type RecordAt } from './check-sponsors.js';
import { readCsvSponsors } from './csv-sponsors.js';
import { SPONSOR_BOUNDS, SPONSOR_RECORD, type SponsorRecord } from './sponsor-file.js';

/** A record of a file, and how a finding about it is said. */
export interface LocatedRecord extends RecordAt {
  problem: (finding: Finding) => Problem;
}

/** The sound records of a file, and everything that is wrong with it so far. */
export interface ReadSponsors {
  records: LocatedRecord[];
  problems: Problem[];
}

const READERS: Readonly<Record<FileFormat, (text: string) => ReadFile>> = {
  json: (text) => readJsonList(text, 'record'),
  csv: readCsvSponsors,
};

/** Reads a file of adverts by its ending, `.json` or `.csv`. Courses and pictures are not looked up yet. */
export function readSponsors(fileName: string, bytes: Uint8Array): ReadSponsors {
  const file = readText(fileName, bytes);
  if (!file.ok) return refused(file.message);
  const { entries, problems } = READERS[file.format](file.text);
  if (entries.length > SPONSOR_BOUNDS.records) return refused(`must have ${SPONSOR_BOUNDS.records} records or less`);
  if (entries.length === 0 && problems.length === 0) return refused('has no records');
  const records = entries.flatMap((entry) => readRecord(entry, problems));
  for (const ofCourse of byCourse(records).values()) {
    const findings = checkCourseRecords(ofCourse);
    ofCourse.forEach((record, at) => {
      const finding = findings[at];
      if (finding !== null && finding !== undefined) problems.push(record.problem(finding));
    });
  }
  return { records, problems };
}

/** The records of each course, by its number, in the file's order. */
export function byCourse<Located extends { record: SponsorRecord }>(
  records: readonly Located[],
): Map<string, Located[]> {
  const courses = new Map<string, Located[]>();
  for (const located of records) {
    const { golflinkCourseId } = located.record;
    courses.set(golflinkCourseId, [...(courses.get(golflinkCourseId) ?? []), located]);
  }
  return courses;
}

function refused(message: string): ReadSponsors {
  return { records: [], problems: [{ line: 1, field: 'file', message }] };
}

function readRecord(entry: LocatedEntry, problems: Problem[]): LocatedRecord[] {
  const problem = ({ path, message }: Finding): Problem => ({ ...entry.locate(path), message });
  const read = SPONSOR_RECORD.safeParse(entry.value);
  const findings = read.success
    ? checkRecord(read.data)
    : read.error.issues.flatMap((issue) => findingsOf(issue, entry.value));
  problems.push(...findings.map(problem));
  return read.success ? [{ record: read.data, line: entry.locate([]).line, problem }] : [];
}
