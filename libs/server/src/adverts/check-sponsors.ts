import type { Finding } from '../courses/import/problem.js';
import { SPONSOR_BOUNDS, type AdvertInput, type SponsorRecord } from './sponsor-file.js';

/** A record of a file with the line on which it stands. */
export interface RecordAt {
  record: SponsorRecord;
  line: number;
}

/** The rules over several fields of a record. */
export function checkRecord(record: SponsorRecord): Finding[] {
  const findings: Finding[] = [];
  const add = (field: string, message: string): void => void findings.push({ path: [field], message });
  if (record.image !== null && record.alt === null) add('alt', 'is missing: it says what the picture shows');
  if (record.image === null && record.alt !== null) add('alt', 'says what a picture shows, and there is no image');
  if (record.record === 'default') return findings;
  if (record.slot === null && record.weekendSlot === null) {
    add('slot', 'or weekendSlot is needed: without one the advert never shows');
  }
  if (record.from !== null && record.until !== null && record.until < record.from) add('until', 'is before from');
  return findings;
}

/** The rules over the records of a course, which are given in the file's order; a finding for each record, or null. */
export function checkCourseRecords(records: readonly RecordAt[]): (Finding | null)[] {
  const before: RecordAt[] = [];
  return records.map((one) => {
    const finding = one.record.record === 'default' ? checkDefault(before) : checkAdvert(one.record, before);
    before.push(one);
    return finding;
  });
}

function checkDefault(before: readonly RecordAt[]): Finding | null {
  const other = before.find(({ record }) => record.record === 'default');
  return other === undefined
    ? null
    : { path: ['record'], message: `default is there for this course already, on line ${other.line}` };
}

/** A slot belongs to one advert at a time: who comes second is refused, so that nobody has to guess who wins. */
function checkAdvert(advert: AdvertInput, before: readonly RecordAt[]): Finding | null {
  let count = 0;
  for (const { record, line } of before) {
    if (record.record !== 'advert') continue;
    count += 1;
    if (!overlap(record, advert)) continue;
    for (const slot of ['slot', 'weekendSlot'] as const) {
      if (advert[slot] === null || advert[slot] !== record[slot]) continue;
      return { path: [slot], message: `${advert[slot]} belongs to the advert on line ${line} on some of these days` };
    }
  }
  if (count < SPONSOR_BOUNDS.advertsOfCourse) return null;
  return { path: ['golflinkCourseId'], message: `has more than ${SPONSOR_BOUNDS.advertsOfCourse} adverts` };
}

/** Whether two adverts have a day in common. */
function overlap(one: AdvertInput, other: AdvertInput): boolean {
  const startsInTime = (a: AdvertInput, b: AdvertInput): boolean =>
    a.from === null || b.until === null || a.from <= b.until;
  return startsInTime(one, other) && startsInTime(other, one);
}
